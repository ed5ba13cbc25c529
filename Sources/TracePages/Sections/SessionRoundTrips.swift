import TraceModel
import WireText

/// The round trips of a session: over time, and how they are distributed.
struct SessionRoundTrips {
    private let section: SessionSection
    private let samples: [RoundTrip]
    /// The shortest acknowledgment of each direction.
    private let least: [TraceMessage.Direction: Double]

    init(_ section: SessionSection) {
        self.section = section
        let all = section.details?.roundTrips ?? []
        samples = all.sorted { ($0.time, $0.frame) < ($1.time, $1.frame) }
        least = Dictionary(
            all.filter { $0.kind == .transport }.map { ($0.direction, $0.value) }, uniquingKeysWith: min)
    }

    /// The kinds of samples in the order of their colors.
    private enum Kind: String, CaseIterable {
        case application, transport, handshake
        case delayed = "transport, delayed acknowledgment"
    }

    /// Receivers that wait for a second segment or for data do so for 40 ms (Linux) to 200 ms, at most 500 (RFC 9293 §3.8.6.3).
    private static let delays = 0.036...0.51

    private func kind(_ sample: RoundTrip) -> Kind {
        switch sample.kind {
        case .application: .application
        case .handshake: .handshake
        case .transport:
            Self.delays.contains(sample.value) && sample.value > 4 * (least[sample.direction] ?? 0)
                ? .delayed : .transport
        }
    }

    private func places(_ points: [(Kind, Mark.Point)]) -> [Mark] {
        // Those of messages, which say most, are drawn above the others.
        Kind.allCases.enumerated().reversed().map { index, kind in
            Mark(shape: .points(points.filter { $0.0 == kind }.map(\.1)), series: index + 1)
        }.filter { !$0.isEmpty }
    }

    private var axis: Chart.Axis {
        Chart.Axis(
            label: "round trip (s)", scale: .delays(samples.map(\.value)), format: { Quantity.duration($0) })
    }

    var overTime: Chart? {
        guard !samples.isEmpty else { return nil }
        let limit = max(section.page.leastRows, section.page.rowsPerSession)
        let shown = Self.thinned(samples, limit)
        var table = ValueTable(columns: ["time (s)", "round trip (s)", "kind"])
        for sample in shown {
            table.add(
                [.time(sample.time), .seconds(sample.value), .text(kind(sample).rawValue)],
                at: .init(Mark.Point(sample.time, sample.value)))
        }
        if shown.count < samples.count {
            table.note =
                "\(Quantity.grouped(shown.count)) of \(Quantity.grouped(samples.count)) round trips: the shortest and the longest of each span."
        }
        var marks = places(shown.map { (kind($0), Mark.Point($0.time, $0.value)) })
        let unanswered = section.details?.unanswered ?? []
        let top = axis.scale.last
        marks.append(Mark(shape: .points(unanswered.map { .init($0, top) }), series: 5, style: "large"))
        for time in unanswered {
            table.add([.time(time), .text("none"), .text("no answer")], at: .init(Mark.Point(time, top)))
        }
        let session = section.session
        let figures = session.applicationRTT.count > 0 ? session.applicationRTT : session.transportRTT
        let end = max(session.end, session.start + 1e-6)
        let levels = [("median", figures.median), ("p95", figures.p95)].compactMap { name, value in
            value.map { (value: $0, text: "\(name) \(Quantity.duration($0))") }
        }
        for level in levels {
            marks.append(
                Mark(
                    shape: .line([.init(session.start, level.value), .init(end, level.value)]), series: 6,
                    style: "dashed"))
        }
        return Chart(
            kind: .roundTrips, id: section.id("round-trips"),
            caption: "Round trips over time; the dashed lines are the median and the 95th percentile",
            series: Kind.allCases.map(\.rawValue) + ["no answer (at the top)", "median, p95"], horizontal: section.time,
            side: .axis(axis), marks: marks.filter { !$0.isEmpty }, table: table, labels: labels(levels, at: end))
    }

    /// The values of lines, at their ends; of lines that are next to each other in one text.
    private func labels(_ levels: [(value: Double, text: String)], at end: Double) -> [Chart.Label] {
        let places = levels.map { axis.scale.position($0.value) }
        if places.count == 2, abs(places[0] - places[1]) < 0.12 {
            return [.init(x: end, y: levels[1].value, text: levels.map(\.text).joined(separator: ", "))]
        }
        return levels.map { .init(x: end, y: $0.value, text: $0.text) }
    }

    /// Of many samples the shortest and the longest of each span, so that none that stands out is lost.
    private static func thinned(_ samples: [RoundTrip], _ limit: Int) -> [RoundTrip] {
        guard samples.count > limit else { return samples }
        let size = (2 * samples.count + limit - 1) / limit
        return stride(from: 0, to: samples.count, by: size).flatMap { start -> [RoundTrip] in
            let span = start..<min(start + size, samples.count)
            guard let least = span.min(by: { samples[$0].value < samples[$1].value }),
                let most = span.max(by: { samples[$0].value < samples[$1].value })
            else { return [] }
            return Set([least, most]).sorted().map { samples[$0] }
        }
    }

    /// The share of samples that are at most as long.
    var distribution: Chart? {
        guard samples.count > 1 else { return nil }
        var table = ValueTable(columns: ["round trip (s)", "share (0…1)", "kind"])
        var marks: [Mark] = []
        for (index, kind) in [RoundTrip.Kind.application, .transport].enumerated() {
            let values = samples.filter { $0.kind == kind || kind == .transport && $0.kind == .handshake }
                .map(\.value).sorted()
            guard !values.isEmpty else { continue }
            let quantiles = min(Self.quantiles, section.page.rowsPerSession / 2)
            let stride = (values.count + quantiles - 1) / quantiles
            let ranks = values.indices.filter { $0.isMultiple(of: stride) || $0 == values.count - 1 }
            let points = ranks.map { Mark.Point(values[$0], Double($0 + 1) / Double(values.count)) }
            marks.append(Mark(shape: .line(points), series: index + 1))
            for point in points {
                table.add(
                    [.seconds(point.x), .number(point.y, Quantity.share(point.y)), .text(kind.rawValue)],
                    at: .init(point))
            }
        }
        return Chart(
            kind: .distribution, id: section.id("distribution"), caption: "How many round trips are at most as long",
            series: ["application", "transport"], horizontal: axis,
            side: .axis(
                Chart.Axis(label: "share (%)", scale: Scale(from: 0, to: 1), format: { Quantity.share($0) })),
            marks: marks, table: table)
    }

    private static let quantiles = 50
}
