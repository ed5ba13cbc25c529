import TraceModel
import TraceReports
import WireText

/// The story of each name as a row: when it was held, what was said of it, and lines to its rivals and to the name that follows it.
struct ServicesPlot {
    private let page: PageContext
    private let services: [Service]
    /// The rows of services.
    private let places: [String: Int]
    private static let (laneLimit, eventLimit, headLimit) = (30, 600, 120)

    init(_ page: PageContext) {
        self.page = page
        services = Self.shown(page.report)
        places = Dictionary(
            services.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// Those with most events, in the order of the report.
    private static func shown(_ report: TraceReport) -> [Service] {
        guard report.services.count > laneLimit else { return report.services }
        let order = report.services.indices.sorted {
            (report.services[$0].timeline.count, $1) > (report.services[$1].timeline.count, $0)
        }
        return order.prefix(laneLimit).sorted().map { report.services[$0] }
    }

    /// Of each name, the events that have a mark: those that say most, in their order.
    private func events(of service: Service) -> [Service.Event] {
        let limit = max(6, page.room(Self.eventLimit) / max(1, services.count))
        let events = service.timeline
        guard events.count > limit else { return events }
        let order = events.indices.sorted { (Self.weight(events[$1]), $0) < (Self.weight(events[$0]), $1) }
        return order.prefix(limit).sorted().map { events[$0] }
    }

    /// How much an event says of a name's story.
    private static func weight(_ event: Service.Event) -> Int {
        switch event.event {
        case .rename: 5
        case .conflict, .probeTiebreak: 4
        case .goodbye, .expire: 3
        case .announce, .update: 2
        case .probe, .reannounce: 1
        default: 0
        }
    }

    var chart: Chart {
        var table = ValueTable(columns: ["time (s)", "name", "event", "frame", "detail"])
        var lives: [Mark.Box] = []
        var points: [Int: [Mark.Point]] = [:]
        for (lane, service) in services.enumerated() {
            let life = page.life(of: service)
            let spans = life.spans.map { Mark.Box(x: $0, y: Track.life(lane)) }
            lives += spans
            table.add(
                [
                    .time(service.firstSeen), .text(PeerNames.short(service.instance)), .text("seen first"), .text("–"),
                    .text("in use until \(Quantity.moment(life.end)); \(service.state.rawValue)"),
                ], at: spans)
            for event in events(of: service) {
                let point = Mark.Point(event.time, Track.events(lane))
                points[Self.series(of: event.event), default: []].append(point)
                table.add(
                    [
                        .time(event.time), .text(PeerNames.short(service.instance)), .text(event.event.rawValue),
                        .count(event.frame), .text(Self.words(event)),
                    ], at: .init(point))
            }
        }
        table.note = note
        let disputes = disputes
        var marks = [
            Mark(shape: .bars(lives), series: 4), Mark(shape: .segments(renames), series: 7),
            Mark(shape: .segments(disputes.lines), series: 8),
        ]
        // Conflicts, which say most, are drawn above the others.
        let order = points.keys.sorted { ($0 == Self.conflict ? .max : $0) < ($1 == Self.conflict ? .max : $1) }
        marks += order.map { Mark(shape: .points(points[$0] ?? []), series: $0) }
        return Chart(
            kind: .services, id: page.id("services-plot"),
            caption: "The story of each name: claimed, disputed, renamed, gone",
            series: ["announced", "conflict", "gone", "in use", "probe", "question", "renamed", "to the rival"],
            horizontal: .time(page.wholeTime, group: page.captureGroup), side: .lanes(services.map(name)),
            marks: marks.filter { !$0.isEmpty }, table: table,
            // More of them would hide the marks.
            labels: disputes.heads.count <= Self.headLimit ? disputes.heads : [], laneHeight: Track.height)
    }

    // MARK: - Rows

    /// What is where in a row, in pixels from its top: the name, heads of arrows from above, events on the bar, and heads from below.
    private enum Track {
        static let height = 46
        private static let (above, event, below) = (21.0, 30.0, 40.0)
        /// Of the bar, and of the head of an arrow.
        private static let (thickness, head) = (4.0, 8.0)

        private static func place(_ lane: Int, _ pixels: Double) -> Double { -Double(lane) - pixels / Double(height) }

        static func events(_ lane: Int) -> Double { place(lane, event) }

        static func life(_ lane: Int) -> ClosedRange<Double> {
            place(lane, event + thickness / 2)...place(lane, event - thickness / 2)
        }

        /// The middle of an arrow's head.
        static func head(_ lane: Int, isFromAbove: Bool) -> Double { place(lane, isFromAbove ? above : below) }

        /// Where a line ends or begins, beside the events.
        static func edge(_ lane: Int, isAbove: Bool) -> Double {
            place(lane, isAbove ? above - head / 2 : below + head / 2)
        }
    }

    /// The name, its holder, and the rule by which it was made.
    private func name(_ service: Service) -> String {
        let rule = service.timeline.lazy.compactMap(\.rule).first.map { " · rule: \($0)" } ?? ""
        let holder = page.names.name(peer: service.peer) ?? service.type
        let room = Chart.maximumName - rule.count
        let name = "\(PeerNames.short(service.instance, width: min(26, room - 8))) · \(holder)"
        return Chart.shortened(name, to: room) + rule
    }

    // MARK: - Lines between rows

    private var renames: [(from: Mark.Point, to: Mark.Point)] {
        services.enumerated().compactMap { lane, service in
            guard let place = service.laterName.flatMap({ places[$0] }) else { return nil }
            return (
                .init(page.life(of: service).end, Track.events(lane)),
                .init(services[place].firstSeen, Track.events(place))
            )
        }
    }

    /// Lines to the rows of rivals, and their heads where there is room for them.
    private var disputes: (lines: [(from: Mark.Point, to: Mark.Point)], heads: [Chart.Label]) {
        var lines: [(from: Mark.Point, to: Mark.Point)] = []
        var heads: [Chart.Label] = []
        /// Where heads are, by the row that they are in and the side that they come from.
        var taken: [[Int]: [Double]] = [:]
        for (lane, event) in claims {
            guard let place = event.rival?.service.flatMap({ places[$0] }), place != lane else { continue }
            let isDown = place > lane
            let key = [place, isDown ? 1 : 0]
            let position = page.wholeTime.position(event.time)
            let nearest = taken[key, default: []].map { abs($0 - position) }.min() ?? 1
            // A line without a head would end anywhere; one in the same place has that of the other.
            guard nearest >= Self.headWidth || nearest < Self.lineWidth else { continue }
            lines.append(
                (
                    .init(event.time, Track.edge(lane, isAbove: !isDown)),
                    .init(event.time, Track.edge(place, isAbove: isDown))
                ))
            guard nearest >= Self.headWidth else { continue }
            taken[key, default: []].append(position)
            heads.append(
                .init(
                    x: event.time, y: Track.head(place, isFromAbove: isDown), text: isDown ? "▾" : "▴", isCentered: true
                ))
        }
        return (lines, heads)
    }

    /// Events with the rows that they are in, those that say most first.
    private var claims: [(lane: Int, event: Service.Event)] {
        let all = services.enumerated().flatMap { lane, service in events(of: service).map { (lane, $0) } }
        return all.sorted { (Self.weight($1.1), $0.1.time, $0.0) < (Self.weight($0.1), $1.1.time, $1.0) }
    }

    /// A head's share of the axis, on a telephone.
    private static let headWidth = 0.03
    /// And a line's.
    private static let lineWidth = 0.001

    // MARK: - Events

    private static let conflict = 2

    /// What an event shows itself as.
    private static func series(of event: Service.Event.Kind) -> Int {
        switch event {
        case .probe, .probeTiebreak: 5
        case .conflict: conflict
        case .rename: 7
        case .goodbye, .expire: 3
        case .query: 6
        default: 1
        }
    }

    /// The detail, who was the rival, and the rule that decided.
    private static func words(_ event: Service.Event) -> String {
        var parts = event.detail.map { [$0] } ?? []
        if let rival = event.rival { parts.append("rival \(rival.host ?? rival.address)") }
        if let rule = event.rule { parts.append(rule) }
        return parts.joined(separator: "; ")
    }

    /// What is not in the plot.
    private var note: String {
        let names = page.report.services.count - services.count
        let hidden = services.reduce(0) { $0 + $1.timeline.count - events(of: $1).count }
        var notes: [String] = []
        if names > 0 { notes.append("The names with most events; \(Quantity.grouped(names)) more are not shown.") }
        if hidden > 0 {
            notes.append("Of each name the events that say most; \(Quantity.grouped(hidden)) more are not shown.")
        }
        return notes.joined(separator: " ")
    }
}
