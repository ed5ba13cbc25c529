import Testing
import TraceModel

@testable import TracePages

@Suite struct SeriesChartTests {
    private func bin(_ time: Double, _ values: (Double, Double, Double)) -> SeriesBin {
        SeriesBin(time: time, count: 2, min: values.0, median: values.1, max: values.2)
    }

    private func chart(_ series: [SeriesChart.Series]) -> Chart {
        SeriesChart(
            series: series, subject: "node", measure: "signal", unit: "dBm", scale: Scale(from: -90, to: -30),
            format: { "\($0)" }
        ).chart(
            .signal, id: "s", caption: "Signal", time: .time(Scale(from: 0, to: 10), group: "capture"), note: "")
    }

    @Test func eachBinHasARowInTheOrderOfTime() {
        let chart = chart([
            .init(name: "anna", bins: [bin(0, (-60, -50, -40)), bin(2, (-61, -51, -41))]),
            .init(name: "bert", bins: [bin(1, (-80, -80, -80))]),
        ])
        var html = HTMLText()
        chart.write(to: &html)
        let text = String(decoding: html.bytes, as: UTF8.self)
        let rows = text.split(separator: "<tr").dropFirst(2)
        #expect(rows.count == 3 && rows.map { $0.contains("<td>anna") } == [true, false, true])
        #expect(rows.first?.contains(#"<td data-value="-60">"#) == true)
        #expect(text.contains(#"data-series="anna,bert""#) && text.contains("signal (dBm)"))
        #expect(text.contains("<th scope=\"col\">median (dBm)</th>"))
    }

    @Test func aBandHasMinimumAndMaximumAndALineTheMedian() throws {
        let marks = chart([.init(name: "anna", bins: [bin(0, (-60, -50, -40)), bin(5, (-70, -70, -70))])]).marks
        guard case .bars(let boxes) = marks[0].shape, case .line(let points) = marks[1].shape else {
            Issue.record("no band and line")
            return
        }
        // Where all samples are equal there is no band.
        #expect(boxes == [.init(x: 0...5, y: -60 ... -40)])
        #expect(points == [.init(0, -50), .init(5, -50), .init(5, -70), .init(10, -70)])
    }

    @Test func aLineIsBrokenWhereNothingWasHeard() {
        let bins = [0, 1, 2, 8, 9].map { bin($0, (-60, -50, -40)) }
        let spans = SeriesChart.spans(of: bins, until: 9.5)
        #expect(spans == [0...1, 1...2, 2...3, 8...9, 9...9.5])
        let marks = chart([.init(name: "anna", bins: bins)]).marks
        guard case .line(let points) = marks[1].shape else {
            Issue.record("no line")
            return
        }
        #expect(points.count { $0 == nil } == 1)
    }
}
