/// The known word that somebody meant who wrote another one.
enum SimilarWord {
    /// The nearest word, if one or two letters make the difference; nil otherwise.
    static func nearest(to word: String, in known: [String]) -> String? {
        let letters = Array(word.utf8.prefix(40))
        let nearest = known.map { ($0, distance(letters, Array($0.utf8.prefix(40)))) }.min { $0.1 < $1.1 }
        guard let (name, distance) = nearest, distance <= max(1, min(2, letters.count / 3)),
            // A word of one letter is near to every other.
            distance < max(letters.count, name.utf8.count)
        else { return nil }
        return name
    }

    /// Letters that are to be added, taken away, changed, or swapped with the next one (Damerau and Levenshtein).
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var next = [index + 1]
            for column in second.indices {
                var least = min(row[column] + (letter == second[column] ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, letter == second[column - 1], first[index - 1] == second[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[second.count]
    }
}
