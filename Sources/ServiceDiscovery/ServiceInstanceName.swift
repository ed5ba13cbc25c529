import DNSWire

/// The name of one service on one host (RFC 6763 §4.1): `<Instance>.<Service>.<Domain>`.
///
/// Two instance names are equal when their ``fullName``s are.
public struct ServiceInstanceName: Sendable {
    /// The whole name as it is on the wire.
    public let fullName: DNSName
    /// The label that people see, unescaped: UTF-8 if the sender keeps to the rules.
    ///
    /// An instance has one label. Some senders split it at its dots (python-zeroconf does); all labels before the type
    /// are then given here with dots between them.
    public let instance: [UInt8]
    /// The two labels after the instance: `_http._tcp`.
    public let type: ServiceType
    /// `local` in multicast DNS.
    public let domain: DNSName

    /// Takes a name apart by its labels.
    ///
    /// - Returns: nil for a name that has no service type, no domain after the type or no instance before it, for the
    ///   name of a subtype, and for the names under `_dns-sd._udp` that ask for types and domains (RFC 6763 §9, §11).
    public init?(_ name: DNSName) {
        guard let parts = ServiceLabels(name, labelsBefore: 1), !parts.isSubtype, !parts.isDirectoryType else {
            return nil
        }
        fullName = name
        instance = parts.joined(0..<parts.typeIndex)
        type = parts.type
        domain = parts.domain
    }

    /// The instance as text; bytes that are not UTF-8 become U+FFFD.
    public var instanceText: String { String(decoding: instance, as: UTF8.self) }

    /// The name under which a service is registered.
    ///
    /// - Parameters:
    ///   - instance: The text that users see, unescaped: it may have dots, blanks and any other character.
    ///   - type: The type of the service.
    ///   - domain: The domain after the type.
    /// - Throws: The first rule that the instance or the whole name breaks.
    public init(
        instance: String, type: ServiceType, domain: DNSName = .local
    ) throws(InstanceNameViolation) {
        let label = Array(instance.utf8)
        if let violation = Self.violations(ofInstance: label).first(where: { $0.rule.severity == .must }) {
            throw violation
        }
        self = try Self.joining(label, type, domain)
    }

    /// Reads the text form, with or without a dot at the end: `iPad\032(2)._http._tcp.local.`
    ///
    /// Escapes are resolved wherever they occur, so that the text of any library is read. Only dots and backslashes
    /// need escapes: `iPad (2)._http._tcp.local` is the same name. Names that break rules for instances are read too;
    /// ``violations`` lists these rules.
    ///
    /// - Throws: Why the text is not the name of a service instance.
    public init(presentation text: String) throws(InstanceNameViolation) {
        let labels: [[UInt8]]
        do throws(EscapedText.InvalidEscape) {
            labels = try EscapedText.labels(of: text)
        } catch {
            throw .invalidEscape(position: error.position)
        }
        let typeIndex = labels.indices.dropLast(2).dropFirst().first {
            labels[$0].first == 0x5F && ServiceTransport(label: labels[$0 + 1][...]) != nil
        }
        for (index, label) in labels.enumerated() {
            if index == 0, typeIndex != nil, label.isEmpty { throw .emptyInstance }
            if label.isEmpty { throw .emptyLabel }
            guard label.count <= DNSName.maximumLabelLength else {
                throw index < typeIndex ?? 0
                    ? .instanceTooLong(length: label.count) : .labelTooLong(length: label.count)
            }
        }
        let length = labels.reduce(1) { $0 + $1.count + 1 }
        guard let name = try? DNSName(labels: labels) else { throw .nameTooLong(length: length) }
        guard let service = ServiceInstanceName(name) else {
            throw ServiceLabels(name, labelsBefore: 1) == nil ? .noServiceType : .noInstance
        }
        self = service
    }

    /// Parses text that is not a name only because its instance is empty or too long for a label, so that the behavior
    /// of responders for such an instance can still be shown.
    ///
    /// - Returns: The instance, unescaped, its labels with dots between them; and what it is an instance of.
    package static func unlimitedParts(
        ofPresentation text: String
    ) -> (instance: [UInt8], typeName: ServiceTypeName)? {
        guard let labels = try? EscapedText.labels(of: text) else { return nil }
        for index in labels.indices.dropFirst() {
            guard let name = try? DNSName(labels: labels[index...]), let typeName = ServiceTypeName(name),
                labels[index].first == 0x5F
            else { continue }
            let instance = Array(labels[..<index].joined(separator: [0x2E]))
            return instance.isEmpty || instance.count > DNSName.maximumLabelLength ? (instance, typeName) : nil
        }
        return nil
    }

