/// The names of columns: those of the report's keys in lower case, with `_` between their words.
enum ColumnName {
    /// `applicationRTT` becomes `application_rtt`, `peerIDs` `peer_ids`, `p95` stays.
    ///
    /// Capitals are one word, to which the s of their plural belongs; digits belong to what is before them.
    static func of(_ key: String) -> String {
        let letters = Array(key.utf8)
        var words: [String] = []
        var start = 0
        while start < letters.count {
            let end = max(start + 1, endOfWord(letters, from: start))
            words.append(String(decoding: letters[start..<end], as: UTF8.self).lowercased())
            start = end
        }
        return words.joined(separator: "_")
    }

    /// `services` becomes `service`, `queries` `query`: the name of a row of a table.
    static func singular(_ table: String) -> String {
        for (plural, one) in [("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh")]
        where table.hasSuffix(plural) {
            return String(table.dropLast(plural.utf8.count)) + one
        }
        return table.hasSuffix("s") ? String(table.dropLast()) : table
    }

    private static func endOfWord(_ letters: [UInt8], from start: Int) -> Int {
        func end(of isPart: (UInt8) -> Bool, from start: Int) -> Int {
            letters[start...].firstIndex { !isPart($0) } ?? letters.count
        }
        func has(_ isPart: (UInt8) -> Bool, at index: Int) -> Bool {
            letters.indices.contains(index) && isPart(letters[index])
        }
        let capitals = end(of: isCapital, from: start)
        if capitals - start > 1, has({ $0 == UInt8(ascii: "s") }, at: capitals), !has(isSmall, at: capitals + 1) {
            return capitals + 1
        }
        if capitals > start, !has(isSmall, at: capitals) { return end(of: isDigit, from: capitals) }
        // The last capital begins the next word.
        if capitals - start > 1 { return capitals - 1 }
        return end(of: isDigit, from: end(of: isSmall, from: capitals))
    }

    private static func isCapital(_ letter: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }
    private static func isSmall(_ letter: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) }
    private static func isDigit(_ letter: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter) }
}
