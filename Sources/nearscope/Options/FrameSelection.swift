import ArgumentParser

/// Which frames of a capture are wanted: `7`, `7-12`, `7-`, or several of these with commas between them.
struct FrameSelection: ExpressibleByArgument {
    private(set) var ranges: [ClosedRange<Int>]

    init?(argument: String) {
        ranges = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = Int(ends[0]), first > 0 else { return nil }
            if ends.count == 1 {
                ranges.append(first...first)
            } else if ends[1].isEmpty {
                ranges.append(first...Int.max)
            } else if let last = Int(ends[1]), last >= first {
                ranges.append(first...last)
            } else {
                return nil
            }
        }
    }

    func contains(_ frame: Int) -> Bool { ranges.contains { $0.contains(frame) } }

    /// After this one no frame is wanted.
    var last: Int { ranges.map(\.upperBound).max() ?? 0 }
}
