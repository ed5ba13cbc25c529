import PacketCapture
import PacketDissection
import WireCoding
import WireTesting

/// A pcap file in the making: Ethernet frames, or a radio's, with nanosecond times.
public struct SyntheticCapture: Sendable {
    private var output = ByteWriter()
    private let writer: PcapWriter
    private var frame = ByteWriter(reservingCapacity: 2048)
    private var segment = ByteWriter(reservingCapacity: 64)
    private var identification: UInt16 = 0
    /// Frames written.
    public private(set) var frames = 0

    /// A file for Ethernet frames.
    public init() { self.init(.ethernet) }

    /// A file for 802.11 frames with radiotap headers, such as those of ``SyntheticRadioFrame``.
    public static var ofRadio: SyntheticCapture { SyntheticCapture(.ieee80211Radiotap) }

    private init(_ linkType: LinkType) {
        writer = PcapWriter(linkType: linkType, precision: .nanoseconds)
        writer.writeHeader(into: &output)
    }

    /// The file so far, or what has been added since the last call of ``takeBytes()``.
    public var bytes: [UInt8] { output.bytes }

    /// Hands over what has been written and forgets it, for files that are larger than memory should be.
    public mutating func takeBytes() -> [UInt8] {
        defer { output.removeAll() }
        return output.bytes
    }

    /// Adds a whole frame.
    ///
    /// - Parameters:
    ///   - frame: From its link header on.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: Any error from `PcapWriter`.
    public mutating func append(_ frame: [UInt8], at time: Int64) throws(WireError) {
        try writer.writePacket(frame.span, time: time, into: &output)
        frames += 1
    }

    /// Adds a packet that was built layer by layer.
    ///
    /// - Parameters:
    ///   - packet: A packet of the file's kind.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: What ``PacketBuilder/bytes`` and `PcapWriter` throw.
    public mutating func append(_ packet: PacketBuilder, at time: Int64) throws(WireError) {
        try append(try packet.bytes, at: time)
    }

    /// Adds a TCP segment between two IPv4 or two IPv6 hosts.
    ///
    /// - Parameters:
    ///   - header: Written with the right checksum.
    ///   - payload: The data.
    ///   - source: The sender.
    ///   - destination: The receiver.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: `WireError` for more payload than a packet has room for, and what `PcapWriter` throws.
    public mutating func append(
        _ header: TCPHeader, payload: [UInt8], from source: SyntheticHost, to destination: SyntheticHost,
        at time: Int64
    ) throws(WireError) {
        beginFrame(from: source, to: destination)
        segment.removeAll()
        header.serialize(into: &segment, payload: payload, from: source.address, to: destination.address)
        try appendIPHeader(.tcp, from: source, to: destination, length: segment.count)
        frame.writeBytes(segment.bytes)
        try append(frame.bytes, at: time)
    }

    /// Adds a UDP datagram between two hosts, or to a group address. Multicast DNS leaves with a TTL of 255 (RFC 6762
    /// §11).
    ///
    /// - Parameters:
    ///   - sourcePort: The sender's port.
    ///   - destinationPort: The receiver's port.
    ///   - payload: The data.
    ///   - source: The sender.
    ///   - destination: The receiver, or a group.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: `WireError` for more payload than a packet has room for, and what `PcapWriter` throws.
    public mutating func append(
        udpFrom sourcePort: UInt16, to destinationPort: UInt16, payload: [UInt8], from source: SyntheticHost,
        to destination: SyntheticHost, at time: Int64
    ) throws(WireError) {
        beginFrame(from: source, to: destination)
        try appendIPHeader(
            .udp, from: source, to: destination, length: UDPHeader.size + payload.count,
            timeToLive: sourcePort == WellKnownPort.multicastDNS ? 255 : 64)
        UDPHeader(sourcePort: sourcePort, destinationPort: destinationPort, length: 0)
            .serialize(into: &frame, payload: payload, from: source.address, to: destination.address)
        try append(frame.bytes, at: time)
    }

