import WireCoding

/// The addresses of an ARP packet about IPv4 on a link with addresses of six bytes: what of ``ARPPacket`` an analysis needs,
/// without arrays.
public struct ARPAddresses: Hashable, Sendable {
    /// Whether it is a request, a reply or something else.
    public let operation: ARPOperation
    /// The link-layer address of the sender.
    public let senderLink: LinkAddress
    /// The IPv4 address of the sender; unspecified in a probe (``isProbe``).
    public let sender: IPAddress
    /// A request does not know it, and mostly has zeros there.
    public let targetLink: LinkAddress
    /// The IPv4 address that a request asks for; in a reply, that of the host which asked.
    public let target: IPAddress

    /// Whether the sender asks if an address is free, without having it yet (RFC 5227 §2.1.1).
    public var isProbe: Bool { operation == .request && sender.isUnspecified && !target.isUnspecified }

    /// Whether the sender asks for the link address of another host.
    public var isQuestion: Bool { operation == .request && !sender.isUnspecified && sender != target }

    /// The addresses of an ARP packet, nil if it is about others than IPv4 addresses or is cut.
    ///
    /// - Parameter message: The packet from its first byte on.
    public init?(_ message: Span<UInt8>) {
        guard message.count >= 28, message.bigEndianUInt16(at: 2) == 0x0800, message.bigEndianUInt16(at: 4) == 0x0604
        else { return nil }
        operation = ARPOperation(rawValue: message.bigEndianUInt16(at: 6))
        senderLink = LinkAddress(rawValue: message.linkAddress(at: 8))
        sender = IPAddress(ipv4: message.bigEndianUInt32(at: 14))
        targetLink = LinkAddress(rawValue: message.linkAddress(at: 18))
        target = IPAddress(ipv4: message.bigEndianUInt32(at: 24))
    }
}

extension PacketDissector {
    /// The addresses of an ARP packet; nil for any other packet, and for ARP about others than IPv4 addresses.
    ///
    /// - Parameters:
    ///   - packet: What was dissected.
    ///   - bytes: What it was dissected from.
    public static func arpAddresses(in packet: DissectedPacket, bytes: Span<UInt8>) -> ARPAddresses? {
        guard packet.protocols.contains(.arp) else { return nil }
        let start = packet.payloadOffset
        let end = min(start &+ packet.capturedPayloadLength, bytes.count)
        return start <= end ? ARPAddresses(bytes.extracting(start..<end)) : nil
    }
}
