/// How much room text takes in a terminal, and how it is made to take no more.
extension SafeText {
    /// Columns that the text takes in a terminal: wide East Asian characters and emoji take two, combining marks none, unless a
    /// character has many of them (`TerminalCells`).
    public static func width(_ text: String) -> Int {
        // Most text is ASCII: one column a byte, and no properties to look up.
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : TerminalCells(text).reduce(0) { $0 + $1.columns }
    }

    /// The text cut to that many columns, with an ellipsis for the rest.
    package static func cut(_ text: String, width limit: Int) -> String {
        // No character takes more columns than bytes.
        guard text.utf8.count > limit else { return text }
        var (used, end) = (0, text.startIndex)
        for cell in TerminalCells(text) {
            used += cell.columns
            if used > limit { return String(text[..<end]) + "…" }
            if used < limit { end = cell.text.endIndex }
        }
        return text
    }

    /// The text cut to that many columns, with an ellipsis before its last columns.
    ///
    /// - Parameter tail: The columns after the ellipsis.
    package static func cut(_ text: String, width limit: Int, tail: Int) -> String {
        guard text.utf8.count > limit, width(text) > limit else { return text }
        let tail = min(tail, limit - 1)
        guard tail > 0 else { return cut(text, width: limit) }
        let cells = Array(TerminalCells(text))
        var (head, rest, used) = (0, cells.count, 1)
        while rest > 0, used + cells[rest - 1].columns <= tail + 1 {
            rest -= 1
            used += cells[rest].columns
        }
        while head < rest, used + cells[head].columns <= limit {
            used += cells[head].columns
            head += 1
        }
        let end = rest < cells.count ? cells[rest].text.startIndex : text.endIndex
        return String(text[..<cells[head].text.startIndex]) + "…" + String(text[end...])
    }

    /// The text cut to that many columns in its middle: names end in numbers, and addresses in what distinguishes them.
    package static func cutMiddle(_ text: String, width limit: Int) -> String {
        cut(text, width: limit, tail: (limit - 1) / 2)
    }

    /// The text cut to that many bytes of UTF-8, with an ellipsis for the rest.
    package static func cut(_ text: String, bytes limit: Int) -> String {
        let mark = "…"
        guard text.utf8.count > limit else { return text }
        var end = text.startIndex
        var used = mark.utf8.count
        for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
            used += UTF8.width(scalar)
            guard used <= limit else { break }
            end = text.unicodeScalars.index(after: index)
        }
        return String(text[..<end]) + mark
    }

    /// Lines of at most that many columns, broken at spaces, and within a word only where it is longer than a line.
    package static func wrapped(_ text: String, width limit: Int) -> [String] {
        wrapped(text.split(separator: " ").map(String.init), width: limit)
    }

    /// Lines of at most that many columns, broken between the parts: a number stays with its unit. A part longer than a line
    /// is broken at its spaces.
    package static func wrapped(_ parts: [String], width limit: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for part in parts {
            if !line.isEmpty, width(line) + 1 + width(part) > limit {
                lines.append(line)
                line = ""
            }
            if !line.isEmpty {
                line += " " + part
            } else if width(part) <= limit {
                line = part
            } else {
                let words = part.split(separator: " ").map(String.init)
                let pieces = words.count > 1 ? wrapped(words, width: limit) : broken(part, width: limit)
                lines += pieces.dropLast()
                line = pieces.last ?? ""
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Lines of at most that many columns with every space of the text but those at which it is broken; broken within a word
    /// only where that is longer than a line.
    package static func folded(_ text: String, width limit: Int) -> [String] {
        guard text.utf8.count > limit, width(text) > limit else { return [text] }
        var lines: [String] = []
        var (start, columns) = (text.startIndex, 0)
        // The last space of the line, and the columns up to its end.
        var space: (cell: Substring, columns: Int)?
        for cell in TerminalCells(text) {
            columns += cell.columns
            if columns > limit, cell.text.startIndex > start {
                if cell.text != " ", let space, space.cell.startIndex > start {
                    lines.append(String(text[start..<space.cell.startIndex]))
                    (start, columns) = (space.cell.endIndex, columns - space.columns)
                } else {
                    lines.append(String(text[start..<cell.text.startIndex]))
                    let isSpace = cell.text == " "
                    (start, columns) = isSpace ? (cell.text.endIndex, 0) : (cell.text.startIndex, cell.columns)
                }
                space = nil
            }
            if cell.text == " ", cell.text.startIndex >= start { space = (cell.text, columns) }
        }
        return start < text.endIndex ? lines + [String(text[start...])] : lines
    }

    /// Pieces of at most that many columns, of a word that is longer.
    private static func broken(_ word: String, width limit: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for cell in TerminalCells(word) {
            if used + cell.columns > limit, !piece.isEmpty {
                pieces.append(piece)
                piece = ""
                used = 0
            }
            piece += cell.text
            used += cell.columns
        }
        return pieces + [piece]
    }
}
