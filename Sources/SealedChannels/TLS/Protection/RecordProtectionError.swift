/// Why a record was not opened, or not sealed.
@nonexhaustive
public enum RecordProtectionError: Error, Hashable, Sendable {
    /// It has fewer bytes than the parts that every record of the cipher has.
    case tooShort(length: Int, minimum: Int)
    /// It has more bytes than the version allows.
    case tooLong(length: Int, maximum: Int)
    /// What AES-CBC encrypted is not a whole number of blocks.
    case notWholeBlocks(length: Int)
    /// It was not made with this key and this number, or it was changed.
    case notAuthentic
    /// It is authentic, and all of it is padding, which TLS 1.3 forbids (RFC 8446 §5.4).
    case noContentType
    /// To seal, the part that a record carries beside what is encrypted has another size.
    case explicitPart(length: Int, expected: Int)
}

extension RecordProtectionError: CustomStringConvertible {
    /// One phrase.
    public var description: String {
        switch self {
        case .tooShort(let length, let minimum):
            "the record has \(length) bytes, and one of its cipher at least \(minimum)"
        case .tooLong(let length, let maximum): "the record has \(length) bytes, more than \(maximum)"
        case .notWholeBlocks(let length): "the \(length) encrypted bytes of the record are not whole blocks"
        case .notAuthentic: "the record was not made with this key and this number, or it was changed"
        case .noContentType: "all of the record is padding"
        case .explicitPart(let length, let expected):
            "the explicit part of the record has \(length) bytes in place of \(expected)"
        }
    }
}
