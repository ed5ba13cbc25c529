import Testing

@testable import WireText

@Suite struct ByteTextTests {
    private func text(_ bytes: [UInt8], width: Int = 80) -> String {
        ByteText.lines(bytes, width: width).joined(separator: "|")
    }

    @Test func linesEndAtLineFeedsWithOrWithoutACarriageReturn() {
        #expect(text(Array("GET /\r\nHost: a\n\nend".utf8)) == "GET /|Host: a||end")
        #expect(text(Array("a\rb".utf8)) == "a\\rb")
    }

    @Test func nothingCanSteerATerminal() {
        #expect(text([0x1B, 0x5B, 0x32, 0x4A, 0x00, 0x7F, 0x09]) == "\\x1B[2J\\x00\\x7F\\t")
        // U+009B, a control of its own, and U+202E, which turns text around.
        #expect(text([0xC2, 0x9B, 0xE2, 0x80, 0xAE]) == "\\u{9B}\\u{202E}")
    }

    @Test func bytesThatAreNotUTF8AreWrittenOutOneByOne() {
        #expect(text([0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82]) == "a\\xFF\\xC3(\\xE2\\x82")
        // An encoding that is longer than it must be.
        #expect(text([0xE0, 0x80, 0xAF]) == "\\xE0\\x80\\xAF")
    }

    @Test(arguments: 1...12)
    func wherePiecesAreCutDoesNotShow(size: Int) {
        let bytes = Array("Zoë 日本\r\n🎉\u{202E}x".utf8) + [0xF0, 0x9F]
        var decoder = ByteText()
        var units: [ByteText.Unit] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.read(bytes[start..<min(start + size, bytes.count)]) { units.append($0) }
        }
        decoder.finish { units.append($0) }
        let text = units.map { unit in
            switch unit {
            case .run(let bytes): String(decoding: bytes, as: UTF8.self)
            case .character(let text, _): text
            case .lineEnd: "|"
            }
        }.joined()
        #expect(text == "Zoë 日本|🎉\\u{202E}x\\xF0\\x9F")
    }

    @Test func linesKeepToTheWidthAndNoEscapeIsBroken() {
        #expect(text(Array("abcdef".utf8), width: 4) == "abcd|ef")
        #expect(text([0x61, 0x00, 0x62], width: 4) == "a|\\x00|b")
        #expect(text(Array("日本語".utf8), width: 4) == "日本|語")
        #expect(text(Array("日abcdef日gh".utf8), width: 4) == "日ab|cdef|日gh")
    }

    @Test func textIsToldFromBinaryFormats() {
        #expect(ByteText.isText(Array("{\"a\":1}\r\n\tZoë".utf8)))
        #expect(!ByteText.isText([0, 0, 0, 5, 0x61]))
        #expect(!ByteText.isText([0x61, 0xC3]))
        #expect(ByteText.isText([0x61, 0xC3], isCut: true))
        // What looks like an escape is text.
        #expect(ByteText.isText(Array("\\x00 \\r".utf8)))
    }
}
