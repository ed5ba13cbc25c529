import Testing
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct JSONScannerTests {
    private func string(_ text: String) throws -> String { try string(Array(text.utf8)) }

    private func string(_ bytes: [UInt8]) throws -> String {
        var scanner = JSONScanner(bytes.span)
        return try scanner.readString().string(in: bytes.span)
    }

    @Test func unescapesStrings() throws {
        #expect(try string(#""plain""#) == "plain")
        #expect(try string(#""\"\\\/\b\f\n\r\t""#) == "\"\\/\u{8}\u{C}\n\r\t")
        #expect(try string(#""\u0041\u00e9\ud83d\uDE00\u0000""#) == "Aé😀\0")
        #expect(try string(#""eight or more bytes, é, then 日本 and 😀""#) == "eight or more bytes, é, then 日本 and 😀")
    }

    @Test(arguments: 0...20)
    func findsTheQuoteAtEveryDistance(_ length: Int) throws {
        let content = String(repeating: "x", count: length)
        #expect(try string("\"\(content)\" \"") == content)
        #expect(throws: JSONDecodingError(.unexpectedEnd, offset: length + 1)) { try string("\"\(content)") }
        #expect(throws: JSONDecodingError(.controlCharacter, offset: length + 1)) {
            try string("\"\(content)\u{1F}\"")
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80],
            [0xE2, 0x82],
            [0xF0, 0x8F, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func refusesWhatIsNotUTF8(_ bytes: [UInt8]) {
        #expect(throws: JSONDecodingError(.invalidUTF8, offset: 3)) { try string(Array("\"ab".utf8) + bytes + [0x22]) }
    }

    @Test(arguments: [#""\q""#, #""\u12""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\"#, #""\u00g0""#])
    func refusesEscapes(_ text: String) {
        #expect(throws: JSONDecodingError(.invalidEscape, offset: 1)) { try string(text) }
    }

    @Test func measuresBase64() throws {
        var generator = SeededGenerator(seed: 5)
        for length in 0..<400 {
            let payload = generator.bytes(length)
            let characters = String(decoding: Base64.encode(payload), as: UTF8.self)
            let spellings = [
                characters, characters.replacing("/", with: "\\/"), characters.replacing("=", with: "\\u003d"),
                characters.replacing("A", with: "\\u0041").replacing("/", with: "\\/"),
            ]
            for spelling in spellings {
                // Blocks of sixteen end before the text does, or with it.
                let rest = String(",\"more of the text\"".prefix(generator.number(in: 0...19)))
                let bytes = Array("\"\(spelling)\"\(rest)".utf8)
                var scanner = JSONScanner(bytes.span)
                let (text, count) = try scanner.readBase64()
                #expect(count == length, "\(spelling)")
                let characters = text.utf8(in: bytes.span)
                #expect(Base64.decode(characters.span) == payload, "\(spelling)")
                #expect(scanner.position == spelling.utf8.count + 2)
            }
        }
    }

    @Test func refusesEveryOtherByteInBase64() {
        for place in [0, 5, 8, 31, 32, 40, 63, 70] {
            for byte in 0...255 as ClosedRange<UInt8> where !JSONScanner.isBase64(byte) && byte != 0x22 {
                var bytes = [0x22] + [UInt8](repeating: 0x41, count: 72) + [0x22] + [UInt8](repeating: 0x20, count: 40)
                bytes[1 + place] = byte
                #expect(throws: JSONDecodingError.self) {
                    var scanner = JSONScanner(bytes.span)
                    _ = try scanner.readBase64()
                }
            }
        }
    }

    @Test(arguments: ["A", "AA", "AAA", "AA=", "A===", "====", "AAAA=", "AA=A", "AAAA====", "AA-_", "AA AA", "AA\\nAA"])
    func refusesBase64(_ text: String) {
        let bytes = Array("\"\(text)\"".utf8)
        #expect(throws: JSONDecodingError.self) {
            var scanner = JSONScanner(bytes.span)
            _ = try scanner.readBase64()
        }
    }

    private func skip(_ text: String) throws {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner(bytes.span)
        try scanner.skipValue(depth: 0)
        try scanner.expectEnd()
    }

    @Test(arguments: [
        "1", "\"a\\\"b\"", "[]", "[1,]", "{}", "{\"a\":{\"b\":[true,false,null]},}", " [ { } , -1.5e3 ] \n",
    ])
    func skipsValues(_ text: String) throws { try skip(text) }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[,]", .unexpectedByte, 1),
            ("[1 2]", .unexpectedByte, 3), ("{\"a\"}", .unexpectedByte, 4), ("{a:1}", .unexpectedByte, 1),
            ("{\"a\":1]", .unexpectedByte, 6), ("tru", .unexpectedEnd, 3), ("trux", .unexpectedByte, 3),
            ("1 1", .trailingBytes, 2),
            ("\"\\", .unexpectedEnd, 2), ("\"\\u12\"45\"", .invalidEscape, 1),
        ] as [(String, JSONDecodingError.Kind, Int)])
    func findsSyntaxErrors(_ text: String, kind: JSONDecodingError.Kind, offset: Int) {
        #expect(throws: JSONDecodingError(kind, offset: offset)) { try skip(text) }
    }

    @Test func limitsDepth() throws {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        try skip(nested(JSONScanner.maximumDepth))
        #expect(throws: JSONDecodingError(.tooDeep, offset: 512)) { try skip(nested(513)) }
        #expect(throws: JSONDecodingError(.tooDeep, offset: 512)) { try skip(String(repeating: "[", count: 1_000_000)) }
    }

    @Test func packsNames() {
        let names: [(String, JSONName)] = [
            ("type", .type), ("senderID", .senderID), ("timestamp", .timestamp), ("identification", .identification),
            ("broadcast", .broadcast), ("direct", .direct), ("relayedBroadcast", .relayedBroadcast),
            ("payload", .payload), ("originalSender", .originalSender), ("seenBy", .seenBy), ("peerID", .peerID),
            ("displayName", .displayName),
        ]
        for (name, packed) in names {
            let atEnd = Array(name.utf8)
            let within = Array("\(name)                 ".utf8)
            let text = JSONStringRange(0..<name.utf8.count, hasEscapes: false)
            #expect(JSONName(text, in: atEnd.span) == packed)
            #expect(JSONName(text, in: within.span) == packed)
            let longer = Array("\(name)\0                 ".utf8)
            #expect(JSONName(JSONStringRange(0..<name.utf8.count + 1, hasEscapes: false), in: longer.span) != packed)
        }
    }
}
