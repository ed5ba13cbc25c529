import WireCoding

/// A UDP datagram in an Ethernet frame, for sending or generating packets: headers, lengths and checksums that fit.
public struct UDPFrame: Hashable, Sendable {
    /// The Ethernet address of the sender.
    public var linkSource: LinkAddress
    /// The Ethernet address of the receiver, or of a group.
    public var linkDestination: LinkAddress
    /// The family of the packet.
    public var source: IPAddress
    /// The receiver's address, of the same family as ``source``.
    public var destination: IPAddress
    /// The sender's UDP port.
    public var sourcePort: UInt16
    /// The receiver's UDP port.
    public var destinationPort: UInt16
    /// TTL or hop limit.
    public var hopLimit: UInt8

    /// The longest payload over a family without extensions.
    public static func maximumPayload(isIPv6: Bool) -> Int {
        0xFFFF - UDPHeader.size - (isIPv6 ? 0 : IPv4Header.minimumSize)
    }

    /// The ends of the datagram. The hop limit is 255 unless it is given, as multicast DNS has it (RFC 6762 §11).
    public init(
        from linkSource: LinkAddress, to linkDestination: LinkAddress, source: IPAddress, destination: IPAddress,
        sourcePort: UInt16, destinationPort: UInt16, hopLimit: UInt8 = 255
    ) {
        self.linkSource = linkSource
        self.linkDestination = linkDestination
        (self.source, self.destination) = (source, destination)
        (self.sourcePort, self.destinationPort) = (sourcePort, destinationPort)
        self.hopLimit = hopLimit
    }

    /// The whole frame.
    ///
    /// - Parameter payload: At most ``maximumPayload(isIPv6:)`` bytes.
    /// - Throws: `tooLong` for more payload, `invalidValue` for addresses of two families.
    public func serialized(payload: [UInt8]) throws(WireError) -> [UInt8] {
        guard source.isIPv6 == destination.isIPv6 else {
            throw WireError(.invalidValue(destination.isIPv6 ? 6 : 4), field: "IP destination", offset: 0)
        }
        let maximum = Self.maximumPayload(isIPv6: source.isIPv6)
        guard payload.count <= maximum else {
            throw WireError(.tooLong(length: payload.count, maximum: maximum), field: "UDP payload", offset: 0)
        }
        var frame = ByteWriter()
        let length = UDPHeader.size + payload.count
        EthernetHeader(
            destination: linkDestination, source: linkSource, etherType: source.isIPv6 ? .ipv6 : .ipv4
        ).serialize(into: &frame)
        if source.isIPv6 {
            IPv6Header(
                source: source, destination: destination, nextHeader: .udp, payloadLength: UInt16(length),
                hopLimit: hopLimit
            ).serialize(into: &frame)
        } else {
            IPv4Header(
                source: source, destination: destination, payloadProtocol: .udp,
                totalLength: UInt16(IPv4Header.minimumSize + length), timeToLive: hopLimit
            ).serialize(into: &frame)
        }
        UDPHeader(sourcePort: sourcePort, destinationPort: destinationPort).serialize(
            into: &frame, payload: payload, from: source, to: destination)
        return frame.bytes
    }
}

extension LinkAddress {
    /// The address that packets for a group are sent to on Ethernet (RFC 1112 §6.4, RFC 2464 §7); nil for other addresses.
    public init?(multicastGroup group: IPAddress) {
        guard group.isMulticast else { return nil }
        self.init(
            rawValue: group.isIPv6
                ? 0x3333_0000_0000 | group.low & 0xFFFF_FFFF : 0x0100_5E00_0000 | group.low & 0x7F_FFFF)
    }
}
