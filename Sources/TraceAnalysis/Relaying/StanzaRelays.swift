import PeerMessaging
import TraceModel
import XMPPStreams

/// Ties the copies of chat messages together that authors and carriers sent.
///
/// A copy is what one carrier sent under one number to one recipient. A capture at the server shows it twice, on its
/// way in and on its way out, and that is one delivery; a capture at a client shows one of the two.
enum StanzaRelays {
    private struct MessageKey: Hashable {
        var identity: RelayStanza.Identity
        var recipient: JID
    }

    /// All messages, in order of their first sightings.
    ///
    /// - Parameter observations: In any order.
    static func join(_ observations: [RelayObservation], axis: TimeAxis) -> [RelayedMessage] {
        let known = withKnownSenders(observations.ordered()).compactMap { observation in
            observation.identity.map { (key: MessageKey(identity: $0, recipient: observation.recipient), observation) }
        }
        return known.grouped(by: \.key).flatMap { copies in
            occurrences(of: copies.map(\.1)).map {
                StanzaCopies($0).message(copies[0].key.identity, to: copies[0].key.recipient, axis: axis)
            }
        }.sorted { ($0.time, $0.frame) < ($1.time, $1.frame) }
    }

    /// Stanzas on their way to the server do not name their sender. If the stream's binding was not captured, the first
    /// copy that leaves the server with the same text and numbers shows whose stream it is.
    private static func withKnownSenders(_ observations: [RelayObservation]) -> [RelayObservation] {
        func key(_ observation: RelayObservation) -> StanzaCopies.Key {
            var key = StanzaCopies.Key(observation)
            key.carrier = nil
            return key
        }
        guard observations.contains(where: { $0.isUpstream && $0.carrier == nil }) else { return observations }
        var carriers: [StanzaCopies.Key: Set<JID>] = [:]
        for observation in observations where !observation.isUpstream {
            if let carrier = observation.carrier { carriers[key(observation), default: []].insert(carrier) }
        }
        var senders: [Int: JID] = [:]
        for observation in observations where observation.isUpstream && observation.carrier == nil {
            if senders[observation.session] == nil, let found = carriers[key(observation)], found.count == 1 {
                senders[observation.session] = found.first
            }
        }
        return observations.map {
            var observation = $0
            if observation.isUpstream && observation.carrier == nil {
                observation.carrier = senders[observation.session]
            }
            return observation
        }
    }

    /// An author that counts from the start after a restart reuses a number for another text: another message. Copies
    /// by others belong to the text that most of them have, or else to the first.
    private static func occurrences(of copies: [RelayObservation]) -> [[RelayObservation]] {
        let relayed = copies.filter { $0.relayedIdentity != nil }
        var occurrences = copies.filter { $0.relayedIdentity == nil }.grouped(by: \.body)
        guard occurrences.count > 1 else { return [copies] }
        let common = relayed.map(\.body).ranked().first?.element
        let home = occurrences.firstIndex { $0[0].body == common } ?? 0
        occurrences[home] = (occurrences[home] + relayed).ordered()
        return occurrences
    }
}
