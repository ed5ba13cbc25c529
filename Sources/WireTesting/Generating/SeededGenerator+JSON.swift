extension SeededGenerator {
    /// A JSON text (RFC 8259) of any kind: numbers in every spelling, strings with escapes, arrays and objects up to eight
    /// deep and of few members.
    public mutating func json() -> [UInt8] {
        var text: [UInt8] = []
        writeJSON(&text, depth: 0)
        return text
    }

    private mutating func writeJSON(_ text: inout [UInt8], depth: Int) {
        switch number(in: 0...(depth < 8 ? 7 : 4)) {
        case 0: text += pick(["null", "true", "false"]).utf8
        case 1...2: text += pick(Self.numberSpellings).utf8
        case 3...4: writeJSONString(&text)
        case 5...6:
            text += "[".utf8
            for index in 0..<number(in: 0...3) {
                if index > 0 { text += pick([",", " , "]).utf8 }
                writeJSON(&text, depth: depth + 1)
            }
            text += "]".utf8
        default:
            text += "{".utf8
            for index in 0..<number(in: 0...3) {
                if index > 0 { text += pick([",", ",\n\t"]).utf8 }
                writeJSONString(&text)
                text += pick([":", " : "]).utf8
                writeJSON(&text, depth: depth + 1)
            }
            text += "}".utf8
        }
    }

    private mutating func writeJSONString(_ text: inout [UInt8]) {
        text += "\"".utf8
        for _ in 0..<number(in: 0...5) {
            if chance(1, in: 2) {
                text += pick(Self.escapes).utf8
            } else {
                text += letters(number(in: 1...6)).utf8
            }
        }
        text += "\"".utf8
    }

    static let numberSpellings = [
        "0", "-0", "1", "-1", "0.5", "-12.25", "1e3", "1E+3", "2e-3", "0e0", "9007199254740993", "18446744073709551616",
        "123456789012345678901234567890", "1.7976931348623157e308", "4.9e-324", "0.1234567890123456789",
    ]

    static let escapes = [
        "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u0000", "\\ud83d\\ude00", "é", "😀",
        "\u{7F}",
        "\u{2028}",
    ]
}
