/// Why a JSON text could not be read as what it should be, and where: a few words, no `String`.
public struct JSONDecodingError: Error, Hashable, Sendable {
    /// The raw value is the error, as the beginning of a sentence that ends with the location.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// The text ends within a value.
        case unexpectedEnd = "the text ends too early"
        /// A byte that is not allowed here.
        case unexpectedByte = "unexpected character"
        /// Bytes other than white space after the value.
        case trailingBytes = "something follows the value"
        /// Arrays and objects within each other, more than a decoder allows.
        case tooDeep = "values are nested too deeply"
        /// A control character within a string.
        case controlCharacter = "control character in a string"
        /// A backslash that starts no escape, or half of a surrogate pair.
        case invalidEscape = "invalid escape"
        /// A string that is not UTF-8.
        case invalidUTF8 = "invalid UTF-8"
        /// Not a JSON number.
        case invalidNumber = "invalid number"
        /// A number beyond the range of a `Double`, or so small that it would become 0.
        case numberOutOfRange = "number out of range"
        /// A string that is not base64 with its padding.
        case invalidBase64 = "invalid base64"
        /// A string that is not a date and time of RFC 3339.
        case invalidDate = "invalid date"
        /// A value of another type than expected.
        case wrongType = "value of the wrong type"
        /// An object lacks a member that it must have.
        case missingMember = "a member is missing"
        /// The object that names a case has no member.
        case missingCase = "no case is named"
        /// The object that names a case names several.
        case severalCases = "several cases are named"
        /// The text is longer than offsets can express (2 GiB).
        case tooLong = "the text is too long"
    }

    /// What is wrong, in words as its raw value.
    public let kind: Kind
    /// Bytes from the start of the text.
    public let offset: Int

    /// An error in the text at `offset`, in bytes from its start.
    public init(_ kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension JSONDecodingError: CustomStringConvertible {
    public var description: String { "\(kind.rawValue) at offset \(offset)" }
}
