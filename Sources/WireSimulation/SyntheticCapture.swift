import PacketCapture
import PacketDissection
import WireCoding
import WireTesting

/// A host for made-up traffic.
public struct SyntheticHost: Hashable, Sendable {
    public var linkAddress: LinkAddress
    public var address: IPAddress

    public init(linkAddress: LinkAddress, address: IPAddress) {
        self.linkAddress = linkAddress
        self.address = address
    }

    /// The group of multicast DNS (RFC 6762 §3) and its link address (RFC 1112 §6.4).
    public static let multicastDNS = SyntheticHost(
        linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))

    /// Host 1, 2, … of 10.0.0.0/8 with a locally administered link address.
    public init(number: Int) {
        let value = UInt32(truncatingIfNeeded: number)
        linkAddress = LinkAddress(rawValue: 0x02_00_00_00_00_00 | UInt64(value))
        address = IPAddress(ipv4: 0x0A00_0000 | value & 0x00FF_FFFF)
    }
}

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
    /// - Parameter time: Nanoseconds since 1970.
    /// - Throws: Any error from ``PcapWriter``.
    public mutating func append(_ frame: [UInt8], at time: Int64) throws(WireError) {
        try writer.writePacket(frame.span, time: time, into: &output)
        frames += 1
    }

    /// Adds a TCP segment between two IPv4 or two IPv6 hosts.
    ///
    /// - Parameter time: Nanoseconds since 1970.
    /// - Throws: ``WireError`` for more payload than a packet has room for, and what ``PcapWriter`` throws.
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
    /// - Parameter time: Nanoseconds since 1970.
    /// - Throws: ``WireError`` for more payload than a packet has room for, and what ``PcapWriter`` throws.
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
    ///   - size: Bytes of the datagram in each fragment but the last, a multiple of eight.
    ///   - order: In which order they come; by default from the first to the last.
    ///   - identification: Of the datagram; by default the next one.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: Any error from ``PcapWriter``.
    /// - Precondition: The size is a multiple of eight; the order names fragments that there are.
    public mutating func append(
        udpFrom sourcePort: UInt16, to destinationPort: UInt16, payload: [UInt8], inFragmentsOf size: Int,
        order: [Int]? = nil, identification number: UInt16? = nil, from source: SyntheticHost,
        to destination: SyntheticHost, at time: Int64
    ) throws(WireError) {
        precondition(size > 0 && size % 8 == 0, "fragments begin at multiples of eight bytes")
        segment.removeAll()
        UDPHeader(sourcePort: sourcePort, destinationPort: destinationPort, length: 0)
            .serialize(into: &segment, payload: payload, from: source.address, to: destination.address)
        let datagram = segment.bytes
        identification = number ?? identification &+ 1
        let starts = Array(stride(from: 0, to: datagram.count, by: size))
        for (number, index) in (order ?? Array(starts.indices)).enumerated() {
            let piece = datagram[starts[index]..<min(datagram.count, starts[index] + size)]
            beginFrame(from: source, to: destination)
            try appendIPHeader(
                .udp, from: source, to: destination, length: piece.count,
                fragment: IPv6ExtensionHeader.Fragment(
                    fragmentOffset: UInt16(truncatingIfNeeded: starts[index] / 8),
                    moreFragments: index < starts.count - 1, identification: UInt32(identification)))
            frame.writeBytes(piece)
            try append(frame.bytes, at: time + Int64(number) * 1000)
        }
    }

    /// Adds an ICMP error: the source reports that the port to which the destination sent a datagram is unreachable.
    ///
    /// - Parameters:
    ///   - ports: Source and destination port of that datagram.
    ///   - time: Nanoseconds since 1970.
    /// - Throws: Any error from ``PcapWriter``.
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
    /// - Throws: Any error from ``PcapWriter``.
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
        let message = ICMPMessage(header: ICMPHeader(type: type, code: code, checksum: 0), body: segment.bytes)
        beginFrame(from: router, to: source)
        try appendIPHeader(
            .icmp, from: router, to: source, length: ICMPMessage.minimumSize + message.body.count)
        message.serialize(into: &frame)
        try append(frame.bytes, at: time)
    }

    private mutating func beginFrame(from source: SyntheticHost, to destination: SyntheticHost) {
        frame.removeAll()
        EthernetHeader(
            destination: destination.linkAddress, source: source.linkAddress,
            etherType: source.address.isIPv6 ? .ipv6 : .ipv4
        ).serialize(into: &frame)
    }

    /// - Parameter fragment: The place in a datagram whose identification is the current one; nil for a whole datagram.
    private mutating func appendIPHeader(
        _ payloadProtocol: IPProtocol, from source: SyntheticHost, to destination: SyntheticHost, length: Int,
        timeToLive: UInt8 = 64, fragment: IPv6ExtensionHeader.Fragment? = nil
    ) throws(WireError) {
        let maximum = 0xFFFF - (source.address.isIPv6 ? 0 : IPv4Header.minimumSize)
        guard length <= maximum else {
            throw WireError(.tooLong(length: length, maximum: maximum), field: "IP payload", offset: output.count)
        }
        guard source.address.isIPv6 else {
            if fragment == nil { identification &+= 1 }
            let flags: IPv4Header.Flags = fragment.map { $0.moreFragments ? .moreFragments : [] } ?? .doNotFragment
            IPv4Header(
                source: source.address, destination: destination.address, payloadProtocol: payloadProtocol,
                totalLength: UInt16(IPv4Header.minimumSize + length), identification: identification, flags: flags,
                fragmentOffset: fragment?.fragmentOffset ?? 0, timeToLive: timeToLive
            ).serialize(into: &frame)
            return
        }
        IPv6Header(
            source: source.address, destination: destination.address,
            nextHeader: fragment == nil ? payloadProtocol : .fragment,
            payloadLength: UInt16(truncatingIfNeeded: length + (fragment == nil ? 0 : 8)), hopLimit: timeToLive
        ).serialize(into: &frame)
        if let fragment {
            IPv6ExtensionHeader(kind: .fragment, nextHeader: payloadProtocol, body: .fragment(fragment))
                .serialize(into: &frame)
        }
    }
}
