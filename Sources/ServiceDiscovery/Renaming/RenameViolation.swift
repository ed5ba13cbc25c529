/// Why a responder has no new label for one that is in conflict.
@nonexhaustive
public enum RenameViolation: Error, Hashable, Sendable {
    /// The label is empty. Apple's responder takes it all the same; the others do not.
    case empty
    /// The label has more than 63 bytes (RFC 1035 §2.3.4).
    case labelTooLong(length: Int)
    /// The new label would have more than 63 bytes, and the responder does not cut: python-zeroconf's registration fails.
    case resultTooLong(length: Int)
    /// The byte is a control character, which python-zeroconf refuses, or the zero that ends a name within Avahi.
    case controlCharacter(UInt8, position: Int)
    /// The bytes at this offset are not UTF-8, and the responder cannot handle them.
    case notUTF8(position: Int)
    /// A host name has a dot within its label, which Avahi refuses.
    case dot(position: Int)
    /// The label is neither the chain's first label nor that label with a number.
    case notOfChain
    /// The responder never renames a host: python-zeroconf.
    case neverRenamed
}

extension RenameViolation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "the label is empty"
        case .labelTooLong(let length): "the label is \(length) bytes long, the limit is 63"
        case .resultTooLong(let length): "the new label would be \(length) bytes long, the limit is 63"
        case .controlCharacter(let byte, let position):
            "the label has the control character \(byte) at position \(position)"
        case .notUTF8(let position): "the label is not UTF-8 from position \(position) on"
        case .dot(let position): "the label has a dot at position \(position)"
        case .notOfChain: "the label is neither the original label nor that with a number"
        case .neverRenamed: "the responder never renames a host"
        }
    }
}
