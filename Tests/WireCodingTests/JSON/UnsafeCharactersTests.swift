import Testing

@testable import WireCoding

@Suite struct UnsafeCharactersTests {
    /// The text with its unsafe characters as their numbers in brackets.
    private func shown(_ text: String) -> String {
        var result = ""
        UnsafeCharacters.forEach(in: text) { scalar, isUnsafe in
            if isUnsafe {
                result += "[" + String(scalar.value, radix: 16) + "]"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    @Test(arguments: [
        0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x2060, 0x2061,
        0x2064,
        0x2800, 0x3164, 0xFE00, 0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D173, 0xE0001, 0xE0041, 0xE0100, 0xE01EF,
    ])
    func whatNobodySeesIsUnsafeInAName(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(shown("iPad\(Character(scalar))") == "iPad[\(String(value, radix: 16))]")
        #expect(shown("\(Character(scalar))iPad") == "[\(String(value, radix: 16))]iPad")
    }

    /// By Unicode's own property, as far as this system's tables know it.
    @Test func everyIgnorableCharacterIsUnsafeByItself() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isDefaultIgnorableCodePoint else { continue }
            #expect(shown(String(scalar)) != String(scalar), "\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["❤️", "👩‍👩‍👧", "👨🏻‍❤️‍💋‍👨🏻", "🏳️‍🌈", "1️⃣", "©️", "👁️‍🗨️", "Zoë ☀️", "日本語", "שלום", "🇩🇪"])
    func whatMakesAnEmojiStays(text: String) { #expect(shown(text) == text) }

    @Test(arguments: [
        ("🎉\u{FE0F}", "🎉[fe0f]"), ("1\u{FE0F}", "1[fe0f]"), ("❤️\u{FE0F}", "❤️[fe0f]"), ("🎉\u{200D}", "🎉[200d]"),
        ("🎉\u{200D}a", "🎉[200d]a"), ("a\u{200D}🎉", "a[200d]🎉"), ("🎉\u{200D}\u{200D}🎉", "🎉[200d][200d]🎉"),
        ("❤\u{200B}\u{FE0F}", "❤[200b][fe0f]"), ("❤\u{FE0E}", "❤[fe0e]"),
    ])
    func whatJoinsNothingIsUnsafe(text: String, expected: String) { #expect(shown(text) == expected) }
}
