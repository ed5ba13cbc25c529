import PacketCapture
import PacketDissection
import WireCoding

/// A capture file of generated DNS messages: each in a UDP datagram over IPv4 and Ethernet, a millisecond after the
/// previous one, the first at the beginning of 1970.
struct DatagramFile {
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
        // Addresses for documentation (RFC 5737) and locally administered ones, but for the group's.
        let destination = IPAddress(ipv4: isMulticast ? 0xE000_00FB : 0xC000_0235)
        let frame = UDPFrame(
            from: LinkAddress(rawValue: 0x0200_0000_0001),
            to: LinkAddress(multicastGroup: destination) ?? LinkAddress(rawValue: 0x0200_0000_0035),
            source: IPAddress(ipv4: 0xC000_0201), destination: destination,
            sourcePort: isMulticast ? WellKnownPort.multicastDNS : 49152,
            destinationPort: isMulticast ? WellKnownPort.multicastDNS : WellKnownPort.dns)
        let bytes = try frame.serialized(payload: message)
        try writer.writePacket(bytes.span, time: time, into: &output)
        time &+= 1_000_000
    }
}
