import WireCoding

/// A peer as its session packets name it: the low 32 bits of the peer number with the top bit cleared.
///
/// Confidence: B (seen in bytes of one source; the other one clears the bit too). Values with the top bit, which no
/// peer should have, are kept.
public struct MultipeerParticipantID: RawRepresentable, Hashable, Sendable {
    /// Bytes of every participant ID.
    public static let size = 4

    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The participant ID that belongs to a peer number.
    public init(peerNumber: UInt64) { rawValue = UInt32(truncatingIfNeeded: peerNumber) & 0x7FFF_FFFF }
}

extension MultipeerParticipantID: CustomStringConvertible {
    /// Eight hexadecimal digits, upper case: `291FE203`.
    public var description: String { rawValue.digits(8, radix: 16).uppercased() }
}

extension MultipeerParticipantID: HeaderPart {
    public init(word: UInt64) { self.init(rawValue: UInt32(truncatingIfNeeded: word)) }
    /// The digits as a text of a report's field.
    public var fieldValue: FieldValue { .text(description) }
}
