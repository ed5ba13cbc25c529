import DNSWire

/// The arithmetic of mDNSResponder's `IncrementLabelSuffix`.
struct AppleRenaming: Hashable, Sendable {
    let suffix: NumberSuffix

    /// From this number on, steps are random: so many conflicts mean that many hosts want the same name.
    static let firstRandomNumber: UInt32 = 10
    /// The longest random step.
    static let maximumStep = 100

    init(_ subject: RenameRule.Subject) { suffix = subject == .service ? .parentheses : .hyphen }

    func successor(of label: [UInt8]) -> RenameRule.Successor {
        let (stem, number) = split(label)
        switch number {
        case 0: return .exact(self.label(stem, number: 2))
        case ..<Self.firstRandomNumber: return .exact(self.label(stem, number: number + 1))
        default:
            return .anyOf(
                NumberedLabels(
                    form: .apple(self), stem: Array(stem), firstNumber: UInt64(number &+ 1), count: Self.maximumStep))
        }
    }

    /// The name and its number: 0 where it has none, the rest of a division by 2³² where it has a large one.
    func split(_ label: [UInt8]) -> (stem: ArraySlice<UInt8>, number: UInt32) {
        guard let (stem, digits) = suffix.split(label), isRecognized(stem: stem, digits: digits) else {
            return (label[...], 0)
        }
        return (stem, digits.reduce(0) { $0 &* 10 &+ UInt32($1 &- 0x30) })
    }

    /// mDNSResponder stops to look for the hyphen at the second byte of a host's label, so that `-2` has a number and
    /// `-22` has none.
    private func isRecognized(stem: ArraySlice<UInt8>, digits: ArraySlice<UInt8>) -> Bool {
        suffix != .hyphen || !stem.isEmpty || digits.count == 1
    }

    /// Whether a label without a name before its number keeps being counted.
    func countsOn(stem: ArraySlice<UInt8>, number: UInt32) -> Bool {
        suffix != .hyphen || !stem.isEmpty || number < 10
    }

    /// The name with that number, cut where both do not fit.
    func label(_ stem: ArraySlice<UInt8>, number: UInt32) -> [UInt8] {
        let ending = suffix.bytes(number)
        return Array(cut(stem, forSuffixOf: ending.count)) + ending
    }

    /// The name as it is before a suffix of that length.
    func cut(_ stem: ArraySlice<UInt8>, forSuffixOf length: Int) -> ArraySlice<UInt8> {
        var stem = stem
        if suffix == .parentheses {
            while stem.last == 0x20 { stem.removeLast() }
        }
        let maximum = DNSName.maximumLabelLength - length
        guard stem.count > maximum else { return stem }
        var end = stem.startIndex + maximum
        while end > stem.startIndex, isInsideCharacter(stem, end) { end -= 1 }
        while end > stem.startIndex, stem[end - 1] <= 0x20 { end -= 1 }
        return stem[..<end]
    }

    /// Whether a cut before the byte would split a character: before a continuation byte, or before the second half of
    /// a surrogate pair, which is not UTF-8 but occurs.
    private func isInsideCharacter(_ stem: ArraySlice<UInt8>, _ index: Int) -> Bool {
        if stem[index] & 0xC0 == 0x80 { return true }
        return stem[index] == 0xED && (index + 1 == stem.endIndex || stem[index + 1] & 0xF0 == 0xB0)
    }
}
