import Platform
import WireCoding

/// Text from captures made harmless for a terminal.
public enum SafeText {
    /// Whether a character could steer a terminal or change how the text around it is read: controls (C0, DEL, C1), line
    /// and paragraph separators, bidirectional marks, embeddings, overrides and isolates, and invisible tags.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool { JSONText.isUnsafe(scalar) }

    /// The text with every unsafe character written as `\u{…}`, which is how Swift itself would write it, and a byte of a
    /// file's name that is not UTF-8 (``PathText``) as `\xE4`.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) || PathText.byte($0) != nil }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if let byte = PathText.byte(scalar) {
                result += "\\x" + String(byte, radix: 16, uppercase: true)
            } else if isUnsafe(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text cut to that many columns, with an ellipsis for the rest.
    package static func cut(_ text: String, width limit: Int) -> String {
        guard width(text) > limit else { return text }
        var result = ""
        var used = 1
        for character in text {
            used += width(character)
            guard used <= limit else { break }
            result.append(character)
        }
        return result + "…"
    }

    /// The text cut to that many columns, with an ellipsis before its last columns.
    ///
    /// - Parameter tail: The columns after the ellipsis.
    package static func cut(_ text: String, width limit: Int, tail: Int) -> String {
        guard width(text) > limit else { return text }
        let tail = min(tail, limit - 1)
        guard tail > 0 else { return cut(text, width: limit) }
        var end: [Character] = []
        var used = 1
        for character in text.reversed() {
            used += width(character)
            guard used <= tail + 1 else {
                used -= width(character)
                break
            }
            end.append(character)
        }
        var result = ""
        for character in text {
            used += width(character)
            guard used <= limit else { break }
            result.append(character)
        }
        return result + "…" + String(end.reversed())
    }

    /// The text cut to that many columns in its middle: names end in numbers, and addresses in what distinguishes them.
    package static func cutMiddle(_ text: String, width limit: Int) -> String {
        cut(text, width: limit, tail: (limit - 1) / 2)
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
        var space: String.Index?
        for index in text.indices {
            if text[index] == " " { space = index }
            columns += width(text[index])
            guard columns > limit, index > start else { continue }
            let end = space.flatMap { $0 > start ? $0 : nil } ?? index
            lines.append(String(text[start..<end]))
            start = end == space ? text.index(after: end) : end
            columns = start > index ? 0 : width(String(text[start...index]))
            space = nil
        }
        return start < text.endIndex ? lines + [String(text[start...])] : lines
    }

    /// Pieces of at most that many columns, of a word that is longer.
    private static func broken(_ word: String, width limit: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for character in word {
            let columns = width(character)
            if used + columns > limit, !piece.isEmpty {
                pieces.append(piece)
                piece = ""
                used = 0
            }
            piece.append(character)
            used += columns
        }
        return pieces + [piece]
    }

    /// Columns that the text takes in a terminal: wide East Asian characters and emoji take two, combining marks none.
    public static func width(_ text: String) -> Int {
        // Most text is ASCII: one column a byte, and no properties to look up.
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation { return 2 }
        if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
