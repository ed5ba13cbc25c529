import WireCoding

/// The one's complement sum of IPv4, ICMP, TCP and UDP (RFC 1071).
///
/// The value covers all that was added, in order; the checksum field itself must be added as zero. Over data with a
/// right checksum in place the ``value`` is 0.
public struct InternetChecksum: Hashable, Sendable {
    private var sum: UInt64 = 0
    /// Whether an odd number of bytes was added, so the next one is the lower half of its word.
    private var isOdd = false

    /// The sum of nothing, for headers and messages without a pseudo header.
    public init() {}

    /// Begins with the pseudo header of TCP (RFC 9293 §3.1), UDP (RFC 768) or any protocol over IPv6 (RFC 8200 §8.1).
    ///
    /// - Parameters:
    ///   - source: Its family decides the form of the pseudo header.
    ///   - destination: An address of the same family.
    ///   - protocol: The protocol whose checksum it is.
    ///   - length: Bytes of transport header and payload.
    public init(pseudoHeaderFrom source: IPAddress, to destination: IPAddress, protocol: IPProtocol, length: Int) {
        var header = ByteWriter(reservingCapacity: 40)
        if source.isIPv6 {
            header.writeIPv6Address(source)
            header.writeIPv6Address(destination)
            header.writeUInt32(UInt32(truncatingIfNeeded: length))
            header.writeUInt32(UInt32(`protocol`.rawValue))
        } else {
            header.writeUInt32(source.ipv4Value)
            header.writeUInt32(destination.ipv4Value)
            header.writeUInt16(UInt16(`protocol`.rawValue))
            header.writeUInt16(UInt16(truncatingIfNeeded: length))
        }
        add(header.bytes.span)
    }

    /// The checksum of these bytes alone.
    public static func of(_ bytes: Span<UInt8>) -> UInt16 {
        var checksum = InternetChecksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// Adds bytes after those added before; an odd one out is half of a word with the first byte of the next call.
    public mutating func add(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            sum &+= isOdd ? UInt64(bytes[index]) : UInt64(bytes[index]) << 8
            isOdd.toggle()
        }
    }

    /// The complement of the sum, as header fields hold it.
    public var value: UInt16 {
        var folded = sum
        while folded > 0xFFFF { folded = (folded & 0xFFFF) &+ (folded >> 16) }
        return ~UInt16(truncatingIfNeeded: folded)
    }
}

/// The treatment of a checksum field when a header is written.
@frozen
public enum ChecksumRule: Sendable {
    /// The correct checksum is computed.
    case computed
    /// The header's own is written, be it wrong.
    case verbatim
}
