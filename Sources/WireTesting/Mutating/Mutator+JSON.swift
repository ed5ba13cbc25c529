extension Mutator {
    /// Faults of JSON: repeated members, depth, spellings of numbers, escapes, surrogates, separators, and near-JSON.
    /// On bytes without braces or brackets most of these do nothing.
    public static let json: [Mutator] = [
        insertion("json-token", of: tokens, where: nil),
        insertion("json-member", of: members, where: UInt8(ascii: "{")),
        insertion("json-element", of: ["null,", "[1,{\"y\":null}],", "\"\\ud800\","], where: UInt8(ascii: "[")),
        insertion("json-escape", of: escapes, where: UInt8(ascii: "\"")),
        // A member or another piece of the text repeated after an opening brace.
        Mutator("json-duplicate") { bytes, random in
            let openings = bytes.indices.filter { bytes[$0] == UInt8(ascii: "{") }
            let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
            guard !openings.isEmpty, !quotes.isEmpty else { return }
            let start = random.pick(quotes)
            let end =
                bytes[start...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? bytes.endIndex
            let member = Array(bytes[start..<end].prefix(4096)) + [UInt8(ascii: ",")]
            bytes.insert(contentsOf: member, at: random.pick(openings) + 1)
        },
        // Brackets up to depths at which recursion ends programs.
        Mutator("json-depth") { bytes, random in
            let place = random.number(in: 0...bytes.count)
            let depth = random.pick([8, 64, 511, 512, 513, 5000])
            let (open, close) = random.pick([("[", "]"), ("{\"a\":", "}")])
            let inner = random.chance(1, in: 2) ? "1" : ""
            bytes.insert(
                contentsOf: Array(repeatElement(open.utf8, count: depth).joined()) + Array(inner.utf8)
                    + (random.chance(3, in: 4) ? Array(repeatElement(close.utf8, count: depth).joined()) : []),
                at: place)
        },
        Mutator("json-number") { bytes, random in
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            guard !digits.isEmpty else { return }
            let digit = random.pick(digits)
            let number = random.pick(SeededGenerator.numberSpellings + brokenNumbers)
            bytes.replaceSubrange(digit...digit, with: Array(number.utf8))
        },
        Mutator("json-space") { bytes, random in
            bytes.insert(
                contentsOf: Array(random.pick([" \n\t\r", "\u{FEFF}", "\u{A0}", "\u{B}"]).utf8),
                at: random.pick([0, bytes.count, random.number(in: 0...bytes.count)]))
        },
    ]

    private static let tokens = [
        "\"", "\\", "/", "{", "}", "[", "]", ",", ":", ",}", ",]", "0", "-", "null", "true", "false", "tru", "nul",
        "NaN",
        "Infinity", "\u{0}", "\u{1}", "//", "/**/", "'",
    ]

    private static let members = [
        "\"x\":1,", "\"x\":01,", "\"x\":1-2e+,", "\"x\":\"\\q\u{2}\",", "\"x\":[1,{\"y\":null}],", "\"\\q\":1,", "x:1,",
        "\"\":null,", "\"type\":1,", "\"type\":{},", "\"\\u0074ype\":0,", "\"senderID\":\"first\",",
        "\"timestamp\":12345678901234567890.5,", "\"timestamp\":\"2025\",", "\"timestamp\":-0,",
        "\"payload\":\"AAAA\",",
        "\"payload\":\"A===\",", "\"payload\":1,", "\"broadcast\":{},", "\"direct\":{\"payload\":\"\"},",
        "\"seenBy\":[],",
        "\"position\":[1],", "\"dimensions\":[1,2,3],", "\"startStreaming\":{},",
    ]

    private static let brokenNumbers = [
        "1.", ".5", "e5", "1e", "1e400", "-1e400", "1e-400", "00", "+1", "0x1", "1-2e+", "--1",
    ]

    private static let escapes =
        SeededGenerator.escapes + [
            "\\ud800", "\\udc00", "\\ud83d\\u0041", "\\udc00\\ud800", "\\u00", "\\u", "\\x41", "\\q", "\\", "\n",
            "\u{1F}",
        ]

    /// - Parameter byte: Behind which of these bytes the text is put; nil for anywhere.
    private static func insertion(_ name: String, of texts: [String], where byte: UInt8?) -> Mutator {
        Mutator(name) { bytes, random in
            let places = byte.map { byte in bytes.indices.filter { bytes[$0] == byte }.map { $0 + 1 } }
            guard places?.isEmpty != true else { return }
            let place = places.map { random.pick($0) } ?? random.number(in: 0...bytes.count)
            bytes.insert(contentsOf: Array(random.pick(texts).utf8), at: place)
        }
    }
}
