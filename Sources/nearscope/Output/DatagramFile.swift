import PacketCapture
import PacketDissection
import WireCoding

/// A capture file of generated DNS messages: each in a UDP datagram over IPv4 and Ethernet, a millisecond after the
/// previous one, the first at the beginning of 1970.
struct DatagramFile {
    /// The maximum payload of UDP over IPv4.
    static let maximumLength = 0xFFFF - IPv4Header.minimumSize - UDPHeader.size

    /// To all of multicast DNS (RFC 6762 §3) or to a made-up server.
    let isMulticast: Bool
    private let writer = PcapWriter(linkType: .ethernet)
    private var output = ByteWriter()
    private var time: Int64 = 0

    init(isMulticast: Bool) {
        self.isMulticast = isMulticast
        writer.writeHeader(into: &output)
    }

    var bytes: [UInt8] { output.bytes }

    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` for more than a datagram has room for.
    mutating func append(_ message: [UInt8]) throws(WireError) {
        guard message.count <= Self.maximumLength else {
            throw WireError(
                .tooLong(length: message.count, maximum: Self.maximumLength), field: "UDP payload", offset: 0)
        }
        var frame = ByteWriter()
        // Addresses for documentation (RFC 5737) and locally administered ones, but for the group's.
        let source = IPAddress(ipv4: 0xC000_0201)
        let destination = IPAddress(ipv4: isMulticast ? 0xE000_00FB : 0xC000_0235)
        EthernetHeader(
            destination: LinkAddress(rawValue: isMulticast ? 0x0100_5E00_00FB : 0x0200_0000_0035),
            source: LinkAddress(rawValue: 0x0200_0000_0001), etherType: .ipv4
        ).serialize(into: &frame)
        IPv4Header(
            source: source, destination: destination, payloadProtocol: .udp,
            totalLength: UInt16(IPv4Header.minimumSize + UDPHeader.size + message.count), timeToLive: 255
        ).serialize(into: &frame)
        UDPHeader(
            sourcePort: isMulticast ? WellKnownPort.multicastDNS : 49152,
            destinationPort: isMulticast ? WellKnownPort.multicastDNS : WellKnownPort.dns
        ).serialize(
            into: &frame, payload: message, from: source, to: destination)
        try writer.writePacket(frame.bytes.span, time: time, into: &output)
        time &+= 1_000_000
    }
}
