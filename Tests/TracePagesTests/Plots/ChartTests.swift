import Testing

@testable import TracePages

@Suite struct ChartTests {
    private func chart(_ side: Chart.Side, _ change: (inout Chart) -> Void = { _ in }) -> String {
        var chart = Chart(
            kind: .messages, id: "x", caption: "A plot", series: ["one", "median"],
            horizontal: .time(Scale(from: 0, to: 10), group: "g"), side: side,
            marks: [
                Mark(shape: .points([.init(10, 0)]), series: 1),
                Mark(shape: .line([.init(0, 0), .init(10, 0)]), series: 2, style: "dashed"),
            ], table: ValueTable(columns: ["time (s)"]))
        change(&chart)
        var html = HTMLText()
        chart.write(to: &html)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    private let axis = Chart.Side.axis(.init(label: "y (s)", scale: Scale(from: 0, to: 1), format: { "\($0)" }))

    @Test func marksAtTheEdgeAreCutOutsideOfTheArea() throws {
        let text = chart(axis)
        let clip = try #require(text.firstRange(of: #"<g clip-path="inset(-9px -5px) view-box">"#))
        #expect(text[clip.upperBound...].hasPrefix(#"<svg class="area""#) && text.contains(#"overflow="visible""#))
    }

    @Test func namesOfRowsAreAboveTheMarksEachInItsRow() throws {
        let text = chart(.lanes(["Ana\u{301}\u{302}", "Bo"])) { $0.namesBelow = [1] }
        let marks = try #require(text.firstRange(of: "class=\"area\"")).lowerBound
        let names = text.matches(of: #/<text class="lane" y="(\d+)">/#)
        #expect(names.count == 2 && names.allSatisfy { $0.range.lowerBound > marks })
        // The second one is at the lower edge of its row.
        #expect(names.map(\.output.1) == ["21", "74"])
    }

    @Test func notesAreAboveTheFrameAndApart() throws {
        let text = chart(axis) { $0.notes = ["→ median 1 s", "← median 2 s"] }
        let notes = text.matches(of: #/<text class="end" x="100%" y="(-?\d+)">/#).compactMap { Int($0.output.1) }
        let area = try #require(text.firstMatch(of: #/class="area" x="0" y="(\d+)"/#)).output.1
        #expect(notes == [0, 14] && (Int(area) ?? 0) > 14 + 4)
    }

    @Test func theLegendLooksLikeTheMarks() {
        let text = chart(axis)
        #expect(text.contains("key points s1") && text.contains("key dashed s2"))
    }
}
