import WireCoding

/// Opens the records of one direction of TLS 1.2, whose numbers the wire does not say.
struct TLS12SideOpener: Sendable {
    /// Records that may be missing in a hole.
    private static let numbersBehindHole: UInt64 = 256

    /// Those that may be the right ones; one, once a record has proved it.
    private var protections: [(protection: TLS12RecordProtection, source: SessionSecrets.Source)] = []
    private var number: UInt64 = 0
    private var budget = SearchBudget()
    private var isBehindHole = false
    private(set) var isProven = false

    var hasKeys: Bool { !protections.isEmpty }

    mutating func miss() { isBehindHole = true }

    /// The sender changes to new keys: records count from 0 (RFC 5246 §6.1).
    mutating func begin() {
        let budget = budget
        self = TLS12SideOpener()
        self.budget = budget
    }

    mutating func set(_ protections: [(protection: TLS12RecordProtection, source: SessionSecrets.Source)]) {
        if !isProven { self.protections = protections }
    }

    /// Counts a record that is not opened, whose place is known.
    mutating func skip() { if !isBehindHole { number += 1 } }

    mutating func open(
        _ fragment: Span<UInt8>, contentType: TLSContentType, version: TLSVersion, _ allowance: inout Int
    ) -> (content: [UInt8], source: SessionSecrets.Source)? {
        for index in protections.indices {
            let (protection, source) = protections[index]
            if let content = try? protection.open(
                fragment, contentType: contentType, version: version, number: number)
            {
                settle(index, number, &allowance)
                return (content, source)
            }
            // The numbers are authenticated, and not encrypted: an attempt is to open the whole record.
            let cost = SearchBudget.cost(ofOpening: fragment.count)
            guard isBehindHole, budget.spend(Int(Self.numbersBehindHole) * cost, of: &allowance) else { continue }
            let end = self.number + Self.numbersBehindHole
            if let (number, content) = protection.search(
                fragment, contentType: contentType, numbers: self.number..<end)
            {
                budget.giveBack((Int(end - number) - 1) * cost, to: &allowance)
                settle(index, number, &allowance)
                return (content, source)
            }
        }
        return nil
    }

    private mutating func settle(_ index: Int, _ number: UInt64, _ allowance: inout Int) {
        protections = [protections[index]]
        isProven = true
        self.number = number + 1
        isBehindHole = false
        budget.succeed(&allowance)
    }
}
