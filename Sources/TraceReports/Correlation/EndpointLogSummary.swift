import TraceModel
import WireText

/// An endpoint's log beside a capture, as text: the clocks, the packets of both directions, the losses, and the path as both see
/// it.
public struct EndpointLogSummary: TextView {
    /// Losses that are listed; the rest is counted.
    private static let rows = 100

    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// Lines of text, with nothing from the capture or the log that could steer a terminal.
    public func render(_ report: EndpointLogReport) -> String {
        var lines = headLines(report)
        lines.append("")
        lines += clockLines(report)
        lines.append("")
        lines += packetLines(report)
        lines.append("")
        lines += lossLines(report)
        lines.append("")
        lines += pathLines(report)
        return lines.joined(separator: "\n") + "\n"
    }

    private func headLines(_ report: EndpointLogReport) -> [String] {
        let ends = [report.initiator, report.responder].map(Self.endpoint)
        let name = report.log.name.map { " (\(SafeText.escaped($0)))" } ?? ""
        var lines = paragraph(
            ["\(SafeText.escaped(report.capture)),", "session \(report.session):", "\(ends[0]) → \(ends[1])"],
            first: "", margin: 0, emphasis: style.heading)
        lines += paragraph(
            [
                "\(SafeText.escaped(report.log.path)):", "qlog \(SafeText.escaped(report.log.version))",
                "of the \(report.log.endpoint.rawValue)\(name),", Quantity.count(report.log.events, "event"),
            ], first: "", margin: 0)
        if report.log.errors > 0 {
            lines += paragraph(
                "\(Quantity.count(report.log.errors, "record")) of the log could not be read", first: "", margin: 0,
                emphasis: style.yellow)
        }
        return lines
    }

    private static func endpoint(_ end: Session.Endpoint) -> String {
        end.address.contains(":") ? "[\(end.address)]:\(end.port)" : "\(end.address):\(end.port)"
    }

    private func clockLines(_ report: EndpointLogReport) -> [String] {
        let clock = report.clock
        var parts: [String] = []
        if let difference = clock.difference {
            let apart =
                difference == 0
                ? "capture and endpoint agree"
                : "the capture is \(Quantity.duration(abs(difference))) \(difference > 0 ? "ahead of" : "behind") the endpoint"
            parts += ["\(apart),", "accurate to \(Quantity.duration(clock.uncertainty)),"]
        } else {
            parts.append("time 0 of the log is \(Quantity.moment(clock.offset)) in the capture,")
        }
        parts.append("packets within \(Quantity.duration(clock.spread))")
        parts.append("(median of \(Quantity.grouped(clock.packets)))")
        var lines = [style.heading("Clocks")] + paragraph(parts)
        if clock.scale != 1 {
            lines += paragraph(
                "the log names a wrong unit of time: its times were \(clock.scale > 1 ? "multiplied" : "divided") by 1,000",
                emphasis: style.yellow)
        }
        return lines
    }

    private func packetLines(_ report: EndpointLogReport) -> [String] {
        let rows = [("sent", report.sent), ("received", report.received)].map { name, packets in
            [
                name, Quantity.grouped(packets.logged), Quantity.grouped(packets.captured),
                Quantity.grouped(packets.matched), Quantity.grouped(packets.maybeSealed),
                Quantity.grouped(packets.missingFromCapture), Quantity.grouped(packets.missingFromLog),
            ]
        }
        var lines = [heading("Packets", "of the \(report.log.endpoint.rawValue)")]
        lines += table(
            [
                .init(""), .init("in the log", .right), .init("captured", .right), .init("in both", .right),
                .init("sealed?", .right), .init("only in log", .right), .init("only captured", .right),
            ], rows)
        if report.sealedPackets > 0 {
            let (count, isOne) = (Quantity.count(report.sealedPackets, "packet"), report.sealedPackets == 1)
            let reason =
                switch report.sealedReason {
                case .noKeys?: "no keys were given for the session, or not for all of it (--key-log)"
                case let reason?: SealedWords.words(reason)
                case nil: "no key of the connection opens \(isOne ? "it" : "them")"
                }
            lines += paragraph(
                "\(count) \(isOne ? "stays" : "stay") sealed and \(isOne ? "has" : "have") no number to compare: \(reason)",
                emphasis: style.yellow)
        }
        let sizes = report.sent.otherSize + report.received.otherSize
        if sizes > 0 {
            lines += paragraph("\(Quantity.count(sizes, "packet")) in both with another size in the log")
        }
        return lines
    }

