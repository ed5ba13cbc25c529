extension Connection {
    /// Whether there are messages for ``observe(into:index:)``.
    @inline(__always)
    var hasRelays: Bool { !pendingRelays.isEmpty }

    /// Hands over the messages that may have further copies in other connections.
    ///
    /// - Parameter index: The index of this connection.
    mutating func observe(into log: inout RelayLog, index: Int) {
        let pending = pendingRelays
        pendingRelays = []
        let client = ends.responder.boundJID ?? ends.initiator.boundJID
        for (messages, fromInitiator) in pending {
            func sighting(_ moment: PacketMoment) -> RelaySighting {
                RelaySighting(
                    session: index, interface: Int(key.capturedAt), fromInitiator: fromInitiator, moment: moment)
            }
            let receiver = ends[isInitiator: !fromInitiator].statedPeerID
            for (stanza, moment) in messages.stanzas {
                log.add(RelayObservation(stanza, at: sighting(moment), client: client))
            }
            for (message, moment) in messages.broadcasts {
                log.add(MeshRelayObservation(message, at: sighting(moment), receiver: receiver))
            }
        }
    }
}
