/// A rule for the names of service instances, with where it is written.
@nonexhaustive
public enum InstanceNameRule: String, CaseIterable, Hashable, Sendable {
    /// Instance, type and domain are there: `<Instance>.<Service>.<Domain>`.
    case structure
    /// A backslash in the text is followed by a character, or by three decimal digits up to 255.
    case escapes
    /// The instance is one label; a dot within it is part of that label.
    case singleLabel = "single-label"
    /// The instance has 1 to 63 bytes.
    case instanceLength = "instance-length"
    /// Every other label has 1 to 63 bytes.
    case labelLength = "label-length"
    /// The name has at most 255 bytes on the wire.
    case nameLength = "name-length"
    /// The instance is UTF-8.
    case encoding
    /// The instance has no ASCII control characters.
    case controlCharacters = "control-characters"
    /// The instance is in Normalization Form C: names compare byte by byte.
    case normalization
    /// The type is one that may be registered.
    case serviceType = "service-type"
    /// Avahi can read questions for the name.
    case avahiQuestion = "avahi-question"
    /// python-zeroconf would send the instance as one label.
    case zeroconfLabel = "zeroconf-label"

    /// How much the rule weighs. For what is right but more than a widespread responder copes with, it is
    /// ``RuleSeverity/information``.
    public var severity: RuleSeverity { facts.severity }

    /// The document and section, or whose behavior it is.
    public var reference: String { facts.reference }

    /// The rule in a few words.
    public var summary: String { facts.summary }

    private var facts: (severity: RuleSeverity, reference: String, summary: String) {
        switch self {
        case .structure: (.must, "RFC 6763 §4.1", "instance, service type and domain are there")
        case .escapes:
            (.must, "RFC 1035 §5.1, RFC 6763 §4.3", "escapes are a backslash and a character or three digits")
        case .singleLabel: (.must, "RFC 6763 §4.1.1", "the instance is a single label")
        case .instanceLength: (.must, "RFC 6763 §4.1.1", "the instance has 1 to 63 bytes")
        case .labelLength: (.must, "RFC 1035 §2.3.4", "every other label has 1 to 63 bytes")
        case .nameLength: (.must, "RFC 1035 §2.3.4", "the whole name has at most 255 bytes")
        case .encoding: (.must, "RFC 6763 §4.1.1", "the instance is UTF-8")
        case .controlCharacters: (.must, "RFC 6763 §4.1.1", "the instance has no control characters")
        case .normalization:
            (.should, "RFC 6763 §4.1.1, RFC 5198 §3", "the instance is in Normalization Form C")
        case .serviceType: (.must, "RFC 6763 §7, RFC 6335 §5.1", "the service type may be registered")
        case .avahiQuestion: (.information, "Avahi 0.8", "Avahi can read questions for the name")
        case .zeroconfLabel:
            (.information, "python-zeroconf 0.154", "python-zeroconf sends the instance as one label")
        }
    }
}
