/// How a name breaks a rule for the names of service instances.
public enum InstanceNameViolation: Error, Hashable, Sendable {
    /// No `_name._tcp` or `_name._udp` has a label before it and a domain after it.
    case noServiceType
    /// The name is that of a subtype, or one under `_dns-sd._udp` that asks for types and domains (RFC 6763 §7.1, §9,
    /// §11).
    case noInstance
    /// The escape that begins at the byte of the text is invalid.
    case invalidEscape(position: Int)
    /// The instance is spread over several labels.
    case severalLabels(count: Int)
    /// The instance is empty.
    case emptyInstance
    /// The instance has more than 63 bytes.
    case instanceTooLong(length: Int)
    /// Two dots are adjacent, or one is at the beginning.
    case emptyLabel
    /// A label of type or domain has more than 63 bytes.
    case labelTooLong(length: Int)
    /// The name has more than 255 bytes on the wire, length bytes and root included.
    case nameTooLong(length: Int)
    /// The instance is not UTF-8 from the byte on.
    case notUTF8(position: Int)
    /// The byte of the instance is an ASCII control character.
    case controlCharacter(UInt8, position: Int)
    /// The characters that begin at the byte of the instance have another spelling in Normalization Form C.
    case notNormalized(position: Int)
    /// The type may not be registered.
    case serviceType(ServiceTypeViolation)
    /// Avahi's text of the name has more than 255 characters, and Avahi drops messages that ask for it.
    case unreadableByAvahi(length: Int)
    /// python-zeroconf would send the instance as that many labels.
    case splitByZeroconf(labels: Int)

    /// The rule that is broken.
    public var rule: InstanceNameRule {
        switch self {
        case .noServiceType, .noInstance: .structure
        case .invalidEscape: .escapes
        case .severalLabels: .singleLabel
        case .emptyInstance, .instanceTooLong: .instanceLength
        case .emptyLabel, .labelTooLong: .labelLength
        case .nameTooLong: .nameLength
        case .notUTF8: .encoding
        case .controlCharacter: .controlCharacters
        case .notNormalized: .normalization
        case .serviceType: .serviceType
        case .unreadableByAvahi: .avahiQuestion
        case .splitByZeroconf: .zeroconfLabel
        }
    }
}

extension InstanceNameViolation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noServiceType:
            "the name has no _name._tcp or _name._udp with an instance before it and a domain after it"
        case .noInstance: "the name is that of a subtype or of the service directory, not of an instance"
        case .invalidEscape(let position): "the backslash at position \(position) does not begin an escape"
        case .severalLabels(let count): "the instance is spread over \(count) labels"
        case .emptyInstance: "the instance is empty"
        case .instanceTooLong(let length): "the instance is \(length) bytes long, the limit is 63"
        case .emptyLabel: "a label is empty"
        case .labelTooLong(let length): "a label is \(length) bytes long, the limit is 63"
        case .nameTooLong(let length): "the name is \(length) bytes long, the limit is 255"
        case .notUTF8(let position): "the instance is not UTF-8 from position \(position) on"
        case .controlCharacter(let byte, let position):
            "the instance has the control character \(byte) at position \(position)"
        case .notNormalized(let position): "the instance is not in Normalization Form C from position \(position) on"
        case .serviceType(let violation): violation.description
        case .unreadableByAvahi(let length):
            "Avahi's text of the name has \(length) characters, and Avahi reads no questions with more than 255"
        case .splitByZeroconf(let labels): "python-zeroconf would send the instance as \(labels) labels"
        }
    }
}