    /// The name of the same type in the same domain with another instance, as after a conflict.
    ///
    /// - Parameter label: One label of any bytes, as ``RenameRule`` makes it.
    /// - Throws: ``InstanceNameViolation/emptyInstance``, ``InstanceNameViolation/instanceTooLong(length:)`` or
    ///   ``InstanceNameViolation/nameTooLong(length:)``.
    public func replacingInstance(with label: [UInt8]) throws(InstanceNameViolation) -> ServiceInstanceName {
        guard !label.isEmpty else { throw .emptyInstance }
        guard label.count <= DNSName.maximumLabelLength else { throw .instanceTooLong(length: label.count) }
        return try Self.joining(label, type, domain)
    }

    /// - Parameter instance: A label of legal length.
    private static func joining(
        _ instance: [UInt8], _ type: ServiceType, _ domain: DNSName
    ) throws(InstanceNameViolation) -> ServiceInstanceName {
        let length = instance.count + type.relativeName.encodedSize + domain.encodedSize
        guard let label = try? DNSName(labels: [instance]), let service = try? label.appending(type.relativeName),
            let name = try? service.appending(domain)
        else { throw .nameTooLong(length: length) }
        // An observed type may be the directory's, and a domain may be the root.
        guard let joined = ServiceInstanceName(name) else {
            throw domain.isRoot ? .noServiceType : .noInstance
        }
        return joined
    }
}

extension ServiceInstanceName: Hashable {
    public static func == (first: ServiceInstanceName, second: ServiceInstanceName) -> Bool {
        first.fullName == second.fullName
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fullName) }
}

extension ServiceInstanceName: CustomStringConvertible {
    public var description: String { fullName.presentation }
}

extension ServiceInstanceName {
    /// The whole name as the family's library writes it.
    ///
    /// | Apple | `iPad\032(2)._http._tcp.local.` |
    /// |---|---|
    /// | Avahi | `iPad\032\0402\041._http._tcp.local` |
    /// | python-zeroconf | `iPad (2)._http._tcp.local.` |
    ///
    /// ``description`` is our own form, which escapes only what cannot be shown.
    public func presentation(by family: ResponderFamily) -> String {
        let labels = fullName.labels.map { family.presentation(ofLabel: $0) }
        // The result of `avahi_service_name_join` has no final dot.
        return labels.joined(separator: ".") + (family == .avahi ? "" : ".")
    }

    /// The maximum length of Avahi's escaped text of a name that Avahi 0.8 reads in a question. It drops messages that
    /// ask for longer ones, with all their content, so such a name cannot be defended.
    public static let maximumAvahiLength = 255

    /// The rules that the name breaks, in the order of ``InstanceNameRule``: at most one of each.
    ///
    /// A name that is there has a structure and keeps to the lengths of DNS, so that rules for what may be in it are
    /// left.
    public var violations: [InstanceNameViolation] {
        var violations: [InstanceNameViolation] = []
        let labels = fullName.labelCount - domain.labelCount - 2
        if labels > 1 { violations.append(.severalLabels(count: labels)) }
        violations += Self.violations(ofInstance: instance)
        if let violation = type.violation { violations.append(.serviceType(violation)) }
        let length = presentation(by: .avahi).utf8.count
        if length > Self.maximumAvahiLength { violations.append(.unreadableByAvahi(length: length)) }
        let parts = instance.split(separator: 0x2E, omittingEmptySubsequences: false).count
        if labels == 1, parts > 1 { violations.append(.splitByZeroconf(labels: parts)) }
        return violations
    }

    /// The rules that a label breaks as the instance of a service, whatever its type and domain: the same as in
    /// ``violations``, and its length.
    public static func violations(ofInstance label: [UInt8]) -> [InstanceNameViolation] {
        var violations: [InstanceNameViolation] = []
        if label.isEmpty { violations.append(.emptyInstance) }
        if label.count > DNSName.maximumLabelLength { violations.append(.instanceTooLong(length: label.count)) }
        let broken = LabelBytes.firstInvalidUTF8(label)
        if let broken { violations.append(.notUTF8(position: broken)) }
        if let position = label.firstIndex(where: LabelBytes.isControl) {
            violations.append(.controlCharacter(label[position], position: position))
        }
        if broken == nil, let position = Normalization.firstDeviation(label) {
            violations.append(.notNormalized(position: position))
        }
        return violations
    }
}
