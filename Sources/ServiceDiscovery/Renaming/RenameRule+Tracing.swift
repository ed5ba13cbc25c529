import DNSWire

extension RenameRule {
    /// The rules by which one conflict leads from the old label to the new one, in the order of ``all``.
    public static func rules(from old: [UInt8], to new: [UInt8], of subject: Subject) -> [RenameRule] {
        all.filter { $0.subject == subject && $0.leads(from: old, to: new) }
    }

    /// Whether one conflict can lead from one label to the other.
    ///
    /// python-zeroconf counts from the original label, which the old label does not show: both `Lamp-2`, as the
    /// original, to `Lamp-2-2` and `Lamp-2`, as the second of a chain, to `Lamp-3` are steps of its rule. systemd-resolved
    /// appends the first number of a service to a template, which the old label does not show either.
    public func leads(from old: [UInt8], to new: [UInt8]) -> Bool {
        switch try? successor(of: old) {
        case .exact(let next) where LabelBytes.areEqual(next, new): return true
        case .anyOf(let labels) where labels.contains(new): return true
        default: break
        }
        if family == .resolved, subject == .service { return ResolvedRenaming.extends(old, to: new) }
        guard family == .zeroconf, let (stem, _) = NumberSuffix.hyphen.splitNumber(old),
            !stem.isEmpty, let next = try? ZeroconfRenaming.next(old, original: Array(stem))
        else { return false }
        return LabelBytes.areEqual(next, new)
    }

    /// The origin of a label with a number, if it comes from conflicts by this rule: the label without the number, and
    /// the minimum number of conflicts since.
    ///
    /// This is not a proof: anyone may call an instance `iPad (2)`, and if names were cut, the end of the original is
    /// lost.
    ///
    /// - Returns: nil for a label without a number that the rule could have put there, and for systemd-resolved, whose
    ///   numbers have no separator: they cannot be told from digits that belong to the name.
    public func origin(of label: [UInt8]) -> (label: [UInt8], conflicts: Int)? {
        guard let (stem, _) = suffix?.splitNumber(label), !stem.isEmpty,
            let conflicts = conflicts(from: Array(stem), to: label, limit: .max), conflicts > 0
        else { return nil }
        return (Array(stem), conflicts)
    }

    private var suffix: NumberSuffix? {
        switch (family, subject) {
        case (.resolved, _): nil
        case (.apple, .service), (.jmdns, .service): .parentheses
        case (.avahi, .service): .numberSign
        case (.zeroconf, .service), (_, .host): .hyphen
        }
    }

    /// The least number of conflicts that lead from one label to the other.
    ///
    /// Takes the same time for any limit. A chain of several conflicts in which the number wraps (at 2³² for Apple, at
    /// 2³¹ for Avahi) is not followed beyond there.
    ///
    /// - Parameters:
    ///   - old: The label before the first conflict.
    ///   - new: The label after the last one.
    ///   - limit: The most conflicts to consider.
    /// - Returns: 0 for the same label, nil when the rule does not lead there within the limit.
    public func conflicts(from old: [UInt8], to new: [UInt8], limit: Int) -> Int? {
        let count: UInt64? =
            if LabelBytes.areEqual(old, new) {
                0
            } else if leads(from: old, to: new) {
                1
            } else {
                switch family {
                case .apple: appleConflicts(from: old, to: new)
                case .avahi: avahiConflicts(from: old, to: new)
                case .zeroconf: zeroconfConflicts(from: old, to: new)
                case .resolved: ResolvedRenaming.conflicts(from: old, to: new)
                case .jmdns: JmDNSRenaming.conflicts(from: old, to: new, subject)
                }
            }
        return count.flatMap(Int.init(exactly:)).flatMap { $0 <= limit ? $0 : nil }
    }

    /// For more than one conflict. Cutting for a short number and then for a long one gives the same result as cutting
    /// once, so only the first name and the last number count.
    private func appleConflicts(from old: [UInt8], to new: [UInt8]) -> UInt64? {
        let renaming = AppleRenaming(subject)
        guard old.count <= DNSName.maximumLabelLength, let (newStem, last) = renaming.suffix.splitNumber(new),
            let last = UInt32(exactly: last)
        else { return nil }
        let (stem, first) = renaming.split(old)
        // No number and 1 both lead to 2.
        let start = max(first, 1)
        let steady = AppleRenaming.firstRandomNumber
        guard last > start, last <= steady || renaming.countsOn(stem: newStem, number: last),
            LabelBytes.areEqual(new, renaming.label(stem, number: last))
        else { return nil }
        let single = start < steady ? UInt64(min(last, steady) - start) : 0
        let base = max(start, steady)
        guard last > base else { return single }
        let step = UInt64(AppleRenaming.maximumStep)
        return single + (UInt64(last - base) + step - 1) / step
    }

    /// For more than one conflict.
    private func avahiConflicts(from old: [UInt8], to new: [UInt8]) -> UInt64? {
        guard let suffix, case .exact(let next) = try? successor(of: old),
            let (stem, first) = AvahiRenaming.split(next, suffix), let (_, last) = AvahiRenaming.split(new, suffix),
            first > 0, last > first,
            let expected = try? AvahiRenaming.label(stem, last, suffix), LabelBytes.areEqual(expected, new)
        else { return nil }
        return UInt64(last - first) + 1
    }

    /// For more than one conflict.
    private func zeroconfConflicts(from old: [UInt8], to new: [UInt8]) -> UInt64? {
        guard subject == .service, new.count <= DNSName.maximumLabelLength, (try? ZeroconfRenaming.check(old)) != nil,
            let (stem, last) = NumberSuffix.hyphen.splitNumber(new), last >= 2
        else { return nil }
        if LabelBytes.areEqual(stem, old) { return last - 1 }
        guard let (oldStem, first) = NumberSuffix.hyphen.splitNumber(old), first >= 2, last > first,
            !stem.isEmpty, LabelBytes.areEqual(stem, oldStem)
        else { return nil }
        return last - first
    }
}
