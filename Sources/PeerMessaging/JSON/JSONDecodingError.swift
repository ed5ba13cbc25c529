/// Why a JSON text could not be read as what it should be, and where: a few words, no `String`.
public struct JSONDecodingError: Error, Hashable, Sendable {
    public enum Kind: UInt8, Hashable, Sendable {
        /// The text ends within a value.
        case unexpectedEnd
        /// A byte that is not allowed here.
        case unexpectedByte
        /// Bytes other than white space after the value.
        case trailingBytes
        /// Arrays and objects within each other, more than a decoder allows.
        case tooDeep
        /// A control character within a string.
        case controlCharacter
        /// A backslash that starts no escape, or half of a surrogate pair.
        case invalidEscape
        /// A string that is not UTF-8.
        case invalidUTF8
        /// Not a JSON number.
        case invalidNumber
        /// A number beyond the range of a `Double`, or so small that it would become 0.
        case numberOutOfRange
        /// A string that is not base64 with its padding.
        case invalidBase64
        /// A string that is not a date and time of RFC 3339.
        case invalidDate
        /// A value of another type than expected.
        case wrongType
        /// An object lacks a member that it must have.
        case missingMember
        /// The object that names a case has no member.
        case missingCase
        /// The object that names a case names several.
        case severalCases
        /// The text is longer than offsets can express (2 GiB).
        case tooLong
    }

    public let kind: Kind
    /// Bytes from the start of the text.
    public let offset: Int

    public init(_ kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension JSONDecodingError: CustomStringConvertible {
    public var description: String { "\(kind.words) at offset \(offset)" }
}

extension JSONDecodingError.Kind {
    /// The error, as the beginning of a sentence that ends with the location.
    var words: String {
        switch self {
        case .unexpectedEnd: "the text ends too early"
        case .unexpectedByte: "unexpected character"
        case .trailingBytes: "something follows the value"
        case .tooDeep: "values are nested too deeply"
        case .controlCharacter: "control character in a string"
        case .invalidEscape: "invalid escape"
        case .invalidUTF8: "invalid UTF-8"
        case .invalidNumber: "invalid number"
        case .numberOutOfRange: "number out of range"
        case .invalidBase64: "invalid base64"
        case .invalidDate: "invalid date"
        case .wrongType: "value of the wrong type"
        case .missingMember: "a member is missing"
        case .missingCase: "no case is named"
        case .severalCases: "several cases are named"
        case .tooLong: "the text is too long"
        }
    }
}
