import Foundation
import Testing

/// The JSON in a page.
struct PageData {
    let root: Any

    init(_ page: String) throws {
        let start = try #require(page.range(of: #"<script type="application/json" id="report">"#)).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        root = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    }

    /// - Parameter pointer: RFC 6901.
    func value(at pointer: String) -> Any? {
        pointer.split(separator: "/").reduce(root as Any?) { value, step in
            if let list = value as? [Any] { return Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil } }
            return (value as? [String: Any])?[String(step).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
    }

    /// Each figure on the page equals the value that its path leads to.
    static func expectFigures(of page: String, more least: Int) throws {
        let data = try PageData(page)
        let found = page.matches(of: #/data-path="([^"]+)" data-value="([^"]*)"/#)
        #expect(found.count > least)
        for match in found {
            let text = match.output.2.replacing("&quot;", with: "\"")
            let shown = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(data.value(at: String(match.output.1)) as? NSObject == shown as? NSObject, "\(match.output.1)")
        }
    }
}
