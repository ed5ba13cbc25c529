import ServiceDiscovery
import TraceModel

extension FindingContext {
    /// Whether a session leads to a service that was on offer when it began: not to one that had said goodbye or expired by
    /// then, or that began later.
    ///
    /// - Parameter index: The session's index in the report.
    func leadsToOffer(_ index: Int) -> Bool {
        guard let claim = report.sessions[index].service.flatMap({ naming.indices[$0] }) else { return false }
        return naming.tracker.services[claim].isOffered(at: connections[index].start)
    }

    /// The name of the service that a group's sessions lead to.
    func serviceName(of group: SessionGroup) -> String {
        guard let index = report.sessions[group.first].service.flatMap({ naming.indices[$0] }) else {
            return "A service"
        }
        let claim = naming.tracker.services[index]
        return "\(claim.quotedName) \(claim.name.type)"
    }
}

extension ServiceClaim {
    /// Whether a host that heard everything would believe at a time that the service is there.
    func isOffered(at time: Int64) -> Bool {
        if let first = firstActionFrame, let last = lastActionFrame, first.time <= time, time <= last.time {
            return true
        }
        var latest: (moment: PacketMoment, isThere: Bool)?
        for event in log.events where event.moment.time <= time {
            let isThere: Bool
            switch event.kind {
            case .announce, .answer, .reannounce: isThere = true
            case .expire: isThere = false
            // One that was heard on another link alone ends nothing here.
            case .goodbye where lastGoodbye != nil: isThere = false
            default: continue
            }
            if latest.map({ $0.moment <= event.moment }) ?? true { latest = (event.moment, isThere) }
        }
        if let latest { return latest.isThere }
        // One that was there before its first word in the capture neither probes then nor announces itself unasked.
        return firstMention != nil || !wasProbed && !startsUnasked
    }
}
