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
        /// Bits on the wire in a second, lately.
        public var bitRate: Double
        /// Packets that were lost for lack of time or room.
        public var dropped: Int
        /// How to stop, in a sentence.
        public var advice: String

        /// The figures of one moment, and how to stop.
        public init(
            title: String, elapsed: Double, packets: Int, bytes: Int, packetRate: Double, bitRate: Double, dropped: Int,
            advice: String = "Ctrl-C ends the capture."
        ) {
            self.advice = advice
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
    ///   - width: Columns. A number outside `widths` counts as the nearest of them.
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
            // The most important first.
            let sections = [sessions(report, names), findings(report, names), services(report, names)]
            let rooms = LineShares.dealt(
                room, wants: sections.map { $0.rows.isEmpty ? 0 : $0.rows.count + Section.heading },
                least: Section.heading + 1)
            // In the order of the summary.
            for index in [1, 0, 2] { lines += drawn(sections[index], room: rooms[index]) }
        }
        return lines.prefix(height - 2) + [style.dim(progress.advice)]
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
    private func drawn(_ section: Section, room: Int) -> [String] {
        guard room > Section.heading else { return [] }
        let rows = section.rows.prefix(room - Section.heading)
        let lines = table(section.columns, rows.map(\.cells))
        return ["", heading(section.title, section.counts)] + lines.prefix(1)
            + zip(lines.dropFirst(), rows).map { $1.emphasis($0) }
    }
}
