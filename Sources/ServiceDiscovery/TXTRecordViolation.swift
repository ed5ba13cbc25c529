/// The rule for service attributes that an entry or a record breaks (RFC 6763 §6).
@nonexhaustive
public enum TXTRecordViolation: Error, Hashable, Sendable {
    /// Nothing is before the `=`.
    case emptyKey
    /// The byte of the key is not printable ASCII, or is `=`.
    case invalidKeyCharacter(UInt8, position: Int)
    /// Key, `=` and value have more than 255 bytes.
    case entryTooLong(length: Int)
    /// The entries together have more than 65,535 bytes.
    case recordTooLong(length: Int)
}

extension TXTRecordViolation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyKey: "the entry has no key"
        case .invalidKeyCharacter(let byte, let position):
            "the key has byte \(byte) at position \(position), allowed is printable ASCII without ="
        case .entryTooLong(let length): "the entry is \(length) bytes long, the limit is 255"
        case .recordTooLong(let length): "the record is \(length) bytes long, the limit is 65535"
        }
    }
}
