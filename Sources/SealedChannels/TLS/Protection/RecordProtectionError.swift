/// Why a record was not opened, or not sealed.
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
