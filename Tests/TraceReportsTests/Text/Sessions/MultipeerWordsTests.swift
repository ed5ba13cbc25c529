import Testing
import TraceModel

@testable import TraceReports

@Suite struct MultipeerWordsTests {
    private static func lines(
        _ role: Session.Multipeer.Role, _ change: (inout Session.Multipeer) -> Void
    ) -> [String] {
        let session = SessionSamples.session { session in
            var facts = Session.Multipeer(role: role)
            change(&facts)
            session.multipeer = facts
        }
        return MultipeerWords.lines(session).map { $0.joined(separator: ", ") }
    }

    private static func peer(_ number: String, _ name: String?, _ security: Session.Multipeer.Security?)
        -> Session.Multipeer.Peer
    {
        var peer = Session.Multipeer.Peer()
        (peer.peerID, peer.displayName, peer.security) = (number, name, security)
        return peer
    }

    private static func invitation(_ context: Int = 0) -> Session.Multipeer.Invitation {
        Session.Multipeer.Invitation(time: 1.5, frame: 9, from: "1a", to: "2b", contextBytes: context)
    }

    @Test func otherSessionsHaveNoLines() {
        #expect(MultipeerWords.lines(SessionSamples.session()).isEmpty)
    }

    @Test func anInvitationHasItsAnswer() {
        let lines = Self.lines(.invitations) { facts in
            facts.peers = [Self.peer("1a", "Ana\u{1B}", .required), Self.peer("2b", nil, .unencrypted)]
            var invitation = Self.invitation(9)
            (invitation.answer, invitation.answerTime) = (.declined, 2)
            facts.invitations = [invitation, Self.invitation()]
            facts.security = .mixed
            facts.candidates = [.init(peerID: "2b", address: "10.0.0.2", port: 16401)]
        }
        #expect(
            lines == [
                "Ana\\u{1B} invited 2b at 1.5 s (context 9 B): declined after 500 ms",
                "Ana\\u{1B} invited 2b at 1.5 s: no answer",
                "encryption required (Ana\\u{1B}) and none (2b), candidates 10.0.0.2 port 16401",
            ])
    }

    @Test func manyInvitationsAreCounted() {
        let lines = Self.lines(.invitations) { $0.invitations = (0..<7).map { _ in Self.invitation() } }
        #expect(lines[4] == "… and 3 more invitations")
    }

    @Test func aSessionSaysWhetherItIsSealedAndWhatItCarried() {
        #expect(Self.lines(.session) { _ in } == ["only checks of addresses"])
        #expect(
            Self.lines(.session) { facts in
                (facts.sealed, facts.connected) = (true, [1.5])
            } == ["encrypted (DTLS), up at 1.5 s"])
        #expect(
            Self.lines(.session) { facts in
                facts.sealed = false
                var traffic = Session.Multipeer.Traffic()
                traffic.forward = .init(messages: 4, bytes: 160)
                traffic.backward = .init(messages: 0, bytes: 0)
                facts.data = traffic
            } == ["not encrypted, 4 data messages with 160 B →"])
    }
}
