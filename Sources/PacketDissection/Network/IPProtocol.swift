import WireCoding

/// The protocol of the content of an IP packet or an IPv6 extension header: the registry "Protocol Numbers" of IANA.
public struct IPProtocol: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// IPv6 Hop-by-Hop Options (RFC 8200 §4.3).
    public static let hopByHopOptions = IPProtocol(rawValue: 0)
    /// Control messages of IPv4 (RFC 792).
    public static let icmp = IPProtocol(rawValue: 1)
    /// Memberships in IPv4 groups (RFC 3376).
    public static let igmp = IPProtocol(rawValue: 2)
    /// An IPv4 packet in an IP packet (RFC 2003).
    public static let ipv4 = IPProtocol(rawValue: 4)
    /// Transmission Control Protocol (RFC 9293).
    public static let tcp = IPProtocol(rawValue: 6)
    /// User Datagram Protocol (RFC 768).
    public static let udp = IPProtocol(rawValue: 17)
    /// An IPv6 packet in an IP packet (RFC 4213).
    public static let ipv6 = IPProtocol(rawValue: 41)
    /// Generic Routing Encapsulation (RFC 2784).
    public static let gre = IPProtocol(rawValue: 47)
    /// IPv6 Routing header (RFC 8200 §4.4).
    public static let routing = IPProtocol(rawValue: 43)
    /// IPv6 Fragment header (RFC 8200 §4.5).
    public static let fragment = IPProtocol(rawValue: 44)
    /// Authentication Header (RFC 4302).
    public static let authentication = IPProtocol(rawValue: 51)
    /// Control messages of IPv6 (RFC 4443).
    public static let icmpv6 = IPProtocol(rawValue: 58)
    /// Nothing follows (RFC 8200 §4.7).
    public static let noNextHeader = IPProtocol(rawValue: 59)
    /// IPv6 Destination Options (RFC 8200 §4.6).
    public static let destinationOptions = IPProtocol(rawValue: 60)
    /// Mobility header (RFC 6275).
    public static let mobility = IPProtocol(rawValue: 135)
    /// Host Identity Protocol (RFC 7401).
    public static let hostIdentity = IPProtocol(rawValue: 139)
    /// Shim6 (RFC 5533).
    public static let shim6 = IPProtocol(rawValue: 140)

    /// The registry's name, nil for one that is seldom seen.
    public var name: String? {
        switch self {
        case .hopByHopOptions: "hop-by-hop options"
        case .icmp: "ICMP"
        case .igmp: "IGMP"
        case .ipv4: "IPv4"
        case .tcp: "TCP"
        case .udp: "UDP"
        case .ipv6: "IPv6"
        case .gre: "GRE"
        case .routing: "routing header"
        case .fragment: "fragment header"
        case IPProtocol(rawValue: 50): "ESP"
        case .authentication: "AH"
        case .icmpv6: "ICMPv6"
        case .noNextHeader: "no next header"
        case .destinationOptions: "destination options"
        case IPProtocol(rawValue: 89): "OSPF"
        case IPProtocol(rawValue: 132): "SCTP"
        case .mobility: "mobility header"
        case .hostIdentity: "HIP"
        case .shim6: "Shim6"
        default: nil
        }
    }

    static let meaning = FieldMeaning.name { IPProtocol(rawValue: UInt8(truncatingIfNeeded: $0)).name }

    /// Whether an ``IPv6ExtensionHeader`` follows.
    public var isExtensionHeader: Bool {
        switch self {
        case .hopByHopOptions, .routing, .fragment, .authentication, .destinationOptions, .mobility, .hostIdentity,
            .shim6:
            true
        default: false
        }
    }
}

extension PacketWalk {
    /// The header after the IP headers, by ``DissectedPacket/ipProtocol``.
    @inline(__always)
    func transport(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard !packet.isLaterFragment else {
            setPayload(offset, region.end, &packet)
            return
        }
        switch IPProtocol(rawValue: packet.ipProtocol) {
        case .tcp: tcp(offset, region, &packet)
        case .udp: udp(offset, region, &packet)
        default: other(offset, region, &packet)
        }
    }

    @inline(never)
    private func other(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        switch IPProtocol(rawValue: packet.ipProtocol) {
        case .icmp: controlMessage(offset, region, isIPv6: false, &packet)
        case .icmpv6: controlMessage(offset, region, isIPv6: true, &packet)
        case .igmp:
            printer?.layer = "igmp"
            guard has(1, .igmpType, offset, region, &packet) else { return }
            printer?.append(offset, 1, [.number("type", bytes[offset])])
            packet.protocols.insert(.igmp)
        case .ipv4, .ipv6, .gre: ipTunnel(offset, region, &packet)
        case .noNextHeader: return
        default: packet.stop = .unknownIPProtocol(packet.ipProtocol)
        }
    }

    /// - Parameter end: The end of the payload on the wire.
    @inline(__always)
    func setPayload(_ start: Int, _ end: Int, _ packet: inout DissectedPacket) {
        packet.payloadStart = UInt32(truncatingIfNeeded: min(start, bytes.count))
        packet.payloadSize = UInt32(truncatingIfNeeded: max(0, end &- start))
        packet.capturedPayloadSize = UInt32(truncatingIfNeeded: max(0, min(end, bytes.count) &- start))
    }
}
