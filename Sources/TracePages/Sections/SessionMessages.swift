import TraceModel
import TraceReports
import WireText

/// The first messages of a session, and apart from them the worst ones of the whole session with their requests, each from its
/// first byte to its arrival; and where numbered ones were lost or came late.
struct SessionMessages {
    private let section: SessionSection
    private let first: [TraceMessage]
    private let worst: [WorstMessages.Entry]

    init(_ section: SessionSection) {
        self.section = section
        first = Array(section.details?.first.prefix(section.page.room(SessionDetails.firstLimit)) ?? [])
        // Where all are shown, those that stand out are seen.
        let hasMore = section.details.map { $0.messageCount > SessionDetails.firstLimit } ?? false
        worst = hasMore ? section.details?.worst.list(section.page.room(WorstMessages.limit)) ?? [] : []
    }

    /// A message, the row that it is in, and what is said of it.
    private struct Place {
        let message: TraceMessage
        let lane: Int
        let part: String
    }

    private enum Series: Int, CaseIterable {
        case message = 1, faulty, answer, lost, late

        var name: String {
            switch self {
            case .message: "message"
            case .faulty: "faulty"
            case .answer: "answer to"
            case .lost: "lost"
            case .late: "out of order"
            }
        }
    }

    private func mark(_ shape: Mark.Shape, _ series: Series, _ style: String = "") -> Mark {
        Mark(shape: shape, series: series.rawValue, style: style)
    }

    var chart: Chart? {
        let deliveries = [(0, section.session.forward), (1, section.session.backward)].map {
            (lane: $0, marks: $1.delivery)
        }
        guard !first.isEmpty || deliveries.contains(where: { !$0.marks.isEmpty }) else { return nil }
        let places = self.places
        var table = ValueTable(
            columns: ["time (s)", "delay (s)", "bytes", "frame", "direction", "type", "remark", "shown as"])
        for place in places { table.add(row(place), at: Self.box(place)) }
        // Lost ones above late ones.
        let shift = 4 / Double(Self.laneHeight)
        for (lane, marks) in deliveries {
            for mark in marks {
                let place = Mark.Point(mark.time, Self.middle(lane) + (mark.lost > 0 ? shift : -shift))
                table.add(row(mark, lane: lane), at: .init(place))
            }
        }
        table.note = note
        func boxes(_ isFaulty: Bool) -> [Mark.Box] {
            places.filter { ($0.message.fault != nil) == isFaulty }.map(Self.box)
        }
        func points(_ shift: Double, _ isWanted: (SessionDirection.DeliveryMark) -> Bool) -> [Mark.Point] {
            deliveries.flatMap { entry in
                entry.marks.filter(isWanted).map { .init($0.time, Self.middle(entry.lane) + shift) }
            }
        }
        let page = section.page
        let names = [page.names.name(section.session.initiator), page.names.responder(section.session)]
        return Chart(
            kind: .messages, id: section.id("messages"), caption: caption, series: Series.allCases.map(\.name),
            horizontal: section.time,
            side: .lanes(
                names.map { $0 + " sends" } + (worst.isEmpty ? [] : names.map { "standing out, \($0) sends" })),
            marks: [
                mark(.bars(boxes(false)), .message), mark(.segments(links(places)), .answer),
                mark(.bars(boxes(true)), .faulty), mark(.points(points(-shift) { $0.reordered > 0 }), .late),
                mark(.points(points(shift) { $0.lost > 0 }), .lost),
            ].filter { !$0.isEmpty }, table: table, namesBelow: [1, 3], laneHeight: Self.laneHeight)
    }

    private var caption: String {
        let shown = worst.isEmpty ? "The first messages" : "The first messages, and below those of all that stand out"
        return shown + "; lines lead from a request to its answer"
    }

    private var note: String {
        let count = section.details?.messageCount ?? 0
        guard count > first.count else { return "" }
        let others =
            worst.isEmpty
            ? ""
            : ", and of all \(Quantity.grouped(count)) those that stand out: by a fault, a delay, or a pause before; with their requests"
        return "The first \(first.count) messages" + others + "."
    }

    // MARK: - Places

    /// Pixels of a row: a name of 16, a bar of 14, and room for the lines to the row below or above, whose name is on its other side.
    private static let laneHeight = 48

    private static func bar(_ lane: Int) -> ClosedRange<Double> {
        let height = Double(laneHeight)
        let top = lane.isMultiple(of: 2) ? 17.0 : 16
        return Chart.lane(lane, from: (height - top - 14) / height, to: (height - top) / height)
    }

    private static func box(_ place: Place) -> Mark.Box {
        .init(x: min(place.message.begun, place.message.time)...place.message.time, y: bar(place.lane))
    }

    private static func middle(_ lane: Int) -> Double { (bar(lane).lowerBound + bar(lane).upperBound) / 2 }

    private var places: [Place] {
        func lane(_ message: TraceMessage) -> Int { message.direction == .forward ? 0 : 1 }
        var places = first.map { Place(message: $0, lane: lane($0), part: "first") }
        var frames: Set<[Int]> = []
        for entry in worst {
            let isRequestShown = entry.request.map { frames.insert([$0.frame, lane($0)]).inserted } ?? false
            if isRequestShown, let request = entry.request {
                places.append(Place(message: request, lane: 2 + lane(request), part: "request of a worst one"))
            }
            places.append(Place(message: entry.message, lane: 2 + lane(entry.message), part: "worst"))
        }
        return places
    }

    /// From requests to answers that are both drawn.
    private func links(_ places: [Place]) -> [(from: Mark.Point, to: Mark.Point)] {
        let begun = places.map { ($0.lane, $0.message.begun) }
        return places.compactMap { place in
            guard let delay = place.message.latency, place.message.latencyKind == .roundTrip else { return nil }
            let other = place.lane ^ 1
            let asked = place.message.time - delay
            guard begun.contains(where: { $0.0 == other && abs($0.1 - asked) < 2e-9 }) else { return nil }
            let (from, to) = (Self.bar(other), Self.bar(place.lane))
            let isDown = other < place.lane
            return (
                from: .init(asked, isDown ? from.lowerBound : from.upperBound),
                to: .init(place.message.time, isDown ? to.upperBound : to.lowerBound)
            )
        }
    }

    // MARK: - Rows

    private func row(_ place: Place) -> [ValueTable.Cell] {
        let message = place.message
        return [
            .time(message.time), .seconds(message.latency), .bytes(message.bytes), .count(message.frame),
            .text(message.direction.rawValue), .text(message.type ?? "–"),
            .text(message.fault ?? (message.latencyKind?.rawValue ?? "")), .text(place.part),
        ]
    }

    private func row(_ mark: SessionDirection.DeliveryMark, lane: Int) -> [ValueTable.Cell] {
        let words = [(mark.lost, "lost"), (mark.reordered, "out of order")].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return [
            .time(mark.time), .text("–"), .text("–"), .count(mark.frame), .text(lane == 0 ? "forward" : "backward"),
            .text("–"), .text(words.joined(separator: ", ")), .text("mark"),
        ]
    }
}
