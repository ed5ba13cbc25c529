import WireCoding

/// Writes JSON texts as Foundation's `JSONEncoder` does, without white space.
struct JSONWriter {
    let escapesSlashes: Bool
    private(set) var bytes: [UInt8] = []

    init(escapesSlashes: Bool) { self.escapesSlashes = escapesSlashes }

    mutating func write(_ punctuation: String) { bytes.append(contentsOf: punctuation.utf8) }

    /// A JSON text as it is.
    mutating func write(text: [UInt8]) { bytes.append(contentsOf: text) }

    /// The shortest digits that give the number back, whole numbers without a fraction.
    ///
    /// - Precondition: The number is finite.
    mutating func write(number: Double) {
        let digits = "\(number)"
        write(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    }

    mutating func write(base64 payload: [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        Base64.append(payload, escapingSlashes: escapesSlashes, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func write(string: String) {
        bytes.append(UInt8(ascii: "\""))
        // Most strings have nothing to escape, and are appended in one piece.
        if string.utf8.allSatisfy({ !needsEscape($0) }) {
            bytes.append(contentsOf: string.utf8)
        } else {
            for byte in string.utf8 { writeEscaped(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || byte == UInt8(ascii: "/") && escapesSlashes
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "/") where escapesSlashes: bytes += [UInt8(ascii: "\\"), byte]
        case 0x08: write("\\b")
        case 0x09: write("\\t")
        case 0x0A: write("\\n")
        case 0x0C: write("\\f")
        case 0x0D: write("\\r")
        case 0..<0x20:
            write("\\u00")
            bytes += [Hex.digit(byte >> 4), Hex.digit(byte & 15)]
        default: bytes.append(byte)
        }
    }
}
