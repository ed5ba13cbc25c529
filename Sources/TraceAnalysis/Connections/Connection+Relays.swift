import TraceModel

extension Connection {
    /// Whether there are messages for ``observe(into:number:)``.
    @inline(__always)
    var hasRelays: Bool { !pendingRelays.isEmpty }

    /// Hands over the messages that may have further copies in other connections.
    ///
    /// - Parameter number: The index of this connection.
    mutating func observe(into log: inout RelayLog, number: Int) {
        let pending = pendingRelays
        pendingRelays = []
        let client = responder.boundJID ?? initiator.boundJID
        for (forward, backward) in pending {
            for (relays, fromInitiator) in [(forward, true), (backward, false)] {
                for (stanza, moment) in relays.stanzas {
                    log.add(
                        RelayObservation(
                            stanza, session: number, interface: key.interface, isUpstream: fromInitiator,
                            client: client, moment: moment))
                }
                let receiver = (fromInitiator ? responder : initiator).decoder.mesh.identity?.peerID
                for (message, moment) in relays.broadcasts {
                    log.add(
                        MeshRelayObservation(
                            message, session: number, interface: key.interface, fromInitiator: fromInitiator,
                            receiver: receiver, moment: moment))
                }
            }
        }
    }
}
