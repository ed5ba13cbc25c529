import Testing

@testable import TraceAnalysis
@testable import TraceReports
import TraceModel
import WireText

@Suite struct SessionWordsTests {
    @Test func phasesAreInTheirOrderAndThoseThatWereNotSeenAreLeftOut() {
        #expect(
            SessionWords.dotted(SessionWords.phases(SessionSamples.full)).joined(separator: " ")
                == "discover 12 ms · resolve 3 ms · connect 2.1 ms · identify 400 µs · stabilize 4 s · first message 4.39 s"
        )
        #expect(SessionWords.phases(SessionSamples.session()).isEmpty)
        #expect(SessionWords.phases(SessionSamples.session { $0.phases.firstMessage = 0 }).isEmpty)
        #expect(SessionWords.phases(SessionSamples.session { $0.phases.firstMessage = 2 }) == ["first message 2 s"])
    }

    @Test func whoEndedAConnectionIsSaidWhereItIsKnown() {
        func words(_ change: @escaping (inout Session) -> Void) -> String {
            SessionWords.endingInFull(SessionSamples.session(1, change))
        }
        #expect(words { $0.endedBy = .initiator } == "closed by the initiator")
        #expect(words { $0.endedBy = nil } == "closed")
        #expect(words { ($0.ending, $0.endedBy) = (.reset, .responder) } == "reset by the responder")
        // By whom else?
        #expect(words { ($0.ending, $0.endedBy) = (.refused, .responder) } == "refused")
    }

    @Test func datagramsOfDiscoveryAreNamedByTheirProtocol() {
        let session = SessionSamples.session {
            ($0.transport, $0.application, $0.discovery) = (.udp, .unknown, .wsDiscovery)
        }
        #expect(SessionWords.kind(session) == "WS-Discovery over UDP")
        #expect(SessionWords.shortKind(session) == "WS-Discovery/UDP" && session.isBackground)
    }

    @Test func anEncryptedChannelIsReportedWithWhatItsHandshakeShows() {
        #expect(SessionWords.channel(SessionSamples.session()) == nil)
        var session = SessionSamples.session { $0.application = .tls }
        #expect(SessionWords.channel(session) == "encrypted")
        session.tls = Session.TLS()
        session.tls?.version = "TLS 1.3"
        session.tls?.serverName = "example.local"
        session.tls?.applicationProtocols = ["h2"]
        #expect(SessionWords.channel(session) == "encrypted (TLS 1.3, example.local, h2)")
        session.tls?.serverName = "\u{1B}[2J" + String(repeating: "x", count: 1000)
        #expect(SessionWords.channel(session)!.count < 80)
        #expect(!SessionWords.channel(session)!.contains("\u{1B}"))
    }

    @Test func quicIsEncryptedAndIsNotWhereItWasOpened() {
        var session = SessionSamples.session {
            $0.transport = .quic
            $0.application = .unknown
        }
        #expect(SessionWords.channel(session) == "encrypted (QUIC)")
        session.quic = Session.QUIC()
        session.quic?.versions = ["0x00000001"]
        #expect(SessionWords.channel(session) == "encrypted (QUIC version 1)")
        session.decrypted = true
        #expect(SessionWords.channel(session) == "decrypted (QUIC version 1)")
        #expect(SessionWords.version("0x709a50c4") == "QUIC 0x709a50c4")
    }

    @Test func keysOfTheReportAreWordsForPeople() {
        #expect(Session.title(ofMetric: "transportRTT") == "transport RTT")
        #expect(Session.title(ofMetric: "backward.transportRTT") == "transport RTT ←")
        #expect(Session.title(ofMetric: "retransmittedPackets") == "retransmitted packets")
        #expect(Session.title(ofMetric: "oneWayDelay") == "one-way delay")
        #expect(Session.title(ofMetric: "phases.connect") == "connect")
        let limit = Session.MetricLimit(
            metrics: ["oneWayDelay", "goodput"], reason: .midstream, message: "it began before")
        #expect(SessionWords.limit(limit) == "one-way delay, goodput: it began before")
        #expect(SessionWords.limit(limit, naming: 1) == "one-way delay, 1 more: it began before")
    }

    @Test func lossIsReportedAsACountAndAShare() {
        var direction = SessionDirection()
        #expect(SessionWords.lost(direction) == nil)
        direction.lostMessages = 0
        #expect(SessionWords.lost(direction) == nil)
        direction.lostMessages = 12
        direction.messages = 988
        #expect(SessionWords.lost(direction) == "12 of 1,000 lost (1.2 %)")
        direction.messages = nil
        #expect(SessionWords.lost(direction) == "12 lost" && direction.loss == nil)
        let session = SessionSamples.session { $0.forward = direction }
        #expect(session.lostMessages == 12 && session.loss == nil)
    }

    @Test func fullMeshesAreReportedInALineMissingPairsByName() {
        func told(_ connected: Int, _ missing: [[String]], complete: Bool) -> String {
            let mesh = Mesh(
                id: "m1", peers: ["p1", "p2", "p3"], serviceType: "_chat._tcp", connectedPairs: connected,
                expectedPairs: 3, missingPairs: missing, isComplete: complete)
            let names = PeerNames(SessionSamples.report([]).peers)
            return MeshWords(names: names).parts(mesh).joined(separator: " ")
        }
        #expect(told(3, [], complete: true) == "Mesh of _chat._tcp, 3 peers: 3 of 3 connections")
        #expect(
            told(1, [["p1", "p3"], ["p2", "p3"]], complete: true)
                == "Mesh of _chat._tcp, 3 peers: 1 of 3 connections, missing: Ana – Chi, Bo – Chi")
        #expect(
            told(2, [["p2", "p3"]], complete: false)
                == "Mesh of _chat._tcp, 3 peers: both connections of Ana seen, the other pair cannot be seen from here"
        )
        #expect(told(0, [["p1", "p2"]], complete: true).hasSuffix("missing: Ana – Bo, 2 more"))
    }
}
