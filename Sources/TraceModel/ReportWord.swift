/// A word of a report from a set that grows. Whoever does not know a word keeps it and writes it back.
///
/// `switch` over one has a `default` for the words of later versions.
public protocol ReportWord: RawRepresentable<String>, Blank, Sendable, CustomStringConvertible {
    /// The word as the report has it.
    init(rawValue: String)
}

extension ReportWord {
    /// The word as the report has it.
    public var description: String { rawValue }

    /// The empty word, which no version writes.
    public static var blankInReport: Self { Self(rawValue: "") }
}

extension ReportWord where Self: CaseIterable {
    /// Whether this version writes the word.
    public var isKnown: Bool { Self.allCases.contains(self) }
}
