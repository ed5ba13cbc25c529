/// A mistake in the declarations of an Info.plist, and its location.
public struct DeclarationViolation: Error, Hashable, Sendable {
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

    public let kind: Kind
    /// The location: `NSBonjourServices[2]`, `WiFiAwareServices._chat._tcp.Publishable`.
    public let keyPath: String

    init(_ kind: Kind, at keyPath: String) {
        self.kind = kind
        self.keyPath = keyPath
    }

    public var severity: RuleSeverity {
        switch kind {
        case .wrongKind, .type, .domain, .subtype, .noRole, .repeatedKey, .misspelledKey: .must
        case .dotAtEnd, .unknownRole, .roleNotEmpty, .usageDescriptionMissing, .usageDescriptionEmpty, .entitlement:
            .should
        case .duplicate, .empty: .recommendation
        case .typeEnumeration: .information
        }
    }

    /// The document that says so.
    public var reference: String {
        switch kind {
        case .type(let violation): violation.reference
        case .domain, .subtype, .dotAtEnd, .duplicate: "Apple, NSBonjourServices"
        case .typeEnumeration: "RFC 6763 §9"
        case .noRole, .unknownRole, .roleNotEmpty: "Apple, Adopting Wi-Fi Aware"
        case .usageDescriptionMissing, .usageDescriptionEmpty: "Apple, NSLocalNetworkUsageDescription"
        case .wrongKind, .repeatedKey, .empty, .misspelledKey, .entitlement: "Apple, Information Property List"
        }
    }
}

extension DeclarationViolation: CustomStringConvertible {
    /// One sentence, with what the file says in it.
    public var description: String { "\(keyPath): \(explanation)" }

    /// The sentence without the location.
    public var explanation: String {
        switch kind {
        case .wrongKind(let found, let expected): "the value is a \(found); it must be a \(expected)"
        case .type(let violation): violation.description
        case .dotAtEnd: "the type ends with a dot; it is declared without"
        case .domain(let domain): "the type is followed by the domain \(domain); it is declared without"
        case .subtype(let type): "a subtype is not declared, only its type \(type)"
        case .typeEnumeration: "browsing for all types needs the multicast entitlement as well"
        case .duplicate(let first): "the type is already declared by entry \(first + 1)"
        case .repeatedKey: "the key is there more than once"
        case .empty: "nothing is declared"
        case .noRole: "neither Publishable nor Subscribable is there; the framework terminates such an app"
        case .unknownRole: "the key is neither Publishable nor Subscribable"
        case .roleNotEmpty: "the role's dictionary should be empty"
        case .usageDescriptionMissing: "the key is missing, so users are not shown why the app asks"
        case .usageDescriptionEmpty: "the text is empty, so users are not shown why the app asks"
        case .misspelledKey(let key): "the key is not spelled \(key) and has no effect"
        case .entitlement: "an entitlement belongs into the app's entitlements; here it has no effect"
        }
    }
}
