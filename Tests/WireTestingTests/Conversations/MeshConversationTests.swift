import TraceAnalysis
import Testing
import TraceModel
import WireSimulation
import WireTesting

@Suite struct MeshConversationTests {
    private typealias Fault = MeshConversation.Fault

    @Test(arguments: [1, 2, 3]) func theAnalyzerFindsWhatReallyHappened(seed: UInt64) async throws {
        let peers = Int(seed) + 2
        let mesh = try await ConversationAnalysis(MeshConversation(peers: peers, seed: seed).write)
        #expect(mesh.truth.sessions.count == peers * (peers - 1) / 2)
        #expect(mesh.report.sessions.count { $0.application == .mesh } == mesh.truth.sessions.count)
        for truth in mesh.truth.sessions {
            let session = try mesh.session(of: truth)
            for (direction, truth) in [
                (session.forward, truth.initiatorToResponder), (session.backward, truth.responderToInitiator),
            ] {
                #expect(direction.payloadBytes == truth.bytesWritten && truth.bytesRead == truth.bytesWritten)
                #expect(direction.messages == truth.messagesWritten && truth.messagesRead == truth.messagesWritten)
                for (type, count) in truth.messagesWrittenByType { #expect(direction.messageTypes[type] == count) }
            }
            #expect(session.ending == .fin && truth.closed != nil)
            // The initiator is ready a round trip after its SYN; halfway, SYN and ACK are that far apart too.
            let opening = try #require(truth.openedAtInitiator) - truth.start
            #expect(try difference(session.handshakeRTT, opening * 1000) < 3)
            let identified = try #require(truth.identificationSentAtInitiator) - mesh.truth.start
            // Half way is 2 to 3 ms behind the sender, and the capture begins with its first packet.
            let begun = try #require(session.identified) - session.start
            #expect(abs(begun - (identified - (truth.start - mesh.truth.start))) < 0.003)
        }
        #expect(mesh.report.services.map(\.instance).sorted() == mesh.truth.services.map(\.finalName).sorted())
        #expect(mesh.report.services.allSatisfy { $0.state == .gone } && mesh.truth.renames.isEmpty)
        #expect(mesh.report.peers.count == peers)
        #expect(Set(mesh.report.peers.flatMap(\.peerIDs)) == Set(mesh.truth.hosts.compactMap(\.peerID)))
        // That a broadcast comes again on another way is normal where there are cycles.
        #expect(Set(mesh.findings).isSubset(of: ["duplicate-message"]), "\(mesh.findings)")
    }

    @Test func roundTripsAreThoseOfThePeerWhereTheCaptureIs() async throws {
        let mesh = try await ConversationAnalysis(
            MeshConversation(peers: 3, messages: 30, at: .host(1), seed: 5).write)
        #expect(mesh.truth.capturePoint == "peer-2")
        let sessions = mesh.truth.sessions.filter { [$0.initiator.host, $0.responder.host].contains("peer-2") }
        #expect(sessions.count == 2 && mesh.report.sessions.count { $0.application == .mesh } == 2)
        for truth in sessions {
            let session = try mesh.session(of: truth)
            let isInitiator = truth.initiator.host == "peer-2"
            let asked = isInitiator ? truth.rttFromInitiator : truth.rttFromResponder
            let measured = isInitiator ? session.forward : session.backward
            #expect(asked.n > 0 && measured.applicationRTT.count == asked.n)
            #expect(try difference(measured.applicationRTT.median, asked.medianMS) < 0.01)
            #expect(try difference(measured.jitter.rfc3550, asked.rfc3550JitterMS) < 0.001)
        }
    }

    @Test(arguments: [
        (MeshConversation.Fault.earlyData, "early-data"), (.secondConnection, "duplicate-connection"),
        (.cutFrame, "frame-incomplete"),
    ])
    func eachFaultIsFound(fault: MeshConversation.Fault, code: String) async throws {
        let mesh = try await ConversationAnalysis(MeshConversation(faults: [fault], seed: 9).write)
        #expect(mesh.truth.violations.map(\.kind) == [fault.rawValue])
        #expect(mesh.findings.contains(code), "\(mesh.findings)")
    }

    @Test func whoIsRefusedTriesAgain() async throws {
        let mesh = try await ConversationAnalysis(MeshConversation(faults: [.refusedConnection], seed: 2).write)
        let refused = mesh.report.sessions.filter { $0.ending == .refused }
        #expect(!refused.isEmpty && refused.count == mesh.truth.failedAttempts.count)
        #expect(
            Set(refused.map(\.initiator.port)) == Set(mesh.truth.failedAttempts.map(\.initiator.port)))
        #expect(mesh.truth.sessions.count == 6 && !mesh.findings.contains("retry-backoff-violated"))
    }

