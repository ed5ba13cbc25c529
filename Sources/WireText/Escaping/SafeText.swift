import Platform
import WireCoding

/// Text from captures made harmless for a terminal.
public enum SafeText {
    /// Whether a character could steer a terminal, change how the text around it is read, or make two texts look the same though
    /// they differ: controls (C0, DEL, C1), line and paragraph separators, bidirectional marks, embeddings, overrides and
    /// isolates, and whatever is invisible.
    ///
    /// What joins emoji is not, but ``escaped(_:)`` escapes it elsewhere.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool { UnsafeCharacters.contains(scalar) }

    /// The text with every unsafe character written as `\u{…}`, which is how Swift itself would write it, and a byte of a
    /// file's name that is not UTF-8 (`PathText`) as `\xE4`.
    public static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
        var result = ""
        UnsafeCharacters.forEach(in: text) { scalar, isUnsafe in
            if let byte = PathText.byte(scalar) {
                result += "\\x" + String(byte, radix: 16, uppercase: true)
            } else if isUnsafe {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The same of several lines: line feeds stay.
    public static func escapedLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    /// Bytes of a line of text that shows what a capture holds.
    package static let maximumLineLength = 8192

    /// Lines of UTF-8, each cut to ``maximumLineLength`` bytes, with the number of bytes that it lacks.
    package static func limited(_ lines: [UInt8]) -> [UInt8] {
        guard lines.count > maximumLineLength else { return lines }
        var result: [UInt8] = []
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
            guard line.count > maximumLineLength else {
                result += line
                continue
            }
            // Room for the mark; a character ends before the byte that begins the next one.
            var end = line.startIndex + maximumLineLength - 64
            while end > line.startIndex, line[end] & 0xC0 == 0x80 { end -= 1 }
            // A style that is cut must not go on in what follows, nor a part of its sequence be left.
            let lastEscape = line[..<end].lastIndex(of: 0x1B)
            if let lastEscape, end - lastEscape < 8 { end = lastEscape }
            result += line[..<end]
            if lastEscape != nil { result += "\u{1B}[0m".utf8 }
            result += "… (\(line.endIndex - end) more bytes of this line)".utf8
        }
        return result
    }
}
