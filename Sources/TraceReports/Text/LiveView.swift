import TraceModel
import WireText

/// The view that a person sees while a capture runs: a few lines that are redrawn continually.
public struct LiveView: TextView {
    /// The facts that the report does not have.
    public struct Progress: Sendable {
        /// The source of the capture, in words: interfaces, and the file if there is one.
        public var title: String
        /// Seconds since the start.
        public var elapsed: Double
        /// Packets since the start.
        public var packets: Int
        /// Bytes on the wire.
        public var bytes: Int
        /// Packets and bits in a second, lately.
        public var packetRate: Double
        public var bitRate: Double
        /// Packets that were lost for lack of time or room.
        public var dropped: Int

        public init(
            title: String, elapsed: Double, packets: Int, bytes: Int, packetRate: Double, bitRate: Double, dropped: Int
        ) {
            self.title = title
            self.elapsed = elapsed
            self.packets = packets
            self.bytes = bytes
            self.packetRate = packetRate
            self.bitRate = bitRate
            self.dropped = dropped
        }
    }

    public let page: TextPage
    /// Rows of the terminal.
    public private(set) var height = 24

    public init(page: TextPage) { self.page = page }

    /// A view for a terminal.
    ///
    /// - Parameters:
    ///   - width: Columns. A number outside ``widths`` counts as the nearest of them.
    ///   - height: Lines. A number outside 8 to 100 counts as the nearest of them.
    ///   - style: Whether the text has colors.
    public init(width: Int, height: Int, style: TextStyle) {
        self.init(width: width, style: style)
        self.height = max(8, min(height, 100))
    }

    /// At most ``height`` lines less one, none wider than the terminal, with nothing from packets that could steer it.
    ///
    /// - Parameters:
    ///   - progress: How far the capture is.
    ///   - report: The report on the packets so far, nil if it is not shown.
    public func lines(_ progress: Progress, _ report: TraceReport?) -> [String] {
        var lines = headLines(progress)
        // A cursor is below the last line, and one line explains how to stop.
        let room = height - 2 - lines.count
        if let report {
            let names = PeerNames(report.peers)
            let services = serviceRows(report, names)
            let sessions = sessionRows(report, names)
            // Each section has a blank line and two of heading; services may take half of the room, or what sessions
            // leave.
            let wanted = sessions.isEmpty ? 0 : sessions.count + 3
            let half = max(room / 2, room - wanted)
            let shown = section("Services", services, room: half)
            lines += shown
            lines += section("Sessions", sessions, room: room - shown.count)
        }
        return lines.prefix(height - 2) + [style.dim("Ctrl-C ends the capture.")]
    }

    private func headLines(_ progress: Progress) -> [String] {
        let dropped = Quantity.count(progress.dropped, "packet") + " dropped"
        let facts = [
            Quantity.count(progress.packets, "packet"), Quantity.bytes(progress.bytes),
            Quantity.digits(progress.packetRate) + " packets/s", Quantity.rate(progress.bitRate),
            Quantity.duration(progress.elapsed.rounded(.down)),
        ]
        let text = paragraph(TextSummary.list(facts))
        return [style.heading(SafeText.cut(SafeText.escaped(progress.title), width: width))] + text
            + (progress.dropped > 0 ? ["  " + style.yellow(dropped)] : [])
    }

    /// A table with its heading, cut to that many lines.
    private func section(_ title: String, _ rows: Rows, room: Int) -> [String] {
        guard !rows.isEmpty, room > 3 else { return [] }
        return ["", heading(title, "\(rows.count)")] + table(rows.columns, rows.cells.prefix(room - 3))
    }

    private struct Rows {
        let columns: [TextTable.Column]
        /// How many there are, more than a terminal may have room for.
        let count: Int
        let cells: [[String]]
        var isEmpty: Bool { cells.isEmpty }
    }

    /// The services that were heard of last, first.
    private func serviceRows(_ report: TraceReport, _ names: PeerNames) -> Rows {
        let columns: [TextTable.Column] = [
            .init("service", limit: 32, minimum: 12), .init("type", limit: 24, minimum: 10),
            .init("peer", limit: 24, minimum: 8, dispensable: 1), .init("port", .right, dispensable: 2),
            .init("state", minimum: 9),
        ]
        let services = report.services.sorted { ($1.lastSeen, $0.id) < ($0.lastSeen, $1.id) }
        let cells = services.prefix(height).map { service in
            [
                SafeText.escaped(service.instance), SafeText.escaped(service.type),
                names.name(peer: service.peer) ?? "", service.port.map { "\($0)" } ?? "", service.state.rawValue,
            ]
        }
        return Rows(columns: columns, count: services.count, cells: cells)
    }

    /// The sessions with the latest packets first.
    private func sessionRows(_ report: TraceReport, _ names: PeerNames) -> Rows {
        let columns: [TextTable.Column] = [
            .init("from", limit: 24, minimum: 11), .init("to", limit: 24, minimum: 11),
            .init("port", .right, dispensable: 3), .init("over", limit: 16, dispensable: 1), .init("→", .right),
            .init("←", .right), .init("RTT", .right, dispensable: 2),
        ]
        let sessions = report.sessions.filter { !$0.isBackground }
        let latest = sessions.sorted { ($1.end, $1.id) < ($0.end, $0.id) }.prefix(height)
        let cells = latest.map { session in
            [
                names.name(session.initiator), names.name(session.responder), "\(session.responder.port)",
                SessionWords.shortKind(session), Self.bytes(session.forward), Self.bytes(session.backward),
                session.networkRTT.value.map { Quantity.duration($0) } ?? "",
            ]
        }
        return Rows(columns: columns, count: sessions.count, cells: cells)
    }

    private static func bytes(_ direction: SessionDirection) -> String {
        direction.payloadBytes.flatMap { $0 > 0 ? Quantity.bytes($0) : nil } ?? "–"
    }
}
