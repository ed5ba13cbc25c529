/// The pieces of a text that a terminal shows side by side: its characters, with the columns that each takes.
///
/// A character may have any number of combining marks and joined emoji, all in one place. Only the first few are of its piece; each
/// further one is a piece and takes a column, so that a limit in columns is one in bytes as well.
struct TerminalCells: Sequence, IteratorProtocol {
    /// Unicode scalars that a character has in each of its columns: an emoji of two families' skin colors has ten of them in two
    /// columns, a letter of any script fewer than five. A scalar has at most four bytes.
    static let maximumScalars = 5

    private let text: Substring
    private var position: String.Index
    /// The end of the character whose surplus begins at `position`.
    private var surplusEnd: String.Index

    init(_ text: some StringProtocol) {
        self.text = Substring(text)
        position = self.text.startIndex
        surplusEnd = position
    }

    mutating func next() -> (text: Substring, columns: Int)? {
        guard position < text.endIndex else { return nil }
        let scalars = text.unicodeScalars
        let start = position
        if start < surplusEnd {
            position = scalars.index(after: start)
            return (text[start..<position], 1)
        }
        if let end = Self.endOfEscape(scalars[start...]) {
            (position, surplusEnd) = (end, end)
            return (text[start..<end], scalars.distance(from: start, to: end))
        }
        let columns = Self.width(text[start])
        surplusEnd = text.index(after: start)
        let room = Self.maximumScalars * Swift.max(1, columns)
        position = scalars.index(start, offsetBy: room, limitedBy: surplusEnd) ?? surplusEnd
        return (text[start..<position], columns)
    }

    /// Where a text begins with a character that ``SafeText/escaped(_:)`` wrote: its end. A part of `\u{200B}` says something else, or
    /// nothing.
    private static func endOfEscape(_ text: Substring.UnicodeScalarView) -> String.Index? {
        guard text.first == "\\" else { return nil }
        var rest = text.dropFirst()
        let isHex = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) || ("A"..."F").contains(scalar) }
        switch rest.popFirst() {
        case "x":
            let digits = rest.prefix(2)
            return digits.count == 2 && digits.allSatisfy(isHex) ? digits.endIndex : nil
        case "u":
            guard rest.popFirst() == "{" else { return nil }
            let digits = rest.prefix(6).prefix(while: isHex)
            guard !digits.isEmpty, digits.endIndex < text.endIndex, text[digits.endIndex] == "}" else { return nil }
            return text.index(after: digits.endIndex)
        default: return nil
        }
    }

    private static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.properties.isEmojiPresentation { return 2 }
        if scalars.prefix(maximumScalars).contains(where: { $0.value == 0xFE0F }) { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
