/// The rule for service types that a name breaks (RFC 6335 §5.1, RFC 6763 §7).
@nonexhaustive
public enum ServiceTypeViolation: Error, Hashable, Sendable {
    /// The first label does not begin with `_`.
    case missingUnderscore
    /// There are not just two labels, or the second is neither `_tcp` nor `_udp`.
    case missingTransport
    /// Nothing follows the underscore.
    case emptyName
    /// The name has more than 15 characters.
    case tooLong(length: Int)
    /// The byte, `position` bytes after the underscore, is not an ASCII letter, digit or hyphen.
    case invalidCharacter(UInt8, position: Int)
    /// The name begins or ends with a hyphen.
    case hyphenAtEdge
    /// Two hyphens are adjacent.
    case adjacentHyphens
    /// The name has no letter.
    case noLetter
    /// The letter, at that position, is upper case. Only ``MultipeerServiceType`` has this rule.
    case uppercaseLetter(UInt8, position: Int)

    /// The document and section that say so: `RFC 6335 §5.1`.
    public var reference: String {
        switch self {
        case .missingUnderscore, .missingTransport: "RFC 6763 §7"
        case .emptyName, .tooLong, .invalidCharacter, .hyphenAtEdge, .adjacentHyphens, .noLetter: "RFC 6335 §5.1"
        case .uppercaseLetter: "MultipeerConnectivity, serviceType"
        }
    }
}

extension ServiceTypeViolation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingUnderscore: "the service name does not begin with an underscore"
        case .missingTransport: "the service type does not end with _tcp or _udp"
        case .emptyName: "the service name is empty"
        case .tooLong(let length): "the service name has \(length) characters, the limit is 15"
        case .invalidCharacter(let byte, let position):
            "the service name has byte \(byte) at position \(position), allowed are letters, digits and hyphens"
        case .hyphenAtEdge: "the service name begins or ends with a hyphen"
        case .adjacentHyphens: "the service name has two hyphens side by side"
        case .noLetter: "the service name has no letter"
        case .uppercaseLetter(let byte, let position):
            "the service name has the upper case letter \(Unicode.Scalar(byte)) at position \(position)"
        }
    }
}
