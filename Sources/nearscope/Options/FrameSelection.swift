/// Which frames of a capture are wanted: `7`, `7-12`, `7-`, or several of these with commas between them; with or without
/// the `#` that is printed before a number.
struct FrameSelection {
    private(set) var ranges: [ClosedRange<Int>]

    /// Reads the value of an option.
    static let option: @Sendable (String) throws -> FrameSelection = { text in
        guard let selection = FrameSelection(text) else {
            throw OptionValueError("expected frames such as 7, 7-12, 7- or 7,9-12, counted from 1")
        }
        return selection
    }

    init?(_ text: String) {
        ranges = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = SessionNumber.number(ends[0]), first > 0 else { return nil }
            if ends.count == 1 {
                ranges.append(first...first)
            } else if ends[1].isEmpty {
                ranges.append(first...Int.max)
            } else if let last = SessionNumber.number(ends[1]), last >= first {
                ranges.append(first...last)
            } else {
                return nil
            }
        }
    }

    func contains(_ frame: Int) -> Bool { ranges.contains { $0.contains(frame) } }

    /// The number of frames, as far as it is below a limit.
    func count(upTo limit: Int) -> Int {
        ranges.reduce(0) { sum, range in
            let (count, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound - 1)
            return min(limit, sum + (overflow ? limit : min(limit, count)))
        }
    }

    /// Before this one no frame is wanted.
    var first: Int { ranges.map(\.lowerBound).min() ?? 1 }

    /// After this one no frame is wanted.
    var last: Int { ranges.map(\.upperBound).max() ?? 0 }
}