    private func lossLines(_ report: EndpointLogReport) -> [String] {
        guard !report.losses.isEmpty else {
            return [heading("Losses")] + paragraph("the \(report.log.endpoint.rawValue) gave up no packet for lost")
        }
        let counts = EndpointLogReport.Verdict.allCases.compactMap { verdict -> String? in
            let count = report.losses.count { $0.verdict == verdict }
            return count == 0 ? nil : "\(Quantity.grouped(count)) \(Self.words(verdict))"
        }
        var lines = [
            heading("Losses", "given up by the \(report.log.endpoint.rawValue): " + counts.joined(separator: ", "))
        ]
        lines += table(
            [
                .init("given up at", .right), .init("packet"), .init("why", dispensable: 1),
                .init("on the wire", limit: 60),
            ],
            report.losses.prefix(Self.rows).map { loss in
                [
                    loss.time.map { Quantity.moment($0) } ?? "–", Self.name(loss.packet),
                    SafeText.escaped(loss.trigger ?? "–"), Self.facts(loss),
                ]
            })
        if report.losses.count > Self.rows {
            lines += paragraph("… and \(Quantity.grouped(report.losses.count - Self.rows)) more")
        }
        return lines
    }

    private static func name(_ packet: EndpointLogReport.Packet) -> String {
        packet.space == "application" ? String(packet.number) : "\(packet.space) \(packet.number)"
    }

    private static func words(_ verdict: EndpointLogReport.Verdict) -> String {
        switch verdict {
        case .acknowledged: "acknowledged, not lost"
        case .lostAfterCapture: "lost after the capture point"
        case .notCaptured: "not captured"
        case .sealed: "sealed"
        }
    }

    private static func facts(_ loss: EndpointLogReport.Loss) -> String {
        let sent = loss.captured.map { "captured at \(Quantity.moment($0))" }
        return switch loss.verdict {
        case .acknowledged:
            "acknowledged" + (loss.acknowledged.map { " at \(Quantity.moment($0))" } ?? "") + ": not lost"
        case .lostAfterCapture: (sent ?? "captured") + ", never acknowledged"
        case .notCaptured: "not captured: lost before"
        case .sealed: (sent.map { $0 + ", and" } ?? "cannot be told:") + " packets stay sealed"
        }
    }

    private func pathLines(_ report: EndpointLogReport) -> [String] {
        let rows = report.series.all.filter { !$0.points.isEmpty }.map { series in
            let values = series.points.map(\.value)
            let sorted = values.sorted()
            let figures = [
                sorted.first, sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2], sorted.last, values.last,
            ]
            return [Self.title(series.name), Quantity.grouped(values.count)]
                + figures.map { value in
                    guard let value else { return "–" }
                    return series.isDuration ? Quantity.duration(value) : Quantity.bytes(Int(min(value, 1e18)))
                }
        }
        guard !rows.isEmpty else { return [heading("Path")] + paragraph("the log has no metrics") }
        return [heading("Path", "values over time: --format json, csv or html")]
            + table(
                [
                    .init(""), .init("values", .right), .init("minimum", .right), .init("median", .right),
                    .init("maximum", .right), .init("last", .right),
                ], rows)
    }

    /// A series in words.
    static func title(_ name: String) -> String {
        switch name {
        case "congestionWindow": "congestion window"
        case "bytesInFlight": "bytes in flight"
        case "slowStartThreshold": "slow start threshold"
        case "smoothedRTT": "smoothed RTT"
        case "latestRTT": "latest RTT"
        case "minimumRTT": "minimum RTT"
        case "ackRTT": "RTT in the capture"
        case "peerAckRTT": "peer's RTT in the capture"
        default: name
        }
    }
}
