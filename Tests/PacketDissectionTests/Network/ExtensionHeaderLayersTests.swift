import PacketCapture
import PacketDissection
import Testing
import WireCoding

/// IPv6 extension headers as `frames` shows them.
@Suite struct ExtensionHeaderLayersTests {
    /// A packet from its IPv6 header on, whose extension headers begin at byte 40.
    ///
    /// - Parameter payloadLength: In the header; of a jumbogram 0, of which the capture holds the beginning.
    private func layers(_ first: String, _ headers: String, payloadLength: Int? = nil) -> FrameDescription {
        let rest = Packets.bytes(headers)
        let length = payloadLength ?? rest.count
        let fixed =
            Packets.bytes("60000000") + [UInt8(length >> 8), UInt8(length & 0xFF)] + Packets.bytes(first + "40")
        let bytes = fixed + [UInt8](repeating: 1, count: 32) + rest
        return FrameLayers.layers(
            of: bytes.span, linkType: .ipv6, originalLength: payloadLength == 0 ? 40 + 0x10000 : bytes.count)
    }

    @Test func eachHasItsNameAndFields() {
        let frame = layers(
            "2b",
            """
            87 00 04 01 00000007  8b 00 0102 03040506  8c 00 0102 03040506  33 00 0102 03040506
            3b 01 0000 0000000a 0000000b
            """)
        #expect(frame.fault == nil)
        #expect(frame.layers.map(\.name) == ["ipv6", "ipv6Routing", "ipv6Mobility", "hip", "shim6", "ah"])
        #expect(frame.layers.map(\.offset) == [0, 40, 48, 56, 64, 72])
        let routing = frame.layers[1]
        #expect(routing["type"] == .integer(4) && routing["segmentsLeft"] == .integer(1))
        #expect(routing["data"] == .hex([0, 0, 0, 7]) && routing["nextHeader"] == .integer(135))
        #expect(frame.layers[2]["data"] == .hex([1, 2, 3, 4, 5, 6]))
    }

    @Test func theSeventeenthIsOneTooMany() {
        let options = String(repeating: "3c 00 0104 00000000", count: 17)
        let frame = layers("3c", options)
        #expect(frame.layers.count == 17)
        #expect(frame.fault?.layer == "ipv6DestinationOptions" && frame.fault?.offset == 40 + 16 * 8)
        #expect(frame.fault?.message.hasPrefix("IPv6 extension headers") == true)
    }

    @Test func aJumbogramIsLongerThanOtherPackets() {
        let datagram = "0007 0007 0009 0000 61"
        let frame = layers("00", "11 00 c204 00010000" + datagram, payloadLength: 0)
        #expect(frame.layers.map(\.name) == ["ipv6", "ipv6HopByHop", "udp"] && frame.fault == nil)
        let short = layers("00", "11 00 c204 0000ffff" + datagram, payloadLength: 0)
        // RFC 2675 §3: not below 65,536.
        #expect(short.fault?.layer == "ipv6HopByHop" && short.fault?.offset == 44)
        #expect(short.fault?.message.hasPrefix("jumbo payload length") == true)
    }
}
