extension RenameRule {
    /// What the rule does with the number in a label, as the rest of a sentence about the rule: `it adds 1 to the number in
    /// parentheses, 2 + 1 = 3`. `Docs/naming.md` has all rules.
    ///
    /// - Parameters:
    ///   - label: The label that is taken.
    ///   - conflicts: How many there were from it on; of several, the sum is not that of one step.
    public func explanation(after label: [UInt8], conflicts: Int = 1) -> String {
        switch family {
        case .apple: appleExplanation(label, conflicts)
        case .avahi:
            counting(
                AvahiRenaming.split(label, subject == .host ? .hyphen : .numberSign).map { Int64($0.number) }, 2,
                conflicts)
        case .jmdns:
            counting(JmDNSRenaming.split(label, subject).map { Int64($0.number) }, subject == .host ? 1 : 2, conflicts)
        case .zeroconf:
            "it puts -2 after the name that was asked for, whatever number that has, and then counts up by 1"
        case .resolved: "it adds 1 to \(ResolvedRenaming.maximumStep) at random to the digits at the end; none are 1"
        }
    }

    private func appleExplanation(_ label: [UInt8], _ conflicts: Int) -> String {
        let number = AppleRenaming(subject).split(label).number
        guard number >= AppleRenaming.firstRandomNumber else {
            return counting(number == 0 ? nil : Int64(number), 2, conflicts)
        }
        return
            "from \(AppleRenaming.firstRandomNumber) on it adds 1 to \(AppleRenaming.maximumStep) at random to the number "
            + place
    }

    /// A rule that adds 1.
    ///
    /// - Parameters:
    ///   - number: That of the label, nil where it has none.
    ///   - first: The number after none.
    private func counting(_ number: Int64?, _ first: Int, _ conflicts: Int) -> String {
        guard conflicts == 1 else { return "it adds 1 to the number \(place) for each of them" }
        guard let number else { return "it puts \(shown(first)) after a name without a number" }
        return "it adds 1 to the number \(place), \(number) + 1 = \(number + 1)"
    }

    /// Where the number is.
    private var place: String {
        switch (family, subject) {
        case (.apple, .service), (.jmdns, .service): "in parentheses"
        case (.avahi, .service): "after #"
        default: "after the hyphen"
        }
    }

    private func shown(_ number: Int) -> String {
        switch (family, subject) {
        case (.apple, .service), (.jmdns, .service): "(\(number))"
        case (.avahi, .service): "#\(number)"
        default: "-\(number)"
        }
    }
}
