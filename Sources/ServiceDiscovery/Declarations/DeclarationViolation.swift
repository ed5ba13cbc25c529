/// A mistake in the declarations of an Info.plist, and its location.
public struct DeclarationViolation: Error, Hashable, Sendable {
    /// What is wrong with a declaration.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The value has another kind than the key requires; both by Xcode's names for kinds.
        case wrongKind(found: String, expected: String)
        /// The text breaks a rule for service types.
        case type(ServiceTypeViolation)
        /// The text ends with a dot. Names do so in DNS, but Apple's examples here do not.
        case dotAtEnd
        /// A domain follows the type.
        case domain(String)
        /// The text names a subtype. Only the type must be declared.
        case subtype(String)
        /// The name that lists all types (RFC 6763 §9): to browse for it, an app needs Apple's multicast entitlement.
        case typeEnumeration
        /// The type was declared before, as that entry of the array, the first being 0.
        case duplicate(first: Int)
        /// The key is there twice. Which one counts depends on the reader.
        case repeatedKey
        /// The list has no entries.
        case empty
        /// The Wi-Fi Aware service has neither role: the framework terminates the app.
        case noRole
        /// The key is neither of the roles.
        case unknownRole
        /// The role's dictionary should be empty.
        case roleNotEmpty
        /// The app declares services but does not explain to its users why it uses the local network.
        case usageDescriptionMissing
        /// The text that people read is empty.
        case usageDescriptionEmpty
        /// The key is nearly that one, and therefore without effect.
        case misspelledKey(of: String)
        /// The key is an entitlement, which has no effect in an Info.plist.
        case entitlement
    }

    /// What is wrong, with the texts that show it.
    public let kind: Kind
    /// The location: `NSBonjourServices[2]`, `WiFiAwareServices._chat._tcp.Publishable`.
    public let keyPath: String

    init(_ kind: Kind, at keyPath: String) {
        self.kind = kind
        self.keyPath = keyPath
    }

    /// How grave it is; only ``RuleSeverity/must`` breaks a requirement.
    public var severity: RuleSeverity { facts.severity }

    /// The document that says so.
    public var reference: String { facts.reference }

    /// The sentence without the location.
    public var explanation: String { facts.sentence }

    private var facts: (severity: RuleSeverity, reference: String, sentence: String) {
        let services = "Apple, NSBonjourServices"
        let wiFiAware = "Apple, Adopting Wi-Fi Aware"
        let usage = "Apple, NSLocalNetworkUsageDescription"
        let list = "Apple, Information Property List"
        return switch kind {
        case .wrongKind(let found, let expected):
            (.must, list, "the value is a \(found); it must be a \(expected)")
        case .type(let violation): (.must, violation.reference, violation.description)
        case .dotAtEnd: (.should, services, "the type ends with a dot; it is declared without")
        case .domain(let domain):
            (.must, services, "the type is followed by the domain \(domain); it is declared without")
        case .subtype(let type): (.must, services, "a subtype is not declared, only its type \(type)")
        case .typeEnumeration:
            (.information, "RFC 6763 §9", "browsing for all types needs the multicast entitlement as well")
        case .duplicate(let first): (.recommendation, services, "the type is already declared by entry \(first + 1)")
        case .repeatedKey: (.must, list, "the key is there more than once")
        case .empty: (.recommendation, list, "nothing is declared")
        case .noRole:
            (.must, wiFiAware, "neither Publishable nor Subscribable is there; the framework terminates such an app")
        case .unknownRole: (.should, wiFiAware, "the key is neither Publishable nor Subscribable")
        case .roleNotEmpty: (.should, wiFiAware, "the role's dictionary should be empty")
        case .usageDescriptionMissing:
            (.should, usage, "the key is missing, so users are not shown why the app asks")
        case .usageDescriptionEmpty: (.should, usage, "the text is empty, so users are not shown why the app asks")
        case .misspelledKey(let key): (.must, list, "the key is not spelled \(key) and has no effect")
        case .entitlement:
            (.should, list, "an entitlement belongs into the app's entitlements; here it has no effect")
        }
    }
}

extension DeclarationViolation: CustomStringConvertible {
    /// One sentence, with what the file says in it.
    public var description: String { "\(keyPath): \(explanation)" }
}
