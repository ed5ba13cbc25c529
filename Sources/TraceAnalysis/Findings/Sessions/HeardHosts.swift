import WireCoding

/// Which hosts of some the capture shows hearing and speaking: with one direction of a host's packets only, it cannot know
/// what was answered.
struct HeardHosts {
    /// To which packets are in the capture.
    private(set) var hearers: Set<IPAddress> = []
    /// From which there are any.
    private(set) var speakers: Set<IPAddress> = []

    init() {}

    /// - Parameter wanted: The hosts in question; a capture may have a million others.
    init(among wanted: Set<IPAddress>, _ connections: [Connection]) {
        guard !wanted.isEmpty else { return }
        for index in connections.indices {
            let (initiator, responder) = (
                connections[index].initiatorEndpoint.address, connections[index].responderEndpoint.address
            )
            let isAnswered = connections[index].isAnswered
            if wanted.contains(initiator) {
                speakers.insert(initiator)
                if isAnswered { hearers.insert(initiator) }
            }
            if wanted.contains(responder) {
                hearers.insert(responder)
                if isAnswered { speakers.insert(responder) }
            }
        }
    }
}
