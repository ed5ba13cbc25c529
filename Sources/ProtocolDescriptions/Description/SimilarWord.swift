/// The known word that somebody meant who wrote another one.
enum SimilarWord {
    /// The nearest word, if one or two letters make the difference; nil otherwise.
    static func nearest(to word: String, in known: [String]) -> String? {
        let letters = Array(word.utf8.prefix(40))
        let nearest = known.map { ($0, distance(letters, Array($0.utf8.prefix(40)))) }.min { $0.1 < $1.1 }
        guard let (name, distance) = nearest, distance <= max(1, min(2, letters.count / 3)) else { return nil }
        return name
    }

    /// Letters that are to be added, taken away or changed (Levenshtein).
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let changed = diagonal + (letter == second[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count]
    }
}
