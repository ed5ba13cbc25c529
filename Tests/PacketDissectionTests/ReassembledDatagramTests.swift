import PacketCapture
import PacketDissection
import Testing
import WireCoding

@Suite struct ReassembledDatagramTests {
    /// Ports 5 and 6, and eight bytes of payload.
    private static let datagram: [UInt8] = [0, 5, 0, 6, 0, 16, 0, 0] + [UInt8](repeating: 0x41, count: 8)
    /// Leads to UDP, and holds the jumbo payload option (RFC 2675 §2) with a length of 65,536.
    private static let hopByHop: [UInt8] = [17, 0, 0xC2, 4, 0, 1, 0, 0]

    /// The dissected packet with the first eight bytes of a payload.
    private func first(of payload: [UInt8], ipProtocol: UInt8, isIPv6: Bool) -> DissectedPacket {
        let header: [UInt8] =
            isIPv6
            ? [0x60, 0, 0, 0, 0, 16, 44, 64] + [UInt8](repeating: 1, count: 16) + [UInt8](repeating: 2, count: 16)
                + [ipProtocol, 0, 0, 1, 0, 0, 0, 9]
            : [0x45, 0, 0, 28, 0, 9, 0x20, 0, 64, ipProtocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        let bytes = header + payload.prefix(8)
        return PacketDissector.dissect(bytes.span, linkType: .raw, originalLength: bytes.count)
    }

    private func whole(_ payload: [UInt8], ipProtocol: UInt8, isIPv6: Bool) -> DissectedPacket {
        let first = first(of: payload, ipProtocol: ipProtocol, isIPv6: isIPv6)
        #expect(first.isFragment)
        return PacketDissector.dissect(reassembled: payload.span, length: payload.count, first: first)
    }

    @Test(arguments: [false, true])
    func transportIsThatOfTheWhole(isIPv6: Bool) {
        let packet = whole(Self.datagram, ipProtocol: 17, isIPv6: isIPv6)
        #expect(packet.transport == .udp && !packet.isFragment && packet.stop == nil)
        #expect(packet.sourcePort == 5 && packet.destinationPort == 6)
        #expect(packet.payloadOffset == 8 && packet.payloadLength == 8)
    }

    @Test func extensionHeadersOfIPv6MayComeInFragments() {
        let packet = whole([17, 0, 1, 4, 0, 0, 0, 0] + Self.datagram, ipProtocol: 60, isIPv6: true)
        #expect(packet.transport == .udp && packet.payloadOffset == 16)
    }

    @Test func noJumbogramComesInFragments() {
        let packet = whole(Self.hopByHop + Self.datagram, ipProtocol: 0, isIPv6: true)
        #expect(packet.transport == .udp && packet.stop == nil)
        #expect(packet.payloadOffset == 16 && packet.payloadLength == 8)
    }

    /// Some captures cut packets and record what is left as the length on the wire.
    @Test(arguments: [false, true])
    func aFragmentIsAsLongAsItsIPHeaderSays(isIPv6: Bool) {
        let header: [UInt8] =
            isIPv6
            ? [0x60, 0, 0, 0, 5, 0xC0, 44, 64] + [UInt8](repeating: 1, count: 16) + [UInt8](repeating: 2, count: 16)
                + [17, 0, 0, 1, 0, 0, 0, 9]
            : [0x45, 0, 5, 0xDC, 0, 9, 0x20, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        let bytes = header + Self.datagram.prefix(13)
        let packet = PacketDissector.dissect(bytes.span, linkType: .raw, originalLength: bytes.count)
        #expect(packet.transport == .udp && packet.sourcePort == 5)
        #expect(packet.fragment.length == (isIPv6 ? 1464 : 1480))
    }

    @Test func ipv4HasNoExtensionHeaders() {
        let packet = whole(Self.hopByHop + Self.datagram, ipProtocol: 0, isIPv6: false)
        #expect(packet.transport == .none && packet.stop == .unknownIPProtocol(0))
    }
}
