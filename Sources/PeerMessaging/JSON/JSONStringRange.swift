import WireCoding

/// The location of a string in a JSON text, that is the bytes between the quotes, or of another value as it is written.
public struct JSONStringRange: Hashable, Sendable {
    /// The first byte after the opening quote.
    public let lowerBound: Int32
    /// The closing quote, times two, plus one for escapes. Texts are shorter than 2 GiB, and eight bytes for a range
    /// make views small enough to be moved in registers.
    @usableFromInline let end: UInt32

    @inline(__always)
    init(_ range: Range<Int>, hasEscapes: Bool) {
        lowerBound = Int32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound) << 1 | (hasEscapes ? 1 : 0)
    }

    /// The closing quote.
    @inlinable
    public var upperBound: Int32 { Int32(truncatingIfNeeded: end >> 1) }

    /// Whether the bytes hold escapes, so that they are not yet the string.
    @inlinable
    public var hasEscapes: Bool { end & 1 != 0 }

    /// No string.
    static let empty = JSONStringRange(0..<0, hasEscapes: false)

    /// The bytes between the quotes, by their positions in the text.
    @inlinable
    public var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }

    /// Whether nothing is between the quotes; so is a string that is not there.
    @inlinable
    public var isEmpty: Bool { lowerBound == upperBound }

    /// The string.
    ///
    /// - Parameter text: The text that was scanned.
    public func string(in text: Span<UInt8>) -> String { String(decoding: utf8(in: text), as: UTF8.self) }

    /// Whether the string is the given UTF-8.
    ///
    /// - Parameters:
    ///   - other: The text to compare with, unescaped.
    ///   - text: The text that was scanned.
    @inline(__always)
    public func isEqual(to other: Span<UInt8>, in text: Span<UInt8>) -> Bool {
        guard !hasEscapes else { return utf8(in: text).span.elementsEqual(other) }
        return range.count == other.count && text.extracting(range).elementsEqual(other)
    }

    /// The string's bytes, without escapes.
    ///
    /// - Parameter text: The text that was scanned.
    public func utf8(in text: Span<UInt8>) -> [UInt8] {
        guard hasEscapes else { return text.copied(range) }
        let end = range.upperBound
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < end {
            if text[position] == UInt8(ascii: "\\"), let escape = JSONEscape(in: text, at: position, end: end) {
                output.append(contentsOf: Character(escape.scalar).utf8)
                position &+= escape.length
            } else {
                output.append(text[position])
                position &+= 1
            }
        }
        return output
    }
}
