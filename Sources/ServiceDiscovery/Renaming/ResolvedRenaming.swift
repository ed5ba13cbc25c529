import DNSWire

/// The arithmetic of systemd-resolved: a number without a separator at the end of the label, which grows by 1 to 10 at
/// random. Labels are not cut.
enum ResolvedRenaming {
    /// The longest random step.
    static let maximumStep = 10

    static func successor(of label: [UInt8]) throws(RenameViolation) -> RenameRule.Successor {
        guard !label.isEmpty else { throw .empty }
        let (stem, number) = split(label)
        let labels = NumberedLabels(form: .digits, stem: Array(stem), firstNumber: number &+ 1, count: maximumStep)
        let longest = labels.map(\.count).max() ?? 0
        guard longest <= DNSName.maximumLabelLength else { throw .resultTooLong(length: longest) }
        return .anyOf(labels)
    }

    /// The label and the number that the responder sees at its end: 1 where there is none that it can read, and for 0. A
    /// leading zero makes the number an octal one.
    static func split(_ label: [UInt8]) -> (stem: ArraySlice<UInt8>, number: UInt64) {
        let digits = label.suffix(label.count - (label.lastIndex { !LabelBytes.isDigit($0) }.map { $0 + 1 } ?? 0))
        let radix = digits.count > 1 && digits.first == 0x30 ? 8 : 10
        let number = UInt64(String(decoding: digits, as: UTF8.self), radix: radix) ?? 1
        return (label.dropLast(digits.count), max(number, 1))
    }

    static func label(_ stem: ArraySlice<UInt8>, number: UInt64) -> [UInt8] { Array(stem) + Array("\(number)".utf8) }

    /// The least number of conflicts that lead from one label to the other, nil if none do.
    static func conflicts(from old: [UInt8], to new: [UInt8]) -> UInt64? {
        let (stem, first) = split(old)
        let (_, last) = split(new)
        guard last > first, (try? successor(of: old)) != nil, new.count <= DNSName.maximumLabelLength,
            LabelBytes.areEqual(new, label(stem, number: last))
        else { return nil }
        let step = UInt64(maximumStep)
        return (last - first - 1) / step + 1
    }

    /// Whether the new label is the old one with the number of a first conflict after it, whatever the old one ends
    /// with. Services are renamed in the template of their file, which may be `%H`: the label does not show where the
    /// template ends.
    static func extends(_ old: [UInt8], to new: [UInt8]) -> Bool {
        guard new.count > old.count, new.count <= DNSName.maximumLabelLength,
            LabelBytes.areEqual(new.prefix(old.count), old),
            let number = LabelBytes.number(new.dropFirst(old.count))
        else { return false }
        return (2...UInt64(1 + maximumStep)).contains(number)
    }
}
