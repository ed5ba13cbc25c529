import TraceModel

/// The events of a claim, in order.
struct EventLog: Sendable {
    /// Enough for a life of hours; what comes later changes the state but is not listed.
    static let maximumEvents = 512
    /// The same thing said over IPv4 and IPv6, or on two interfaces, is one event.
    static let sameEventWindow: Int64 = 20_000_000
    /// Events between a thing and its repetition over another IP version or interface.
    private static let lookBehind = 8

    private(set) var events: [ClaimEvent] = []

    mutating func add(_ kind: Service.Event.Kind, _ detail: ClaimEvent.Detail = .none, in context: MessageContext) {
        guard events.count < Self.maximumEvents else { return }
        let moment = context.moment
        for index in events.indices.suffix(Self.lookBehind)
        where moment.time - events[index].moment.time <= Self.sameEventWindow && events[index].kind == kind {
            if events[index].detail == detail { return }
        }
        events.append(ClaimEvent(moment: moment, kind: kind, sender: context.sender, detail: detail))
    }
}