    /// Adds a UDP datagram in fragments, a microsecond apart.
    ///
    /// - Parameters:
    ///   - sourcePort: The sender's port.
    ///   - destinationPort: The receiver's port.
    ///   - payload: The data.
    ///   - size: Bytes of the datagram in each fragment but the last, a multiple of eight.
    ///   - order: In which order they come; by default from the first to the last.
    ///   - number: Of the datagram; by default the next one.
    ///   - source: The sender.
    ///   - destination: The receiver.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: Any error from `PcapWriter`.
    /// - Precondition: The size is a multiple of eight; the order names fragments that there are.
    public mutating func append(
        udpFrom sourcePort: UInt16, to destinationPort: UInt16, payload: [UInt8], inFragmentsOf size: Int,
        order: [Int]? = nil, identification number: UInt16? = nil, from source: SyntheticHost,
        to destination: SyntheticHost, at time: Int64
    ) throws(WireError) {
        precondition(size > 0 && size % 8 == 0, "fragments begin at multiples of eight bytes")
        identification = number ?? identification &+ 1
        let fragments = try PacketBuilder.between(source, destination).udp(from: sourcePort, to: destinationPort)
            .payload(payload).fragments(ofPayload: size, identification: UInt32(identification))
        for (number, index) in (order ?? Array(fragments.indices)).enumerated() {
            try append(fragments[index], at: time + Int64(number) * 1000)
        }
    }

    /// Adds an ICMP error: the source reports that the port to which the destination sent a datagram is unreachable.
    ///
    /// - Parameters:
    ///   - ports: Source and destination port of that datagram.
    ///   - source: The host that reports it.
    ///   - destination: The host that sent the datagram.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: Any error from `PcapWriter`.
    public mutating func append(
        portUnreachableFor ports: (source: UInt16, destination: UInt16), from source: SyntheticHost,
        to destination: SyntheticHost, at time: Int64
    ) throws(WireError) {
        try append(
            icmpType: 3, code: 3, quoting: .udp, ports, from: destination, to: source, by: source, at: time)
    }

    /// Adds an ICMP error about an IPv4 packet with a TCP or UDP header.
    ///
    /// - Parameters:
    ///   - type: Its type, RFC 792.
    ///   - code: Its code.
    ///   - payloadProtocol: That of the packet.
    ///   - ports: Those of the packet.
    ///   - source: Who sent the packet, and gets the error.
    ///   - destination: Where the packet was to go.
    ///   - router: Who sends the error.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: Any error from `PcapWriter`.
    public mutating func append(
        icmpType type: UInt8, code: UInt8, quoting payloadProtocol: IPProtocol,
        _ ports: (source: UInt16, destination: UInt16), from source: SyntheticHost, to destination: SyntheticHost,
        by router: SyntheticHost, at time: Int64
    ) throws(WireError) {
        segment.removeAll()
        IPv4Header(
            source: source.address, destination: destination.address, payloadProtocol: payloadProtocol,
            totalLength: UInt16(IPv4Header.minimumSize + UDPHeader.size)
        ).serialize(into: &segment)
        segment.writeUInt16(ports.source)
        segment.writeUInt16(ports.destination)
        segment.writeUInt32(UInt32(UDPHeader.size) << 16)
        if !router.address.isIPv6 { identification &+= 1 }
        try append(
            PacketBuilder.between(router, source, identification: identification)
                .icmp(type: type, code: code, checksum: .value(0)).payload(segment.bytes),
            at: time)
    }

    private mutating func beginFrame(from source: SyntheticHost, to destination: SyntheticHost) {
        frame.removeAll()
        EthernetHeader(
            destination: destination.linkAddress, source: source.linkAddress,
            etherType: source.address.isIPv6 ? .ipv6 : .ipv4
        ).serialize(into: &frame)
    }

    private mutating func appendIPHeader(
        _ payloadProtocol: IPProtocol, from source: SyntheticHost, to destination: SyntheticHost, length: Int,
        timeToLive: UInt8 = 64
    ) throws(WireError) {
        let maximum = 0xFFFF - (source.address.isIPv6 ? 0 : IPv4Header.minimumSize)
        guard length <= maximum else {
            throw WireError(.tooLong(length: length, maximum: maximum), field: "IP payload", offset: output.count)
        }
        guard source.address.isIPv6 else {
            identification &+= 1
            IPv4Header(
                source: source.address, destination: destination.address, payloadProtocol: payloadProtocol,
                totalLength: UInt16(IPv4Header.minimumSize + length), identification: identification,
                flags: .doNotFragment, timeToLive: timeToLive
            ).serialize(into: &frame)
            return
        }
        IPv6Header(
            source: source.address, destination: destination.address, nextHeader: payloadProtocol,
            payloadLength: UInt16(truncatingIfNeeded: length), hopLimit: timeToLive
        ).serialize(into: &frame)
    }
}
