import WireCoding

/// The random name of an address, by which connectivity checks go: four bytes in the order of the wire.
///
/// Connection data have the token of each address, and the user name of a check the tokens of both ends. Confidence: B
/// (W).
public struct MultipeerToken: RawRepresentable, Hashable, Sendable {
    /// The four bytes, the first one highest.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension MultipeerToken: CustomStringConvertible {
    /// Eight hexadecimal digits: `a1a2a3a4`.
    public var description: String { rawValue.digits(8, radix: 16) }
}

extension MultipeerToken: HeaderPart {
    /// Bytes that stay in their order.
    public static var isNumber: Bool { false }
    public init(word: UInt64) { self.init(rawValue: UInt32(truncatingIfNeeded: word)) }
    /// The digits as a text of a report's field.
    public var fieldValue: FieldValue { .text(description) }
}
