import WireCoding

/// The result of checking a checksum field.
@frozen
public enum ChecksumState: Sendable {
    /// The field has the checksum of the bytes.
    case valid
    /// The field has a wrong checksum, which no other state explains.
    case invalid
    /// There is no checksum: the header was not found, or the sender computed none (UDP over IPv4).
    case absent
    /// Bytes are missing that it covers: the packet is cut or a piece of a datagram.
    case unverifiable
    /// The field holds the sum of the pseudo header, or nothing, as a system leaves it to the network card: captured
    /// before the card filled it in, and no fault.
    case offloaded
}

/// The checksums of one packet.
@frozen
public struct PacketChecksums: Hashable, Sendable {
    /// The checksum of the IPv4 header; ``ChecksumState/absent`` in IPv6.
    public var ipv4Header = ChecksumState.absent
    /// The checksum of TCP, UDP, ICMP or ICMPv6.
    public var transport = ChecksumState.absent

    /// Both checksums absent, until they are verified.
    @inlinable public init() {}
}

/// Verifies checksums of dissected packets, on request (RFC 1071; RFC 9293 §3.1, RFC 768, RFC 792, RFC 8200 §8.1).
public enum ChecksumVerifier {
    /// Verifies the checksums of one packet.
    ///
    /// - Parameters:
    ///   - packet: What was dissected. In a tunnel it is the inner packet whose checksums are verified.
    ///   - bytes: What it was dissected from.
    public static func checksums(of packet: DissectedPacket, bytes: Span<UInt8>) -> PacketChecksums {
        var result = PacketChecksums()
        let offset = packet.networkOffset
        guard !packet.protocols.isDisjoint(with: [.ipv4, .ipv6]), offset < bytes.count else { return result }
        if !packet.isIPv6 { result.ipv4Header = ipv4Header(bytes, offset) }
        result.transport = transport(packet, bytes)
        return result
    }

    private static func ipv4Header(_ bytes: Span<UInt8>, _ offset: Int) -> ChecksumState {
        let size = Int(bytes[offset] & 15) &* 4
        guard size >= IPv4Header.minimumSize, offset &+ size <= bytes.count else { return .unverifiable }
        if InternetChecksum.of(bytes.extracting(offset..<offset &+ size)) == 0 { return .valid }
        return bytes.bigEndianUInt16(at: offset &+ 10) == 0 ? .offloaded : .invalid
    }

    private static func transport(_ packet: DissectedPacket, _ bytes: Span<UInt8>) -> ChecksumState {
        let kind = IPProtocol(rawValue: packet.ipProtocol)
        let (fieldOffset, hasPseudoHeader): (Int, Bool)
        let isMessage = packet.transport == .none
        switch kind {
        case .tcp where !isMessage: (fieldOffset, hasPseudoHeader) = (16, true)
        case .udp where !isMessage: (fieldOffset, hasPseudoHeader) = (6, true)
        case .icmp where packet.protocols.contains(.icmp): (fieldOffset, hasPseudoHeader) = (2, false)
        case .icmpv6 where packet.protocols.contains(.icmpv6): (fieldOffset, hasPseudoHeader) = (2, true)
        default: return packet.isFragment ? .unverifiable : .absent
        }
        let start = isMessage ? packet.payloadOffset : packet.transportOffset
        let end = packet.payloadOffset &+ packet.payloadLength
        guard !packet.isFragment, end <= bytes.count, start >= 0, start &+ fieldOffset &+ 2 <= end else {
            return .unverifiable
        }
        let field = bytes.bigEndianUInt16(at: start &+ fieldOffset)
        if kind == .udp, field == 0 { return packet.source.isIPv6 ? .invalid : .absent }
        let pseudo =
            hasPseudoHeader
            ? InternetChecksum(
                pseudoHeaderFrom: packet.source, to: packet.destination, protocol: kind, length: end &- start)
            : InternetChecksum()
        var sum = pseudo
        sum.add(bytes.extracting(start..<end))
        if sum.value == 0 { return .valid }
        // The card adds the segment to what is in the field: the sum of the pseudo header, not its complement.
        let isPartial = kind == .tcp || kind == .udp
        return isPartial && (field == ~pseudo.value || field == 0) ? .offloaded : .invalid
    }
}
