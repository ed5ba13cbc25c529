import WireCoding

/// A share of a whole as options take it: `5%`, `0.05`.
struct Share: Hashable {
    /// 1 for all.
    let ratio: Double

    init(ratio: Double) { self.ratio = ratio }

    init?(_ text: some StringProtocol) {
        let isPercent = text.hasSuffix("%")
        let digits = isPercent ? String(text.dropLast(text.hasSuffix(" %") ? 2 : 1)) : String(text)
        guard let value = Double(digits), value.isFinite else { return nil }
        ratio = isPercent ? value / 100 : value
    }

    /// Reads the value of an option.
    static let option: @Sendable (String) throws -> Share = { text in
        guard let share = Share(text) else { throw OptionValueError("expected a share such as 5% or 0.05") }
        return share
    }
}
