import Testing

@testable import TracePages

@Suite struct HTMLTextTests {
    private func written(_ body: (inout HTMLText) -> Void) -> String {
        var html = HTMLText()
        body(&html)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test func textsAreNeverMarkup() {
        #expect(written { $0.text("<b>&\"'") } == "&lt;b&gt;&amp;&quot;&#39;")
        #expect(written { $0.text("a\u{1B}[2Jb\u{202E}") } == "a\\u{1B}[2Jb\\u{202E}")
        #expect(
            written { $0.element("p", [.init("title", "\" onclick=\"x")], "</p>") }
                == "<p title=\"&quot; onclick=&quot;x\">&lt;/p&gt;</p>")
    }

    @Test func elementsAreClosed() {
        #expect(written { $0.element("p") { $0.empty("br") } } == "<p><br></p>")
        #expect(written { $0.empty("path", [.init("d", "M0 0")], isSVG: true) } == "<path d=\"M0 0\"/>")
    }
}
