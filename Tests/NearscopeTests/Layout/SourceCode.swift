/// Swift source without comments and texts, as far as a look at declarations and names of types needs it.
struct SourceCode {
    /// A name or keyword in a line.
    struct Word {
        let text: String
        let line: Int
        /// Braces that are open.
        let depth: Int
        /// Whether a period stands before it, as before a member.
        let isMember: Bool
    }

    /// Names and keywords in order.
    private(set) var words: [Word] = []

    init(_ text: String) {
        var scanner = Scanner(bytes: Array(text.utf8))
        scanner.readCode(until: nil)
        words = scanner.words
    }

    /// Types that are declared outside of others.
    var declared: Set<String> {
        names(after: ["struct", "class", "enum", "actor", "protocol", "typealias"]) { $0 == 0 }
    }

    /// Types that are declared within others; generic parameters are not seen.
    var nested: Set<String> {
        names(after: ["struct", "class", "enum", "actor", "typealias", "associatedtype"]) { $0 > 0 }
    }

    /// Functions that are declared outside of types.
    var functions: Set<String> { names(after: ["func"]) { $0 == 0 } }

    /// All parts of the names of extended types: `Session` and `Jitter` of `extension Session.Jitter`.
    var extended: Set<String> {
        var found: Set<String> = []
        for (index, word) in words.enumerated() where word.text == "extension" && word.depth == 0 {
            var next = index + 1
            while next < words.count, next == index + 1 || words[next].isMember {
                found.insert(words[next].text)
                next += 1
            }
        }
        return found
    }

    private func names(after keywords: Set<String>, at isDepth: (Int) -> Bool) -> Set<String> {
        Set(
            zip(words, words.dropFirst()).compactMap { keyword, name in
                keywords.contains(keyword.text) && !keyword.isMember && isDepth(keyword.depth) ? name.text : nil
            })
    }
}

/// Reads words, and skips comments and texts but not what is interpolated in them.
private struct Scanner {
    let bytes: [UInt8]
    var words: [SourceCode.Word] = []
    private var index = 0
    private var line = 1
    private var depth = 0
    private var isMember = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    private func starts(with text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        return end <= bytes.count && bytes[index..<end].elementsEqual(text.description.utf8)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    /// - Parameter end: A closing parenthesis for an interpolation, nil for a whole file.
    mutating func readCode(until end: UInt8?) {
        var parentheses = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == end, parentheses == 0 { return advance() }
            switch byte {
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"): parentheses -= 1
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "/") where starts(with: "//"):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
                continue
            case UInt8(ascii: "/") where starts(with: "/*"):
                skipComment()
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if skipText() { continue }
            case _ where Self.isWord(byte):
                readWord()
                continue
            default: break
            }
            isMember = byte == UInt8(ascii: ".")
            advance()
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte >= 0x80
    }

    private mutating func readWord() {
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        words.append(SourceCode.Word(text: text, line: line, depth: depth, isMember: isMember))
        isMember = false
    }

    private mutating func skipComment() {
        var open = 0
        repeat {
            if starts(with: "/*") {
                open += 1
                advance(2)
            } else if starts(with: "*/") {
                open -= 1
                advance(2)
            } else {
                advance()
            }
        } while open > 0 && index < bytes.count
    }

    /// - Returns: False where no text begins: at a `#` of something else.
    private mutating func skipText() -> Bool {
        var hashes = 0
        while index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "#") { hashes += 1 }
        guard index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "\"") else { return false }
        advance(hashes)
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        advance(quotes)
        let padding = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        let closing = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + padding
        let escape = [UInt8(ascii: "\\")] + padding
        while index < bytes.count, !bytes[index...].starts(with: closing) {
            if bytes[index...].starts(with: escape) {
                advance(escape.count)
                let isInterpolation = index < bytes.count && bytes[index] == UInt8(ascii: "(")
                advance()
                if isInterpolation { readCode(until: UInt8(ascii: ")")) }
            } else {
                advance()
            }
        }
        advance(closing.count)
        isMember = false
        return true
    }
}
