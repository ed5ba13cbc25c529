import TraceModel
import WireText

/// The rates of a session over time, in both directions.
struct SessionThroughput {
    private let section: SessionSection

    init(_ section: SessionSection) { self.section = section }

    /// The rates in bins of twice the width.
    private static func united(_ rates: [Double]) -> [Double] {
        stride(from: 0, to: rates.count, by: 2).map { bin in
            (rates[bin] + (bin + 1 < rates.count ? rates[bin + 1] : 0)) / 2
        }
    }

    var chart: Chart? {
        let session = section.session
        var (forward, backward) = (session.throughput.forward, session.throughput.backward)
        guard var width = session.throughput.binWidth, (forward + backward).contains(where: { $0 > 0 }) else {
            return nil
        }
        if section.page.tightness >= .coarse {
            (forward, backward, width) = (Self.united(forward), Self.united(backward), 2 * width)
        }
        var table = ValueTable(columns: ["time (s)", "forward (bit/s)", "backward (bit/s)"])
        for bin in 0..<min(forward.count, backward.count) {
            table.rows.append([
                .time(session.start + Double(bin) * width), .rate(forward[bin]), .rate(backward[bin]),
            ])
        }
        func steps(_ rates: [Double]) -> Mark.Shape {
            .line(
                rates.enumerated().flatMap { bin, rate in
                    [0.0, 1].map { Mark.Point(session.start + (Double(bin) + $0) * width, rate) }
                })
        }
        let bins = Quantity.duration(width)
        // A line through one bin would say that the rate was level.
        let isSingle = forward.count == 1
        let bars = [forward, backward].map { Self.bar($0.first ?? 0, session.start, width) }
        return Chart(
            kind: .throughput, id: section.id("throughput"),
            caption: isSingle
                ? "All packets are within \(bins): there is no throughput over time, only the bytes of that one bin"
                : "Throughput on the wire, in bins of \(bins)", series: ["forward", "backward"],
            horizontal: section.time,
            side: .axis(
                Chart.Axis(
                    label: "rate (bit/s)", scale: Scale(of: forward + backward, startsAtZero: true).padded,
                    format: { Quantity.rate($0) })),
            marks: [
                Mark(shape: isSingle ? bars[0] : steps(forward), series: 1),
                Mark(shape: isSingle ? bars[1] : steps(backward), series: 2),
            ].filter { !$0.isEmpty }, table: table, height: isSingle ? 60 : 160)
    }

    private static func bar(_ rate: Double, _ start: Double, _ width: Double) -> Mark.Shape {
        .bars(rate > 0 ? [.init(x: start...start + width / 20, y: 0...rate)] : [])
    }
}
