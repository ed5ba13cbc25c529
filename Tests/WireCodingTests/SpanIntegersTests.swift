import Testing
import WireCoding

@Suite struct SpanIntegersTests {
    @Test func textIsFoundAtItsPlaceAlone() {
        let bytes = Array("a<iq>".utf8)
        func starts(_ text: StaticString, at position: Int = 0) -> Bool {
            bytes.span.starts(with: text, at: position)
        }
        #expect(starts("a<"))
        #expect(starts("<iq>", at: 1))
        #expect(starts("", at: 5))
        #expect(!starts("<iq>"))
        #expect(!starts("<iq> ", at: 1))
    }
}
