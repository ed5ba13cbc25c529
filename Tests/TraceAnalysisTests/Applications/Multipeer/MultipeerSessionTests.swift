import Foundation
import MultipeerWire
import PacketCapture
import TestSupport
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// Captures of endpoints that speak the protocol, see Fixtures/README.md.
@Suite struct MultipeerSessionTests {
    private static func sessions(_ report: TraceReport, _ role: Session.Multipeer.Role) -> [Session] {
        report.sessions.filter { $0.multipeer?.role == role }
    }

    @Test func anAcceptedInvitationHasItsPeersAnswerAndCandidates() async throws {
        let report = try await MultipeerScene.report("accepted-plain")
        let session = try #require(Self.sessions(report, .invitations).first)
        let facts = try #require(session.multipeer)
        #expect(session.application == .multipeer && session.transport == .tcp)
        #expect(facts.peers.map(\.peerID) == ["1wh8gqy8zq87c", "1mpfyhcjl94w3"])
        #expect(facts.peers.map(\.displayName) == ["Anna's iPad", "Bert"])
        #expect(facts.peers.map(\.participant) == ["4E9B6F08", "291FE203"])
        #expect(facts.peers.map(\.security) == [.unencrypted, .unencrypted])
        #expect(facts.peers.map(\.authentication) == [false, false])
        #expect(facts.security == .unencrypted)
        let invitation = try #require(facts.invitations.first)
        #expect(facts.invitations.count == 1)
        #expect(invitation.from == "1wh8gqy8zq87c" && invitation.to == "1mpfyhcjl94w3")
        #expect(invitation.answer == .accepted)
        #expect(try #require(invitation.answerTime) > invitation.time)
        #expect(
            facts.candidates.filter { !$0.address.contains(":") } == [
                .init(peerID: "1mpfyhcjl94w3", address: "10.78.0.12", port: 16401),
                .init(peerID: "1wh8gqy8zq87c", address: "10.78.0.11", port: 16402),
            ])
        #expect(facts.sealed == nil && facts.data == nil && facts.connected.isEmpty)
        #expect(session.forward.messageTypes["connectionData"] == 1 && session.backward.messageTypes["accept"] == 1)
        #expect(session.forward.malformedMessages == 0)
        #expect(report.multipeerFindings.isEmpty)
    }

    @Test func aSessionInPlainCountsItsData() async throws {
        let report = try await MultipeerScene.report("accepted-plain")
        let session = try #require(Self.sessions(report, .session).first)
        let facts = try #require(session.multipeer)
        #expect(session.transport == .udp && facts.sealed == false)
        #expect(facts.connected.count == 1)
        #expect(facts.data?.forward.messages == session.forward.messageTypes["data"])
        #expect(facts.data?.backward.messages == session.backward.messageTypes["data"])
        #expect(session.forward.messageTypes["stunRequest"] > 0)
    }

    @Test func aSealedSessionHasNoDataThatCouldBeCounted() async throws {
        let report = try await MultipeerScene.report("optional")
        let facts = try #require(Self.sessions(report, .session).first?.multipeer)
        #expect(facts.sealed == true)
        #expect(facts.connected.count == 1)
        #expect(facts.data == Session.Multipeer.Traffic())
        #expect(Self.sessions(report, .invitations).first?.multipeer?.security == .optional)
    }

    @Test func peersThatReconnectOnTheSamePortsComeUpTwice() async throws {
        let report = try await MultipeerScene.report("new-identity")
        let session = try #require(Self.sessions(report, .session).first)
        #expect(session.multipeer?.connected.count == 2)
        // Numbers begin again, so that none of them is a copy.
        #expect(session.multipeer?.data?.forward.messages == session.forward.messageTypes["data"])
    }

    @Test func aCaptureThatBeginsAfterTheHellosHasNamesFromPropertyLists() async throws {
        let report = try await MultipeerScene.report("late-start")
        let session = try #require(Self.sessions(report, .invitations).first)
        #expect(session.midstream)
        #expect(session.forward.messageTypes["hello"] + session.backward.messageTypes["hello"] == 0)
        #expect(Set(session.multipeer?.peers.compactMap(\.displayName) ?? []) == ["Anna's iPad", "Bert"])
        #expect(session.multipeer?.invitations.first?.contextHex == "6d6964")
    }

    @Test func aDeclinedInvitationKeepsItsContext() async throws {
        let report = try await MultipeerScene.report("declined")
        let invitation = try #require(Self.sessions(report, .invitations).first?.multipeer?.invitations.first)
        #expect(invitation.answer == .declined)
        #expect(invitation.contextHex?.count == invitation.contextBytes * 2)
        #expect(report.multipeerFindings == ["invitation-declined"])
    }

    @Test func aWrongChecksumCountsNowhereElse() async throws {
        let report = try await MultipeerScene.report("broken-crc")
        let invitations = Self.sessions(report, .invitations)
        #expect(invitations.map { $0.forward.malformedMessages } == [1, 0])
        #expect(invitations.map { $0.multipeer?.invitations.count } == [0, 1])
        #expect(invitations[0].forward.firstFault?.streamOffset == 64)
        let session = try #require(Self.sessions(report, .session).first)
        #expect(session.forward.malformedMessages == 1)
        #expect(report.multipeerFindings == ["message-undecodable", "message-undecodable"])
    }

    @Test func anotherAuthorsClientIsReadToo() async throws {
        let report = try await MultipeerScene.report("foreign-client")
        let facts = try #require(Self.sessions(report, .invitations).first?.multipeer)
        #expect(facts.peers.first?.displayName == "Foreign client")
        #expect(facts.invitations.map(\.answer) == [.accepted])
        #expect(Self.sessions(report, .session).first?.multipeer?.connected == [])
        #expect(report.multipeerFindings == ["session-not-established"])
    }

    @Test func peersHaveTheirNumbersAndNames() async throws {
        let report = try await MultipeerScene.report("new-identity")
        let anna = try #require(report.peers.first { $0.displayNames.contains("Anna's iPad") })
        #expect(Set(anna.peerIDs) == ["1wh8gqy8zq87c", "18skalw28aegp"])
        #expect(anna.evidence.contains { $0.kind == .multipeerNumber })
        #expect(report.multipeerFindings == ["peer-identity-changed"])
    }

    @Test func builtInGuestsAreNotAmongTheDescribedProtocols() async throws {
        #expect(try await MultipeerScene.report("accepted-plain").protocols.isEmpty)
    }

    @Test(arguments: ["accepted-plain", "crossing", "new-identity"])
    func workersDoNotMatter(name: String) async throws {
        #expect(try await MultipeerScene.report(name) == MultipeerScene.report(name, workers: 3))
    }

    @Test func messagesAreListedWithTheirValues() async throws {
        let path = Fixture.url("multipeer/declined.pcap").path()
        let trace = try await TraceAnalyzer().messages(merging: [CaptureOverview(path: path)])
        var messages: [TraceMessage] = []
        try trace.forEach { message in
            messages.append(message)
            return true
        }
        let counted = trace.report.sessions.filter { $0.application == .multipeer }
            .reduce(0) { $0 + ($1.forward.messages ?? 0) + ($1.backward.messages ?? 0) }
        #expect(messages.count == counted)
        let invitation = try #require(messages.first { $0.type == "invite" })
        #expect(invitation.sender == "1wh8gqy8zq87c")
        #expect(invitation.fields?["inviteID"] != nil && invitation.fields?["context"] != nil)
    }
}
