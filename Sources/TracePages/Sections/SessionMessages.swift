import TraceModel
import TraceReports
import WireText

/// The first and the worst messages of a session, each from its first byte to its arrival.
struct SessionMessages {
    private let section: SessionSection

    init(_ section: SessionSection) { self.section = section }

    var chart: Chart? {
        guard let details = section.details, details.messageCount > 0 else { return nil }
        let first = details.first.prefix(section.page.room(SessionDetails.firstLimit))
        let messages = first + details.worst(section.page.room(SessionDetails.worstLimit))
        let lanes: [TraceMessage.Direction: Int] = [.forward: 0, .backward: 1]
        var table = ValueTable(columns: ["time (s)", "delay (s)", "bytes", "frame", "direction", "type", "remark"])
        var (whole, faulty): ([Mark.Box], [Mark.Box]) = ([], [])
        var links: [(from: Mark.Point, to: Mark.Point)] = []
        for message in messages {
            let lane = lanes[message.direction] ?? 0
            let box = Mark.Box(x: min(message.begun, message.time)...message.time, y: Chart.lane(lane))
            if message.fault == nil { whole.append(box) } else { faulty.append(box) }
            if let delay = message.latency, message.latencyKind == .roundTrip {
                let (from, to) = (Chart.lane(1 - lane), Chart.lane(lane))
                links.append(
                    (
                        .init(message.time - delay, lane == 1 ? from.lowerBound : from.upperBound),
                        .init(message.time, lane == 1 ? to.upperBound : to.lowerBound)
                    ))
            }
            table.add(
                [
                    .time(message.time), .seconds(message.latency), .bytes(message.bytes), .count(message.frame),
                    .text(message.direction.rawValue), .text(message.type ?? "–"),
                    .text(message.fault ?? (message.latencyKind?.rawValue ?? "")),
                ], at: box)
        }
        if details.messageCount > messages.count {
            table.note =
                "The first \(first.count) messages, and of \(Quantity.grouped(details.messageCount)) those that took longest or are faulty."
        }
        let page = section.page
        let (from, to) = (page.names.name(section.session.initiator), page.names.responder(section.session))
        return Chart(
            kind: .messages, id: section.id("messages"),
            caption: "The first and the worst messages; lines lead from a request to its answer",
            series: ["message", "faulty", "answer to"], horizontal: section.time,
            side: .lanes([from + " sends", to + " sends"]),
            marks: [
                Mark(shape: .bars(whole), series: 1), Mark(shape: .segments(links), series: 3),
                Mark(shape: .bars(faulty), series: 2),
            ].filter { !$0.isEmpty }, table: table)
    }
}
