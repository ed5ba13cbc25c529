import DNSWire

/// How a responder makes a new label from one that another host has (RFC 6762 §9 leaves this open).
///
/// | rule | first | then | cut to 63 bytes |
/// |---|---|---|---|
/// | Apple, services | `iPad (2)` | +1 up to 10, from there +1 to +100 at random | yes, blanks at the cut removed |
/// | Apple, hosts | `iPad-2` | likewise | likewise |
/// | Avahi, services | `iPad #2` | +1 | yes |
/// | Avahi, hosts | `iPad-2` | +1 | yes |
/// | python-zeroconf, services | `iPad-2` | +1, counted from the original label | no, registration fails |
/// | systemd-resolved, both | `iPad2` to `iPad11` | +1 to +10 at random | no |
/// | JmDNS, services | `iPad (2)` | +1 | no |
/// | JmDNS, hosts | `iPad-1` | +1 | no |
///
/// Labels are bytes without escapes. They compare as in DNS, with ASCII letters in any case; a new label keeps the
/// spelling of the old one.
///
/// Source: the functions `IncrementLabelSuffix` of mDNSResponder, `avahi_alternative_service_name` and
/// `avahi_alternative_host_name` of Avahi 0.8, `async_check_service` of python-zeroconf 0.154, as they behave when they
/// are called. `manager_next_random_name` of systemd-resolved and `NameRegister` of JmDNS were read, and JmDNS was seen on
/// the wire.
public struct RenameRule: Hashable, Sendable {
    /// The kind of name that the label is.
    public enum Subject: String, Hashable, Sendable {
        /// An instance of a service: the first label of its ``ServiceInstanceName``.
        case service
        /// A host: the `iPad` of `iPad.local`.
        case host
    }

    /// The responder whose rule it is.
    public let family: ResponderFamily
    /// The kind of name that the rule is for.
    public let subject: Subject

    /// A rule. That of python-zeroconf for hosts refuses every label: it never renames them.
    public init(_ family: ResponderFamily, _ subject: Subject) {
        self.family = family
        self.subject = subject
    }

    /// The rules that exist: for both subjects, but python-zeroconf's, which is for services. Those of widespread responders
    /// come first.
    public static let all = [
        RenameRule(.apple, .service), RenameRule(.avahi, .service), RenameRule(.zeroconf, .service),
        RenameRule(.jmdns, .service), RenameRule(.resolved, .service),
        RenameRule(.apple, .host), RenameRule(.avahi, .host), RenameRule(.jmdns, .host), RenameRule(.resolved, .host),
    ]

    /// The label after one more conflict.
    ///
    /// - Parameters:
    ///   - label: The label that is taken.
    ///   - original: The first label of the chain, from which python-zeroconf counts: nil if `label` is that. The
    ///     other rules read the number from the label and do not need it.
    ///   - generator: Asked for one number where the rule takes a random one.
    /// - Throws: Why the responder has no new label.
    public func next(
        after label: [UInt8], original: [UInt8]? = nil, using generator: inout some RandomNumberGenerator
    ) throws(RenameViolation) -> [UInt8] {
        switch try successor(of: label, original: original) {
        case .exact(let next): next
        // The remainder is not quite uniform, by less than one in 10^17, and is the same with every standard library.
        case .anyOf(let labels): labels[Int(generator.next() % UInt64(labels.count))]
        }
    }

    /// The result of one conflict.
    ///
    /// - Parameters:
    ///   - label: The label that is taken.
    ///   - original: The first label of the chain, as for `next(after:original:using:)`.
    /// - Throws: Why the responder has no new label.
    public func successor(of label: [UInt8], original: [UInt8]? = nil) throws(RenameViolation) -> Successor {
        guard label.count <= DNSName.maximumLabelLength else { throw .labelTooLong(length: label.count) }
        return switch (family, subject) {
        case (.apple, _): AppleRenaming(subject).successor(of: label)
        case (.avahi, _): .exact(try AvahiRenaming.next(label, subject))
        case (.zeroconf, .host): throw .neverRenamed
        case (.zeroconf, .service): .exact(try ZeroconfRenaming.next(label, original: original ?? label))
        case (.resolved, _): try ResolvedRenaming.successor(of: label)
        case (.jmdns, _): .exact(try JmDNSRenaming.next(label, subject))
        }
    }

    /// The result of one conflict.
    public enum Successor: Hashable, Sendable {
        /// The only possible result.
        case exact([UInt8])
        /// The number is random, all of these being equally likely.
        case anyOf(NumberedLabels)
    }
}
