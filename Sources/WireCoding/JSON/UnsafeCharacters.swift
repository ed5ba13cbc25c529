/// The characters that could steer a terminal or mislead a reader, wherever text from captures is shown.
package enum UnsafeCharacters {
    /// Whether a character is one of them wherever it is: controls (C0, DEL, C1), line and paragraph separators,
    /// bidirectional marks, embeddings, overrides and isolates, and everything invisible, so that two names would look
    /// the same. The invisible ones are those with Unicode's property `Default_Ignorable_Code_Point`, and the blank pattern of
    /// braille.
    ///
    /// A zero width joiner and the emoji variation selector are not: ``forEach(in:_:)`` decides about them by what they join.
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0xAD: true
        case ..<0x034F: false
        case 0x034F, 0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: true
        case zeroWidthJoiner.value, emojiSelector.value: false
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800, 0x3164: true
        case 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// Calls `body` with each character, and whether it has to be shown as an escape.
    ///
    /// An emoji variation selector stays after a character that it turns into an emoji (❤️, 1️⃣), and a zero width joiner between two
    /// emoji (👩‍👧): without them the text would look different.
    package static func forEach(in text: String, _ body: (_ scalar: Unicode.Scalar, _ isUnsafe: Bool) -> Void) {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        // The last one that stays.
        var previous: Unicode.Scalar?
        while index < scalars.endIndex {
            let scalar = scalars[index]
            scalars.formIndex(after: &index)
            var isUnsafe = contains(scalar)
            if scalar == zeroWidthJoiner || scalar == emojiSelector {
                let next = index < scalars.endIndex ? scalars[index] : nil
                isUnsafe = previous.map { !isJoined($0, scalar, next) } ?? true
            }
            previous = isUnsafe ? nil : scalar
            body(scalar, isUnsafe)
        }
    }

    /// Whether a joiner or selector shows in how the characters beside it look.
    private static func isJoined(
        _ previous: Unicode.Scalar, _ scalar: Unicode.Scalar, _ next: Unicode.Scalar?
    ) -> Bool {
        guard scalar == zeroWidthJoiner else {
            let properties = previous.properties
            guard properties.isEmoji, !properties.isEmojiPresentation else { return false }
            return !previous.isASCII || next == keycap
        }
        guard previous == emojiSelector || previous.properties.isEmojiPresentation, let next else { return false }
        return !next.isASCII && next.properties.isEmoji
    }

    private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
    private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
}
