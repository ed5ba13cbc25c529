import ArgumentParser

/// A word among those that it may be meant as.
enum CommandSpelling {
    /// The name that a word most likely stands for, nil if it is like none.
    ///
    /// One slip in a short word, two in a longer one: a letter too many, too few, another one, or two in the wrong order.
    static func nearest(to word: String, among names: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        guard (2...24).contains(letters.count) else { return nil }
        let limit = letters.count < 5 ? 1 : 2
        return names.map { (name: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?.name
    }

    /// The name that a word most likely stands for: one like it, or the only one that contains it, in any case; nil without one.
    static func suggestion(for word: String, among names: [String]) -> String? {
        if let nearest = nearest(to: word, among: names) { return nearest }
        let letters = word.lowercased()
        let found = Set(names.filter { !letters.isEmpty && $0.lowercased().contains(letters) })
        return found.count == 1 ? found.first : nil
    }

    /// How many slips lie between two words.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                var least = min(last[column + 1], current[column]) + 1
                least = min(least, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, last) = (last, current)
        }
        return last[second.count]
    }
}

extension ExitStatus {
    /// Prints that there is nothing of that name, which names there are, and which one is most likely meant; and gives the error that
    /// ends the program.
    ///
    /// - Parameter others: Names that may be meant as well, but are not listed.
    static func missing(_ what: String, _ name: String, _ known: [String], or others: [String] = []) -> ExitCode {
        missing(what, name, known, like: CommandSpelling.suggestion(for: name, among: known + others))
    }
}
