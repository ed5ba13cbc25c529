import Testing

@testable import TracePages

@Suite struct BoxChartTests {
    @Test func aRowHasItsQuartiles() throws {
        let row = try #require(BoxChart.Row("five", [5, 1, 4, 2, 3]))
        #expect([row.least, row.lower, row.median, row.upper, row.most] == [1, 2, 3, 4, 5])
        #expect(row.points == [1, 2, 3, 4, 5])
        let pair = try #require(BoxChart.Row("two", [1, 2]))
        #expect([pair.lower, pair.median, pair.upper] == [1.25, 1.5, 1.75])
        #expect(BoxChart.Row("none", []) == nil)
    }

    @Test func manyValuesAreNoPoints() throws {
        #expect(try #require(BoxChart.Row("many", (0..<201).map(Double.init))).points.isEmpty)
    }

    @Test func delaysThatDifferMuchHaveALogarithmicAxis() {
        func kind(_ values: [Double], areDelays: Bool) -> Scale.Kind {
            let row = BoxChart.Row(
                "a", least: values[0], lower: values[1], median: values[1], upper: values[1], most: values[2])
            return BoxChart(rows: [row], label: "x (s)", areDelays: areDelays, format: { "\($0)" })
                .chart(.boxes, id: "b", caption: "Boxes").horizontal.scale.kind
        }
        #expect(kind([0.00004, 0.01, 0.08], areDelays: true) == .logarithmic)
        #expect(kind([0.02, 0.03, 0.08], areDelays: true) == .linear)
        #expect(kind([-0.00004, 0.01, 0.08], areDelays: true) == .linear)
        #expect(kind([1, 100, 1000], areDelays: false) == .linear)
    }

    @Test func theTableHasTheValuesOfTheBoxes() throws {
        let rows = [BoxChart.Row("a", least: 1, lower: 2, median: 3, upper: 4, most: 5)]
        let chart = BoxChart(rows: rows, label: "x (s)", format: { "\($0)" }).chart(.boxes, id: "b", caption: "Boxes")
        var html = HTMLText()
        chart.write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains(#/<tr data-mark="[.0-9]+ [.0-9]+ [.0-9]+ [.0-9]+"><td>a</#))
        for value in 1...5 { #expect(text.contains("<td data-value=\"\(value)\">")) }
        #expect(text.contains("data-chart=\"boxes\"") && text.contains("data-axis=\"x\""))
    }
}
