import TraceModel

/// When a name was held: until a goodbye, a rename, the end of its records' TTLs, or the end of the capture.
struct ServiceLife {
    /// In order; several where the name came back.
    let spans: [ClosedRange<Double>]

    /// When it ended at last.
    var end: Double { spans.last?.upperBound ?? 0 }

    /// - Parameters:
    ///   - successor: The name that it was given up for.
    ///   - end: Of the capture.
    init(_ service: Service, successor: Service?, until end: Double) {
        var spans: [ClosedRange<Double>] = []
        var start: Double? = service.firstSeen
        for event in service.timeline {
            switch event.event {
            case .goodbye, .expire:
                guard let begun = start else { continue }
                spans.append(begun...max(begun, event.time))
                start = nil
            case .announce, .reannounce, .answer, .update, .probe:
                // What was said before the name was given up is in the span already.
                if start == nil, event.time >= (spans.last?.upperBound ?? 0) { start = event.time }
            default: break
            }
        }
        if let begun = start {
            let last =
                switch service.state {
                case .announced, .conflicted: end
                case .renamed: successor?.firstSeen ?? service.lastSeen
                default: service.lastSeen
                }
            spans.append(begun...max(begun, last))
        }
        self.spans = spans
    }
}

extension PageContext {
    /// When the name of a service was held.
    func life(of service: Service) -> ServiceLife {
        let later = service.laterName
        return ServiceLife(
            service, successor: later.flatMap { id in report.services.first { $0.id == id } }, until: wholeTime.last)
    }
}
