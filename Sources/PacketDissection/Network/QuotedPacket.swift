import WireCoding

/// The packet that an ICMP or ICMPv6 error is about, as quoted in the error: at least its IP header and the eight bytes
/// after it (RFC 792), in ICMPv6 as much as fits (RFC 4443 §2.4).
public struct QuotedPacket: Hashable, Sendable {
    /// Type and code of the error; ``isIPv6`` says by which registry.
    public let type: UInt8
    /// The variant of the error, which each ``type`` numbers by itself.
    public let code: UInt8
    /// The four bytes after the checksum: the MTU in their lower half ("fragmentation needed"), or all of them ("packet
    /// too big").
    public let parameter: UInt32
    /// The sender of the quoted packet, to which the error went.
    public let source: IPAddress
    /// The address that the quoted packet was for.
    public let destination: IPAddress
    /// The protocol after the IP headers.
    public private(set) var ipProtocol: IPProtocol
    /// The ports of TCP and UDP; nil for others, for later fragments, and if the quotation is too short.
    public private(set) var sourcePort: UInt16?
    /// The port that the quoted packet was for; nil where ``sourcePort`` is.
    public private(set) var destinationPort: UInt16?
    /// The sequence number of TCP.
    public private(set) var sequenceNumber: UInt32?

    /// Whether packet and error are of IPv6.
    public var isIPv6: Bool { source.isIPv6 }

    /// The error in words: "port unreachable".
    public var name: String? {
        isIPv6 ? ICMPMessage.nameV6(type: type, code: code) : ICMPMessage.name(type: type, code: code)
    }
}

extension PacketDissector {
    /// The packet that an ICMP error quotes.
    ///
    /// Errors are destination unreachable, source quench, redirect, time exceeded, parameter problem, and packet too
    /// big. A redirect of IPv6 does not count here: it quotes within options.
    ///
    /// - Parameters:
    ///   - packet: What was dissected.
    ///   - bytes: What it was dissected from.
    /// - Returns: nil if the packet is not such an error, or quotes less than an IP header.
    public static func quoted(in packet: DissectedPacket, bytes: Span<UInt8>) -> QuotedPacket? {
        let isIPv6 = packet.protocols.contains(.icmpv6)
        guard isIPv6 || packet.protocols.contains(.icmp), packet.transport == .none, !packet.isLaterFragment else {
            return nil
        }
        let start = packet.payloadOffset
        let end = min(start &+ packet.capturedPayloadLength, bytes.count)
        return start <= end ? QuotedPacket(bytes.extracting(start..<end), isIPv6: isIPv6) : nil
    }
}

extension QuotedPacket {
    /// - Parameter message: The bytes of an ICMP message that there are.
    init?(_ message: Span<UInt8>, isIPv6: Bool) {
        guard message.count >= ICMPMessage.minimumSize else { return nil }
        type = message[0]
        guard isIPv6 ? (1...4).contains(type) : [3, 4, 5, 11, 12].contains(type) else { return nil }
        code = message[1]
        parameter = message.bigEndianUInt32(at: 4)
        // The lengths in the headers of the quoted packet include bytes that are not there.
        let bytes = message.extracting(ICMPMessage.minimumSize..<message.count)
        var offset: Int
        if isIPv6 {
            guard bytes.count >= IPv6Header.size, bytes[0] >> 4 == 6 else { return nil }
            source = IPAddress(ipv6High: bytes.bigEndianUInt64(at: 8), low: bytes.bigEndianUInt64(at: 16))
            destination = IPAddress(ipv6High: bytes.bigEndianUInt64(at: 24), low: bytes.bigEndianUInt64(at: 32))
            ipProtocol = IPProtocol(rawValue: bytes[6])
            offset = IPv6Header.size
            for _ in 0..<PacketDissector.maximumExtensionHeaders where ipProtocol.isExtensionHeader {
                guard offset &+ IPv6ExtensionHeader.minimumSize <= bytes.count else { return }
                if ipProtocol == .fragment, bytes.bigEndianUInt16(at: offset &+ 2) & 0xFFF8 != 0 { return }
                let size = IPv6ExtensionHeader.size(of: ipProtocol, lengthField: bytes[offset &+ 1])
                ipProtocol = IPProtocol(rawValue: bytes[offset])
                offset &+= size
            }
        } else {
            guard bytes.count >= IPv4Header.minimumSize, bytes[0] >> 4 == 4 else { return nil }
            offset = Int(bytes[0] & 15) &* 4
            guard offset >= IPv4Header.minimumSize else { return nil }
            source = IPAddress(ipv4: bytes.bigEndianUInt32(at: 12))
            destination = IPAddress(ipv4: bytes.bigEndianUInt32(at: 16))
            ipProtocol = IPProtocol(rawValue: bytes[9])
            guard bytes.bigEndianUInt16(at: 6) & 0x1FFF == 0 else { return }
        }
        guard ipProtocol == .tcp || ipProtocol == .udp, offset &+ 4 <= bytes.count else { return }
        sourcePort = bytes.bigEndianUInt16(at: offset)
        destinationPort = bytes.bigEndianUInt16(at: offset &+ 2)
        guard ipProtocol == .tcp, offset &+ 8 <= bytes.count else { return }
        sequenceNumber = bytes.bigEndianUInt32(at: offset &+ 4)
    }

    var shownFields: [FrameField] {
        var fields: [FrameField] = [
            .text("source", source), .text("destination", destination),
            .code("protocol", ipProtocol, IPProtocol.meaning),
        ]
        if let sourcePort, let destinationPort {
            fields += [.number("sourcePort", sourcePort), .number("destinationPort", destinationPort)]
        }
        if let sequenceNumber { fields.append(.number("sequenceNumber", sequenceNumber)) }
        return fields
    }
}
