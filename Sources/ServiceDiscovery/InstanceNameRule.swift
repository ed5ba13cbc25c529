/// A rule for the names of service instances, with where it is written.
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
    public var severity: RuleSeverity {
        switch self {
        case .structure, .escapes, .singleLabel, .instanceLength, .labelLength, .nameLength, .encoding,
            .controlCharacters, .serviceType:
            .must
        case .normalization: .should
        case .avahiQuestion, .zeroconfLabel: .information
        }
    }

    /// The document and section, or whose behaviour it is.
    public var reference: String {
        switch self {
        case .structure: "RFC 6763 §4.1"
        case .escapes: "RFC 1035 §5.1, RFC 6763 §4.3"
        case .singleLabel, .instanceLength, .encoding, .controlCharacters: "RFC 6763 §4.1.1"
        case .normalization: "RFC 6763 §4.1.1, RFC 5198 §3"
        case .labelLength, .nameLength: "RFC 1035 §2.3.4"
        case .serviceType: "RFC 6763 §7, RFC 6335 §5.1"
        case .avahiQuestion: "Avahi 0.8"
        case .zeroconfLabel: "python-zeroconf 0.154"
        }
    }

    /// The rule in a few words.
    public var summary: String {
        switch self {
        case .structure: "instance, service type and domain are there"
        case .escapes: "escapes are a backslash and a character or three digits"
        case .singleLabel: "the instance is a single label"
        case .instanceLength: "the instance has 1 to 63 bytes"
        case .labelLength: "every other label has 1 to 63 bytes"
        case .nameLength: "the whole name has at most 255 bytes"
        case .encoding: "the instance is UTF-8"
        case .controlCharacters: "the instance has no control characters"
        case .normalization: "the instance is in Normalization Form C"
        case .serviceType: "the service type may be registered"
        case .avahiQuestion: "Avahi can read questions for the name"
        case .zeroconfLabel: "python-zeroconf sends the instance as one label"
        }
    }
}
