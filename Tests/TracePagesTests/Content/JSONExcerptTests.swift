import Foundation
import Testing

@testable import TracePages

@Suite struct JSONExcerptTests {
    private func excerpt(_ json: String, leftOut: [(key: String, count: Int)] = []) -> String {
        var excerpt = JSONExcerpt()
        excerpt.add(Array(json.utf8), leftOut: leftOut)
        return String(decoding: excerpt.bytes, as: UTF8.self)
    }

    @Test func nothingEndsTheElement() {
        #expect(excerpt(#"{"a":"</script><!--"}"#) == #"{"a":"\u003c/script>\u003c!--"}"#)
    }

    @Test func whatWasLeftOutIsTheSecondMember() throws {
        let text = excerpt(#"{"schema":"x,y","list":[1,2]}"#, leftOut: [("sessions", 3), ("hosts", 1)])
        #expect(text == #"{"schema":"x,y","leftOut":{"sessions":3,"hosts":1},"list":[1,2]}"#)
    }

    @Test(arguments: ["x", "é", "日", "😀", "\\n", "\\ud83d\\ude00"]) func longTextsAreCut(character: String) throws {
        let long = String(repeating: character, count: 1500)
        var excerpt = JSONExcerpt()
        excerpt.add(Array("[\"\(long)\",\"short\"]".utf8))
        // Not repaired: a character that is cut in two would be no UTF-8.
        let text = try #require(String(validating: excerpt.bytes, as: UTF8.self))
        let list = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        #expect((500...1000).contains(list[0].unicodeScalars.count) && list[0].hasSuffix("…") && list[1] == "short")
        let whole = try JSONDecoder().decode([String].self, from: Data("[\"\(long)\"]".utf8))[0]
        #expect(whole.hasPrefix(list[0].dropLast()))
        let fits = String(repeating: character, count: 500)
        #expect(self.excerpt("[\"\(fits)\"]") == "[\"\(fits)\"]")
    }

    @Test func aTextThatLooksLikeAnEscapeIsNone() throws {
        let long = String(repeating: "x", count: 993) + #"\\ud83d"# + String(repeating: "y", count: 100)
        let list = try JSONDecoder().decode([String].self, from: Data(excerpt("[\"\(long)\"]").utf8))
        #expect(list[0].hasSuffix("…") && list[0].unicodeScalars.count == 1000)
    }

    @Test func aQuotationMarkInATextEndsNothing() {
        #expect(excerpt(#"["a\"<b\\"]"#) == #"["a\"\u003cb\\"]"#)
    }
}
