import WireCoding

/// A value on its way into a page of YAML: what is short goes on one line.
indirect enum PageText {
    case word(String)
    /// Text that may look like something else.
    case text(String)
    case list([PageText])
    case mapping([(String, PageText)])

    /// Characters of a line.
    static let lineLength = 110

    /// The value on one line.
    var line: String {
        switch self {
        case .word(let word): word
        case .text(let text): Self.scalar(text)
        case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .mapping(let pairs): "{" + pairs.map { "\($0.0): \($0.1.line)" }.joined(separator: ", ") + "}"
        }
    }

    /// Adds the value after its key.
    func write(key: String, indentation: String, to page: inout String) {
        let short = "\(indentation)\(key): \(line)"
        if short.count <= Self.lineLength {
            page += short + "\n"
            return
        }
        switch self {
        case .word, .text: page += short + "\n"
        case .list(let elements):
            page += "\(indentation)\(key):\n"
            for element in elements { element.write(in: indentation + "  ", to: &page) }
        case .mapping(let pairs):
            page += "\(indentation)\(key):\n"
            for (key, value) in pairs { value.write(key: key, indentation: indentation + "  ", to: &page) }
        }
    }

    /// Adds the value as an element of a list.
    private func write(in indentation: String, to page: inout String) {
        let short = "\(indentation)- \(line)"
        guard short.count > Self.lineLength, case .mapping(let pairs) = self, !pairs.isEmpty else {
            page += short + "\n"
            return
        }
        var inner = ""
        for (key, value) in pairs { value.write(key: key, indentation: indentation + "  ", to: &inner) }
        // The dash takes the place of the first indentation.
        page += indentation + "- " + inner.dropFirst(indentation.count + 2)
    }

    /// A text, in quotes where it would be read as something else.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_"),
            PageScalar(text, isQuoted: false) == .text(text)
        else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_-./*".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where UnsafeCharacters.contains(scalar):
                quoted += scalar.value < 0x10000 ? "\\u" + digits(scalar, 4) : "\\U" + digits(scalar, 8)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func digits(_ scalar: Unicode.Scalar, _ count: Int) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
