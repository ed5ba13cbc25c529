import WireCoding

/// Bytes as text for people, harmless for a terminal, in pieces cut anywhere.
///
/// Text is UTF-8. A line feed ends a line, with or without a carriage return. A byte that is not text or a control character
/// becomes `\x1B`, a tab `\t`, and any other character that could steer a terminal `\u{202E}`.
package struct ByteText {
    /// Text is handed over in units that lines must not be broken in, and in runs of characters that each take a column, after
    /// any of which a line may be broken.
    package enum Unit: Equatable {
        /// Printable ASCII: most of most streams, which one by one would take twenty times as long.
        case run(ArraySlice<UInt8>)
        case character(String, columns: Int)
        case lineEnd
    }

    /// The beginning of a character, or a carriage return, whose end is still to come.
    private var waiting: [UInt8] = []

    package init() {}

    /// Takes the next bytes.
    package mutating func read(_ bytes: some Collection<UInt8>, _ take: (Unit) -> Void) {
        let all = waiting + bytes
        waiting = []
        var index = 0
        while index < all.count {
            var end = index
            while end < all.count, 0x20..<0x7F ~= all[end] { end += 1 }
            if end > index {
                take(.run(all[index..<end]))
                index = end
                continue
            }
            guard let length = Self.unit(in: all, at: index, take) else {
                waiting = Array(all[index...])
                return
            }
            index += length
        }
    }

    /// Gives up waiting: nothing follows, or not directly.
    package mutating func finish(_ take: (Unit) -> Void) {
        for byte in waiting { take(Self.escape(byte)) }
        waiting = []
    }

    /// - Returns: The bytes of a unit that was passed on; nil if its end is missing.
    private static func unit(in bytes: [UInt8], at index: Int, _ take: (Unit) -> Void) -> Int? {
        let byte = bytes[index]
        switch byte {
        case 0x0A: take(.lineEnd)
        case 0x0D:
            guard index + 1 < bytes.count else { return nil }
            guard bytes[index + 1] == 0x0A else {
                take(escape(byte))
                return 1
            }
            take(.lineEnd)
            return 2
        case 0xC2...0xF4: return character(in: bytes, at: index, length: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4, take)
        default: take(escape(byte))
        }
        return 1
    }

    private static func character(
        in bytes: [UInt8], at index: Int, length: Int, _ take: (Unit) -> Void
    ) -> Int? {
        let found = bytes[index..<min(index + length, bytes.count)]
        guard found.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else {
            take(escape(bytes[index]))
            return 1
        }
        guard found.count == length else { return nil }
        guard let text = String(validUTF8: found) else {
            take(escape(bytes[index]))
            return 1
        }
        let shown = SafeText.escaped(text)
        // Marks without columns of their own count as well: any number of them may follow each other.
        take(.character(shown, columns: max(1, SafeText.width(shown))))
        return length
    }

    private static func escape(_ byte: UInt8) -> Unit {
        switch byte {
        case 0x09: .character("\\t", columns: 2)
        case 0x0D: .character("\\r", columns: 2)
        default: .character("\\x" + Hex.encode([byte]).uppercased(), columns: 4)
        }
    }
}

extension ByteText {
    /// Whether bytes are text rather than a binary format: UTF-8 without control characters but tabs and line ends.
    ///
    /// - Parameter isCut: Whether more follows, so that the last character may not be whole.
    package static func isText(_ bytes: [UInt8], isCut: Bool = false) -> Bool {
        var (decoder, isText) = (ByteText(), true)
        let check = { (unit: Unit) in
            if case .character(let text, let columns) = unit, columns > 2 || text == "\\r", text.hasPrefix("\\") {
                isText = false
            }
        }
        decoder.read(bytes, check)
        if !isCut { decoder.finish(check) }
        return isText
    }

    /// All of the bytes in lines of at most that many columns.
    package static func lines(_ bytes: [UInt8], width: Int) -> [String] {
        var lines = [""]
        var (decoder, column) = (ByteText(), 0)
        let take = { (unit: Unit) in
            switch unit {
            case .lineEnd:
                lines.append("")
                column = 0
            case .run(var rest):
                while !rest.isEmpty {
                    if column >= width, column > 0 {
                        lines.append("")
                        column = 0
                    }
                    let part = rest.prefix(max(1, width - column))
                    lines[lines.count - 1] += String(decoding: part, as: UTF8.self)
                    column += part.count
                    rest = rest.dropFirst(part.count)
                }
            case .character(let text, let columns):
                if column + columns > width, column > 0 {
                    lines.append("")
                    column = 0
                }
                lines[lines.count - 1] += text
                column += columns
            }
        }
        decoder.read(bytes, take)
        decoder.finish(take)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
