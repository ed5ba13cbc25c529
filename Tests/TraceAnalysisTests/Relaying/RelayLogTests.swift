import PeerMessaging
import Testing

@testable import TraceAnalysis
import TraceModel
import XMPPStreams

@Suite struct RelayLogTests {
    private func sighting(fromInitiator: Bool) -> RelaySighting {
        RelaySighting(
            session: 1, interface: 0, fromInitiator: fromInitiator, moment: PacketMoment(frame: 1, time: 0))
    }

    private func observation(body: String = "x", id: String = "1") -> RelayObservation? {
        RelayObservation(
            RelayStanza(to: JID("bob@x"), from: JID("ann@x"), id: id, body: body),
            at: sighting(fromInitiator: false), client: nil)
    }

    @Test func keepsNoMoreThanItsLimit() throws {
        var log = RelayLog()
        let stanza = try #require(observation())
        let share = RelayLog.maximumObservations / FlowShards.count
        for _ in 0..<share + 3 { log.add(stanza) }
        #expect(log.stanzas.count == share && log.omitted == 3)
    }

    @Test func keepsNoMoreTextThanItsLimit() throws {
        let name = String(repeating: "n", count: 3000)
        var log = RelayLog()
        let message = MeshMessage(
            type: .relayedBroadcast(
                payload: [], originalSender: "a", seenBy: (0..<64).map { "\($0)" + name.prefix(200) }),
            senderID: "b", timestamp: .secondsSince2001(0))
        let broadcast = try #require(
            MeshRelayObservation(message, at: sighting(fromInitiator: true), receiver: nil))
        for _ in 0..<1000 { log.add(broadcast) }
        #expect(log.broadcasts.count == RelayLog.maximumBytes / FlowShards.count / broadcast.size && log.omitted > 0)
        #expect(try #require(observation(body: name)).excerpt.count == RelayObservation.maximumExcerpt + 1)
    }

    @Test func longNamesAreNotFollowed() {
        #expect(observation(id: String(repeating: "1", count: RelayObservation.maximumIDLength)) != nil)
        #expect(observation(id: String(repeating: "1", count: RelayObservation.maximumIDLength + 1)) == nil)
    }
}
