import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Converts tracked services to those of the report.
struct ServiceBuilder {
    let axis: TimeAxis
    let naming: NamingStory
    let peer: (IPAddress) -> String?

    private var tracker: ServiceTracker { naming.tracker }
    private var links: RenameLinks { naming.links }

    /// The service without its addresses and peer.
    ///
    /// - Parameter index: The index of its claim among the tracker's.
    func service(_ index: Int) -> Service {
        let claim = tracker.services[index]
        var service = Service(
            id: naming.ids[index],
            instance: claim.name.instanceText,
            type: claim.name.type.description,
            domain: String(claim.name.domain.presentation.dropLast()),
            fullName: claim.name.fullName.presentation,
            host: claim.location?.target.presentation,
            port: claim.location.map { Int($0.port) },
            firstSeen: axis.seconds(claim.firstHeard.time),
            lastSeen: axis.seconds(claim.lastHeard.time),
            state: naming.state(of: index))
        service.subtypes = claim.subtypes.compactMap { SubtypeName($0)?.subtypeText }
        service.txt = (claim.text?.entries ?? []).map(Self.entry)
        service.renamedTo = links.successors[index].map { naming.ids[$0] }
        service.replaces = links.choices[index].flatMap { links.replacements[$0] == index ? naming.ids[$0] : nil }
        service.replacedBy = links.replacements[index].map { naming.ids[$0] }
        if let link = links.links[index] {
            service.renamedFrom = naming.ids[link.from]
            service.renameStyle = RenameStyle.key(link.family, isByKnownRule: link.family != nil)
        }
        service.responder = tracker.family(of: claim)?.rawValue
        service.timeline = timeline(of: index)
        service.discovery = discovery(claim)
        service.timing.probeIntervals = claim.timing.probeIntervals.map(axis.duration)
        service.timing.announcementIntervals = claim.timing.announcementIntervals.map(axis.duration)
        service.timing.answerDelay = claim.timing.answerDelays.distribution
        return service
    }

    private static func entry(_ entry: TXTRecord.Entry) -> Service.TextEntry {
        Service.TextEntry(
            key: entry.keyText, value: entry.valueText, valueHex: entry.value.map { Hex.encode($0) },
            hasValue: entry.value != nil)
    }

    // MARK: - Timeline

    private func timeline(of index: Int) -> [Service.Event] {
        let claim = tracker.services[index]
        var events = claim.log.events.filter { $0.kind != .conflict || naming.concerns($0, index) }
        if let successor = links.next(after: index) {
            // A name that was given up has no rival.
            let end = tracker.services[successor].firstSeen
            events.removeAll { $0.kind == .conflict && $0.moment > end }
        }
        if let link = links.links[index] {
            events.append(
                ClaimEvent(
                    moment: claim.firstSeen, kind: .rename, sender: claim.senders[0], detail: .renamed(from: link.from))
            )
        }
        for querier in claim.queriers {
            guard let query = querier.browsed?.query else { continue }
            events.append(ClaimEvent(moment: query, kind: .query, sender: querier.sender, detail: .browsing))
        }
        let (values, words) = (EventValues(naming: naming), EventWords(naming: naming))
        let rule = links.links[index].flatMap { RenameStyle.rule($0.family, isByKnownRule: $0.family != nil) }
        return events.inOrder().map { event in
            let rival = values.rival(of: event, at: index)
            return Service.Event(
                time: axis.seconds(event.moment.time), frame: event.moment.frame, event: event.kind,
                source: Self.source(of: event), detail: words.detail(of: event, at: index, rival: rival), rival: rival,
                rule: event.kind == .rename ? rule : nil, changes: values.changes(of: event, at: index))
        }
    }

    /// Action frames have no other addresses than those of radios.
    private static func source(of event: ClaimEvent) -> String {
        guard event.detail == .actionFrame, let link = event.sender.linkAddress else {
            return event.sender.address.description
        }
        return link.description
    }

    // MARK: - Discovery

    private func discovery(_ claim: ServiceClaim) -> Service.Discovery {
        var discovery = Service.Discovery()
        let first = claim.queriers.filter { $0.browsed != nil }.min { $0.browsed!.query < $1.browsed!.query }
        discovery.firstQuery = axis.seconds(first?.browsed?.query)
        discovery.firstAnswer = axis.seconds(first?.browsed?.answer)
        discovery.latency = first.flatMap { browseLatency(of: $0, claim) }
        let resolved = claim.queriers.filter { !$0.knewLocation }.compactMap(\.resolved).min { $0.query < $1.query }
        discovery.resolveLatency = latency(resolved, of: claim)
        discovery.queriers = claim.queriers.map { querier in
            Service.Querier(
                peer: peer(querier.sender.address), address: querier.sender.address.description,
                firstQuery: axis.seconds(querier.browsed?.query), firstAnswer: axis.seconds(querier.browsed?.answer),
                latency: browseLatency(of: querier, claim),
                resolveLatency: querier.knewLocation ? nil : latency(querier.resolved, of: claim),
                knownAnswers: querier.knownAnswers)
        }
        return discovery
    }

    private func browseLatency(of querier: ServiceQuerier, _ claim: ServiceClaim) -> Double? {
        querier.knewBefore ? nil : latency(querier.browsed, of: claim)
    }

    /// The time between a question and its answer: not measurable if the service appeared later, so that its
    /// announcement was the answer.
    private func latency(
        _ pair: (query: PacketMoment, answer: PacketMoment)?, of claim: ServiceClaim
    ) -> Double? {
        guard let pair else { return nil }
        let delay = pair.answer.time - pair.query.time
        let wasThere = claim.firstAnnouncement.map { $0 < pair.query } ?? false
        let isFirstSign = !claim.wasProbed && delay <= QuestionLog.answerWindow
        return wasThere || isFirstSign ? axis.duration(delay) : nil
    }
}
