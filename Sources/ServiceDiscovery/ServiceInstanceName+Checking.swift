import DNSWire

extension ServiceInstanceName {
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
