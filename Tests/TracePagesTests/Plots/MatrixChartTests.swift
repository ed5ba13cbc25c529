import Testing

@testable import TracePages

@Suite struct MatrixChartTests {
    @Test func eachTwoHaveACellWithItsValue() {
        var html = HTMLText()
        MatrixChart(
            id: "m", caption: "Overlap of nodes", names: ["anna", "bert", "carl"], label: "the other node; overlap (%)",
            shares: [[nil, 0.5, nil], [0.5, nil, 0], [nil, 0, nil]],
            tableRows: [[nil, 1, nil], [1, nil, 0], [nil, 0, nil]], table: ValueTable(columns: ["pair"])
        ).write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        // Two cells for each pair, none for a node with itself.
        #expect(text.matches(of: /<rect class="cell/).count == 6)
        let values = text.matches(of: /<text class="value[^>]*>([^<]+)</).map { String($0.output.1) }
        #expect(text.matches(of: /data-row="1"/).count == 2 && text.matches(of: /data-row="0"/).count == 2)
        #expect(values == ["50", "–", "50", "0", "–", "0"])
        #expect(text.contains(#"<rect class="cell h3" x="33.33%""#) && text.contains(#"data-axis="x""#))
    }

    @Test func shadesFollowTheValuesThatArePrinted() {
        #expect([0, 0.001, 0.24, 0.25, 0.5, 0.75, 1].map(MatrixChart.shade) == [0, 1, 1, 2, 3, 4, 4])
        // What is not none does not look like it.
        #expect([0, 0.001, 0.504, 0.999, 1].map(MatrixChart.percent) == [0, 1, 50, 99, 100])
    }
}
