/// What header protection hides (RFC 9000 §17.2, §17.3.1): nothing of it is proved before the packet has been opened.
public struct QUICUnprotectedHeader: Hashable, Sendable {
    /// The packet's first byte.
    public let firstByte: UInt8
    /// The last bytes of the packet number.
    public let truncatedNumber: UInt32

    /// Bytes of the packet number on the wire, 1 to 4.
    public var numberLength: Int { Int(firstByte & 3) + 1 }

    /// The key phase of a short header (RFC 9001 §6); nil for a long header, which has none.
    public var keyPhase: Bool? { firstByte & 0x80 == 0 ? firstByte & 0x04 != 0 : nil }

    /// The reserved bits, as a number: 0 in packets of peers that keep the rules. Others than 0 are a protocol violation.
    public var reservedBits: UInt8 { firstByte & 0x80 == 0 ? firstByte >> 3 & 3 : firstByte >> 2 & 3 }

    /// The whole packet number.
    ///
    /// - Parameter largest: As of ``QUICPacketNumber/decode(_:length:largest:)``.
    public func number(largest: UInt64?) -> UInt64 {
        QUICPacketNumber.decode(truncatedNumber, length: numberLength, largest: largest)
    }
}