    @Test(arguments: [1, 2, 3, 4]) func faultsDoNotHinderEachOther(seed: UInt64) async throws {
        let mesh = try await ConversationAnalysis(MeshConversation(faults: Set(Fault.allCases), seed: seed).write)
        let kinds = mesh.truth.violations.map(\.kind)
        #expect(
            kinds.sorted() == ["cut-frame", "early-data", "second-connection"] && !mesh.truth.failedAttempts.isEmpty)
        for violation in mesh.truth.violations {
            let truth = try #require(mesh.truth.sessions.first { $0.id == violation.session })
            #expect(truth.initiator.host == violation.host)
            let session = try mesh.session(of: truth)
            switch violation.kind {
            case "cut-frame": #expect(session.forward.malformedMessages == 1)
            case "early-data":
                let first = try #require(session.firstMessage)
                #expect(abs(first - session.start - (violation.time - truth.start)) < 0.003)
            default: #expect(abs(truth.start - violation.time) < 0.000_001)
            }
        }
        let codes: Set = ["frame-incomplete", "early-data", "duplicate-connection"]
        #expect(codes.isSubset(of: mesh.findings), "\(mesh.findings)")
    }

    /// A reset that is lost or doubled, peers that miss each other's announcements, answers that are due after the end.
    @Test(arguments: [1, 2, 3, 4, 5]) func theWorstNetworkIsSurvived(seed: UInt64) async throws {
        let link = NetworkModel.Link(
            delay: 400_000_000, jitter: 300_000_000, lossRate: 0.3, duplicationRate: 0.3, reorderingRate: 0.3,
            holdBack: 2_000_000_000)
        let mesh = try await ConversationAnalysis(
            MeshConversation(peers: 6, messages: 3, faults: [.refusedConnection], link: link, seed: seed).write)
        #expect(mesh.truth.sessions.count == 15 && mesh.truth.sessions.allSatisfy { $0.closed != nil })
        for truth in mesh.truth.sessions {
            let session = try mesh.session(of: truth)
            #expect(truth.initiatorToResponder.bytesRead == truth.initiatorToResponder.bytesWritten)
            #expect(truth.responderToInitiator.bytesRead == truth.responderToInitiator.bytesWritten)
            #expect(session.forward.messages == truth.initiatorToResponder.messagesWritten)
            #expect(session.backward.messages == truth.responderToInitiator.messagesWritten)
        }
    }

    @Test func whereNothingArrivesNobodyMeets() throws {
        var capture = SyntheticCapture()
        let truth = try MeshConversation(link: .init(lossRate: 1), seed: 1).write(into: &capture)
        #expect(truth.sessions.isEmpty && truth.failedAttempts.isEmpty && truth.services.count == 4)
    }

    @Test func aLongWayIsNotTakenForLoss() throws {
        var capture = SyntheticCapture()
        let truth = try MeshConversation(peers: 3, link: .init(delay: 2_000_000_000), seed: 1).write(into: &capture)
        #expect(truth.sessions.count == 3)
        #expect(truth.sessions.allSatisfy { $0.initiatorToResponder.segmentsSentAgain == 0 })
        #expect(truth.sessions.allSatisfy { $0.responderToInitiator.segmentsSentAgain == 0 && $0.closed != nil })
    }

    @Test func lossIsMadeGoodAgain() async throws {
        let mesh = try await ConversationAnalysis(
            MeshConversation(peers: 3, messages: 40, link: .init(delay: 10_000_000, lossRate: 0.05), seed: 4).write)
        #expect(mesh.truth.sessions.contains { $0.initiatorToResponder.segmentsSentAgain > 0 })
        for truth in mesh.truth.sessions {
            let session = try mesh.session(of: truth)
            #expect(session.forward.messages == truth.initiatorToResponder.messagesWritten)
            #expect(truth.initiatorToResponder.messagesRead == truth.initiatorToResponder.messagesWritten)
            #expect(session.backward.payloadBytes == truth.responderToInitiator.bytesWritten)
        }
    }

    @Test func theSameSeedGivesTheSameBytes() throws {
        func bytes(_ seed: UInt64) throws -> [UInt8] {
            var capture = SyntheticCapture()
            _ = try MeshConversation(peers: 3, seed: seed).write(into: &capture)
            return capture.bytes
        }
        #expect(try hash(of: bytes(1)) == 0xA3F3_AB01_97CA_C099)
        #expect(try bytes(1) == bytes(1) && bytes(1) != bytes(2))
    }
}
