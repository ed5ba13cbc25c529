/// Text from a capture as a sentence of the report shows it: cut, because a capture may hold a name of megabytes, and any
/// number of findings and events that mention it.
package enum Excerpt {
    /// Unicode scalars of a name that a sentence shows.
    package static let maximumLength = 64
    /// Entries of a list that a sentence shows.
    package static let maximumEntries = 8

    /// The beginning of a text. Counts Unicode scalars, because a single character may have any number of them.
    package static func cut(_ text: String, length: Int = maximumLength) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// A name from the capture within a sentence.
    package static func quoted(_ text: String) -> String { "\"\(cut(text))\"" }

    /// Words in a row: `a, b and c`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Words in a row, limited to the first ``maximumEntries``: `a, b and 7 more`.
    package static func shortList(_ words: [String]) -> String {
        guard words.count > maximumEntries else { return list(words) }
        return list(words.prefix(maximumEntries) + ["\(words.count - maximumEntries) more"])
    }
}
