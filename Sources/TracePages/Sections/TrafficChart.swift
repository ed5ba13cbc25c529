import TraceModel
import WireText

/// The rate of the whole capture over time, by protocol.
struct TrafficChart {
    private let page: PageContext
    private let traffic: CaptureSummary.Traffic
    /// Neighboring bins that are one on the page.
    private let united: Int

    /// Lines that can be told apart; all other protocols are one.
    private static let maximumSeries = 6
    private static let others = CaptureSummary.Traffic.others

    /// - Returns: Nil where the capture has no times.
    init?(_ page: PageContext) {
        guard let traffic = page.report.capture.traffic, traffic.bytes.contains(where: { $0 > 0 }) else { return nil }
        (self.page, self.traffic) = (page, traffic)
        united = page.tightness > .none ? 4 : 1
    }

    private var width: Double { traffic.binWidth * Double(united) }

    private func sums(_ values: [Int]) -> [Int] {
        stride(from: 0, to: values.count, by: united).map { first in
            values[first..<min(first + united, values.count)].reduce(0, +)
        }
    }

    /// Bits per second in each bin, those of most bytes first.
    private var series: [(name: String, rates: [Double])] {
        let named = traffic.protocols.filter { $0.protocol != Self.others }.prefix(Self.maximumSeries)
        var lists = named.map { (name: $0.protocol, bytes: sums($0.series)) }
        let rest = traffic.protocols.filter { entry in !named.contains { $0.protocol == entry.protocol } }
        if let first = rest.first {
            var sum = sums(first.series)
            for entry in rest.dropFirst() { for (bin, bytes) in sums(entry.series).enumerated() { sum[bin] += bytes } }
            lists.append((Self.others, sum))
        }
        return lists.map { entry in
            (entry.name, entry.bytes.map { (Double($0) * 8 / width * 1e3).rounded() / 1e3 })
        }
    }

    var chart: Chart {
        let series = series
        let packets = sums(traffic.packets)
        var table = ValueTable(columns: ["time (s)"] + series.map { "\($0.name) (bit/s)" } + ["packets"])
        let hidden = traffic.protocols.count - series.count
        if hidden > 0 { table.note = "\(hidden + 1) protocols with fewer bytes are counted together, as others." }
        for bin in packets.indices {
            table.rows.append(
                [.time(traffic.start + Double(bin) * width)] + series.map { .rate($0.rates[bin]) } + [
                    .count(packets[bin])
                ])
        }
        // The lines of less are drawn over those of more.
        let marks = series.enumerated().map { index, entry in
            Mark(shape: .line(steps(entry.rates)), series: entry.name == Self.others ? 8 : index + 1)
        }
        let names = (0..<8).map { index in
            index == 7 ? Self.others : index < series.count ? series[index].name : ""
        }
        return Chart(
            kind: .traffic, id: page.id("traffic-plot"),
            caption: "Traffic by the topmost protocol of each packet, in bins of \(Quantity.duration(width))",
            series: names, horizontal: .time(page.wholeTime, group: page.captureGroup),
            side: .axis(
                Chart.Axis(
                    label: "rate (bit/s)", scale: Scale(of: series.flatMap(\.rates), startsAtZero: true).padded,
                    format: { Quantity.rate($0) })),
            marks: marks, table: table)
    }

    /// A level for each bin. There is no line where a protocol is silent, or it would hide those of others.
    private func steps(_ rates: [Double]) -> [Mark.Point?] {
        rates.indices.flatMap { bin -> [Mark.Point?] in
            let isSilent = rates[max(0, bin - 1)...min(rates.count - 1, bin + 1)].allSatisfy { $0 == 0 }
            return isSilent
                ? [nil] : [0.0, 1].map { Mark.Point(traffic.start + (Double(bin) + $0) * width, rates[bin]) }
        }
    }
}
