import ServiceDiscovery

/// How a responder's rule leads from a name that a host gave up to the one that it took instead.
struct RenameStep {
    /// Nil where no rule leads there, and where those of several families do and nothing decides between them.
    let family: ResponderFamily?
    /// The number of conflicts that it takes.
    let conflicts: Int
    /// Whether some responder's rule leads there.
    var isByKnownRule = true

    /// The number of names skipped between two that were on the link.
    private static let maximumConflicts = 16

    /// The step between two names of services. Where several rules fit, it is that of the software that the host is known to
    /// run, then of what it may run, then of the most widespread responder.
    ///
    /// - Returns: Nil where the new label is neither by a rule nor the old one with another number.
    static func ofService(
        from old: [UInt8], to new: [UInt8], by sender: ServiceSender, _ tracker: ServiceTracker
    ) -> RenameStep? {
        let all = steps(from: old, to: new, of: .service, by: sender, tracker)
        if let known = all.first(where: { $0.family == tracker.family(of: sender) }) { return known }
        let fewest = all.map(\.conflicts).min()
        let shortest = all.filter { $0.conflicts == fewest }
        let likely = shortest.first { $0.family.map { tracker.admits($0, of: sender) } ?? false }
        return likely ?? shortest.first ?? (differInNumberAlone(old, new) ? unknown : nil)
    }

    /// The step between two names of hosts, whose numbers look the same with most responders.
    ///
    /// - Returns: Nil where the new label is not by a rule.
    static func ofHost(
        from old: [UInt8], to new: [UInt8], by sender: ServiceSender, _ tracker: ServiceTracker
    ) -> RenameStep? {
        let all = steps(from: old, to: new, of: .host, by: sender, tracker)
        guard let first = all.first else { return nil }
        let likely = all.count == 1 ? all : all.filter { $0.family.map { tracker.admits($0, of: sender) } ?? false }
        return likely.count == 1 ? likely[0] : RenameStep(family: nil, conflicts: first.conflicts)
    }

    /// The step between two names of hosts of which the first one is known to have met a conflict: then signs of a software
    /// are enough for its rule.
    static func ofHostAfterConflict(
        from old: [UInt8], to new: [UInt8], by sender: ServiceSender, _ tracker: ServiceTracker
    ) -> RenameStep {
        for rule in RenameRule.all where rule.subject == .host && tracker.resembles(rule.family, of: sender) {
            if let conflicts = rule.conflicts(from: old, to: new, limit: maximumConflicts) {
                return RenameStep(family: rule.family, conflicts: conflicts)
            }
        }
        return unknown
    }

    /// A step by no rule that is known.
    static let unknown = RenameStep(family: nil, conflicts: 1, isByKnownRule: false)

    /// All steps by rules, in the order of ``RenameRule/all``. A rule of systemd-resolved or JmDNS needs evidence for that
    /// software: numbers without a separator, and Apple's suffix, have other reasons as well.
    private static func steps(
        from old: [UInt8], to new: [UInt8], of subject: RenameRule.Subject, by sender: ServiceSender,
        _ tracker: ServiceTracker
    ) -> [RenameStep] {
        RenameRule.all.compactMap { rule in
            guard rule.subject == subject,
                ResponderFamily.measured.contains(rule.family) || tracker.family(of: sender) == rule.family
            else { return nil }
            return rule.conflicts(from: old, to: new, limit: maximumConflicts).map {
                RenameStep(family: rule.family, conflicts: $0)
            }
        }
    }

    /// Whether the new label is the old one with another number after it, in any spelling.
    static func differInNumberAlone(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        func isNumbering(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || [0x20, 0x23, 0x28, 0x29, 0x2D, 0x5F].contains(byte)
        }
        func stem(_ label: [UInt8]) -> ArraySlice<UInt8> {
            label[..<(label.lastIndex { !isNumbering($0) }.map { $0 + 1 } ?? 0)]
        }
        let (oldStem, newStem) = (stem(old), stem(new))
        guard !newStem.isEmpty, oldStem == newStem else { return false }
        return new[newStem.endIndex...].contains { (0x30...0x39).contains($0) }
    }
}

/// How a report names the rule by which a name was made.
enum RenameStyle {
    /// ``Service/renameStyle`` where the rule is of none of the three families that the key has values for.
    static let other = "other"

    /// The value of ``Service/renameStyle``: nil where several families are possible.
    static func key(_ family: ResponderFamily?, isByKnownRule: Bool) -> String? {
        guard let family else { return isByKnownRule ? nil : other }
        return ResponderFamily.measured.contains(family) ? family.rawValue : other
    }

    /// The value of ``Service/Event/rule``, which has all families.
    static func rule(_ family: ResponderFamily?, isByKnownRule: Bool) -> String? {
        family?.rawValue ?? (isByKnownRule ? nil : other)
    }

    /// What the rule of a family does with the number of a service's name, as a part at the end of a sentence; empty without one.
    static func arithmetic(_ family: ResponderFamily?, after label: [UInt8], conflicts: Int) -> String {
        family.map { "; " + RenameRule($0, .service).explanation(after: label, conflicts: conflicts) } ?? ""
    }

    /// The rule within a sentence, with a blank before it: empty where it is one of several.
    static func words(_ family: ResponderFamily?, isByKnownRule: Bool) -> String {
        family.map { " by the rule of \($0.softwareName)" } ?? (isByKnownRule ? "" : " by no known rule")
    }
}
