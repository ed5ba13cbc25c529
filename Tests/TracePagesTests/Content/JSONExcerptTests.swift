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

    @Test(arguments: ["x", "é", "日", "😀", "\\n"]) func longTextsAreCut(character: String) throws {
        let long = String(repeating: character, count: 1500)
        let text = excerpt("[\"\(long)\",\"short\"]")
        let list = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        #expect(list[0].unicodeScalars.count == 1000 && list[0].hasSuffix("…") && list[1] == "short")
        let whole = String(repeating: character, count: 1000)
        #expect(excerpt("[\"\(whole)\"]") == "[\"\(whole)\"]")
    }

    @Test func aQuotationMarkInATextEndsNothing() {
        #expect(excerpt(#"["a\"<b\\"]"#) == #"["a\"\u003cb\\"]"#)
    }
}
