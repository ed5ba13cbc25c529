/// How a name breaks a rule for the names of service instances.
@nonexhaustive
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
    public var rule: InstanceNameRule { facts.rule }

    private var facts: (rule: InstanceNameRule, sentence: String) {
        switch self {
        case .noServiceType:
            (.structure, "the name has no _name._tcp or _name._udp with an instance before it and a domain after it")
        case .noInstance:
            (.structure, "the name is that of a subtype or of the service directory, not of an instance")
        case .invalidEscape(let position):
            (.escapes, "the backslash at position \(position) does not begin an escape")
        case .severalLabels(let count): (.singleLabel, "the instance is spread over \(count) labels")
        case .emptyInstance: (.instanceLength, "the instance is empty")
        case .instanceTooLong(let length):
            (.instanceLength, "the instance is \(length) bytes long, the limit is 63")
        case .emptyLabel: (.labelLength, "a label is empty")
        case .labelTooLong(let length): (.labelLength, "a label is \(length) bytes long, the limit is 63")
        case .nameTooLong(let length): (.nameLength, "the name is \(length) bytes long, the limit is 255")
        case .notUTF8(let position): (.encoding, "the instance is not UTF-8 from position \(position) on")
        case .controlCharacter(let byte, let position):
            (.controlCharacters, "the instance has the control character \(byte) at position \(position)")
        case .notNormalized(let position):
            (.normalization, "the instance is not in Normalization Form C from position \(position) on")
        case .serviceType(let violation): (.serviceType, violation.description)
        case .unreadableByAvahi(let length):
            (
                .avahiQuestion,
                "Avahi's text of the name has \(length) characters, and Avahi reads no questions with more than 255"
            )
        case .splitByZeroconf(let labels):
            (.zeroconfLabel, "python-zeroconf would send the instance as \(labels) labels")
        }
    }
}

extension InstanceNameViolation: CustomStringConvertible {
    public var description: String { facts.sentence }
}
