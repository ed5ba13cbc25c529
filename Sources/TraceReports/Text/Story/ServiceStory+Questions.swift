import TraceModel
import WireText

extension ServiceStory {
    func asked(_ service: Service, _ names: PeerNames) -> [String] {
        var lines = service.discovery.queriers.flatMap { querier -> [String] in
            var parts = [names.name(peer: querier.peer) ?? querier.address]
            if let query = querier.firstQuery { parts.append("browsed at \(Self.time(query))") }
            if let latency = querier.latency { parts.append("found it after \(Quantity.duration(latency))") }
            if let latency = querier.resolveLatency { parts.append("resolved it after \(Quantity.duration(latency))") }
            if querier.knownAnswers > 0 {
                parts.append("sent it as a known answer in \(Quantity.count(querier.knownAnswers, "question"))")
            }
            return labeled("asked", TextSummary.list(parts).joined(separator: " "))
        }
        let timing = service.timing
        if !timing.probeIntervals.isEmpty {
            lines += labeled("probes", "at intervals of " + Self.intervals(timing.probeIntervals))
        }
        if !timing.announcementIntervals.isEmpty {
            lines += labeled("announced", "at intervals of " + Self.intervals(timing.announcementIntervals))
        }
        if let median = timing.answerDelay.median, let least = timing.answerDelay.min, let most = timing.answerDelay.max
        {
            lines += labeled(
                "answers",
                "\(Quantity.count(timing.answerDelay.count, "answer")), after \(Quantity.duration(least)) to "
                    + "\(Quantity.duration(most)), median \(Quantity.duration(median))")
        }
        return lines
    }

    private static func intervals(_ seconds: [Double]) -> String {
        let shown = seconds.prefix(8).map { Quantity.duration($0) }
        return shown.joined(separator: ", ") + (seconds.count > shown.count ? ", …" : "")
    }

    /// The hosts that browsed and resolved, how often, and how they were answered.
    func questions(_ report: TraceReport, _ names: PeerNames) -> [String] {
        guard !report.queries.isEmpty else { return [] }
        var lines = [heading("Questions", "\(report.queries.count)")]
        for query in report.queries {
            var parts = [
                "\(SafeText.escaped(query.name)) \(SafeText.escaped(query.type))",
                "by \(names.name(peer: query.peer) ?? query.address)",
                "\(Quantity.count(query.count, "question")) from \(Self.time(query.first)) (frame \(query.firstFrame))"
                    + (query.count > 1 ? " to \(Self.time(query.last))" : ""),
            ]
            if !query.intervals.isEmpty { parts.append("at intervals of \(Self.intervals(query.intervals))") }
            if query.unicastResponses > 0 { parts.append("\(query.unicastResponses) asked for a unicast response") }
            if query.legacy > 0 { parts.append("\(query.legacy) from a port other than 5353") }
            if query.knownAnswers > 0 { parts.append("up to \(Quantity.count(query.knownAnswers, "known answer"))") }
            if query.truncated > 0 { parts.append("\(query.truncated) with more known answers to follow") }
            if let median = query.answerDelay.median {
                parts.append("\(query.answerDelay.count) answered, after \(Quantity.duration(median)) (median)")
            }
            lines += paragraph(TextSummary.list(parts), first: "  ", margin: 4)
        }
        return lines
    }
}
