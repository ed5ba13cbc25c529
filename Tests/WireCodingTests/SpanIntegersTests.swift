import Testing
import WireCoding

@Suite struct SpanIntegersTests {
    @Test func textIsFoundAtItsPlaceAlone() {
        let bytes = Array("a<iq>".utf8)
        #expect(bytes.span.starts(with: "a<"))
        #expect(bytes.span.starts(with: "<iq>", at: 1))
        #expect(bytes.span.starts(with: "", at: 5))
        #expect(!bytes.span.starts(with: "<iq>"))
        #expect(!bytes.span.starts(with: "<iq> ", at: 1))
    }
}
