import Testing
import TraceModel

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct VerdictTests {
    private func verdict(_ report: TraceReport) -> String {
        Verdict(report, PeerNames(report.peers), report.findingGroups).sentence
    }

    private func finding(
        _ code: String, _ severity: Finding.Severity, _ subject: Finding.Subject, _ facts: [(String, Finding.Fact)] = []
    ) -> Finding {
        var finding = Finding(
            code: .init(rawValue: code), severity: severity, frames: [], subject: subject, message: "", remedy: "",
            reference: "")
        for (name, value) in facts { finding.facts.set(name, to: value) }
        return finding
    }

    private func report(_ sessions: [Session], _ change: (inout TraceReport) -> Void = { _ in }) -> TraceReport {
        var report = SessionSamples.report(sessions)
        report.capture.packets = 100
        change(&report)
        return report
    }

    private func mesh(_ peers: [String], missing: [[String]] = [], isComplete: Bool = true) -> Mesh {
        let expected = peers.count * (peers.count - 1) / 2
        return Mesh(
            id: "m1", peers: peers, connectedPairs: expected - missing.count, expectedPairs: expected,
            missingPairs: missing, isComplete: isComplete)
    }

    // MARK: - Input

    @Test func whatIsNotThereIsSaid() {
        #expect(verdict(report([]) { $0.capture.packets = 0 }) == "There are no packets.")
        let filtered = report([]) {
            $0.capture.packets = 0
            $0.capture.filteredOut = 197
        }
        #expect(verdict(filtered) == "None of 197 packets matched the filter.")
    }

    @Test func whatNobodyUnderstandsIsSaid() {
        var unknown = report([]) { report in
            report.capture.undecodedPackets = 100
            report.capture.interfaces = [
                .init(id: 0, linkType: "MFR", linkTypeValue: 182, timestampResolution: 1e-6, packets: 100)
            ]
        }
        #expect(verdict(unknown) == "None of 100 packets could be decoded (MFR).")
        unknown.capture.fileError = .init(offset: 9, message: "cut")
        #expect(
            verdict(unknown) == "None of 100 packets could be decoded (MFR); the file could not be read to its end.")
        let broken = report([]) {
            ($0.capture.packets, $0.capture.malformedPackets) = (1, 1)
        }
        #expect(verdict(broken) == "The only packet is malformed or cut off.")
    }

    @Test func nothingIsCalledSoundThatWasNotRead() {
        let meshes = { (report: inout TraceReport) in report.meshes = [self.mesh(["p1", "p2", "p3"])] }
        let sessions = [SessionSamples.session()]
        #expect(verdict(report(sessions, meshes)) == "3 peers in a full mesh: 3 of 3 connections, nothing wrong.")
        var partly = report(sessions, meshes)
        partly.capture.undecodedPackets = 40
        #expect(verdict(partly).hasSuffix("; nothing wrong in the 60 % of packets that were decoded."))
        partly.capture.depth = .flows
        #expect(verdict(partly).hasSuffix("; nothing wrong in the headers."))
        partly.capture.fileError = .init(offset: 9, message: "cut")
        #expect(verdict(partly).hasSuffix("connections; the file could not be read to its end."))
    }

    @Test func findingsBeyondTheSentenceAreCounted() {
        var broken = report([SessionSamples.session()]) { $0.meshes = [self.mesh(["p1", "p2"])] }
        broken.findings = [finding("early-data", .error, .session(1)), finding("capture-gap", .note, .session(1))]
        #expect(verdict(broken) == "A mesh of 2 peers: Ana and Bo were connected; 1 error (early-data).")
        broken.findings.removeFirst()
        #expect(verdict(broken) == "A mesh of 2 peers: Ana and Bo were connected; nothing worse than a note.")
    }

    // MARK: - Meshes, messages

    @Test func aMeshOfWhichOneEndWasCapturedIsNotIncomplete() {
        let hub = report([SessionSamples.session()]) {
            $0.meshes = [self.mesh(["p1", "p2", "p3"], missing: [["p2", "p3"]], isComplete: false)]
        }
        #expect(
            verdict(hub)
                == "3 peers in a mesh: both connections of Ana seen, the other pair cannot be seen from here; nothing wrong."
        )
        var incomplete = hub
        incomplete.meshes[0].isComplete = true
        #expect(verdict(incomplete) == "3 peers in a mesh: 2 of 3 connections, missing: Bo – Chi.")
    }

    @Test func anAlteredMessageIsTheAnswer() {
        let message = RelayedMessage(
            kind: .stanza, author: "olga", id: "7", recipient: nil, time: 1, frame: 2, copies: 5, deliveries: [],
            carrierCount: 2, duplicates: 0, bodyCount: 2, bodies: [])
        var relay = report([SessionSamples.session { $0.application = .carrierPigeon }]) {
            $0.relayedMessages = [message, message]
        }
        #expect(verdict(relay) == "2 chat messages in 10 copies, nothing wrong.")
        relay.findings = [
            finding(
                "relay-altered", .warning, .session(1),
                [("kind", .text("stanza")), ("carrier", .text("c4")), ("messageID", .text("7"))])
        ]
        #expect(verdict(relay) == "2 chat messages in 10 copies: c4 delivered 1 with a different text.")
    }

    // MARK: - Sessions

    private func echo(unanswered: Int, _ change: (inout Session) -> Void = { _ in }) -> Session {
        SessionSamples.session { session in
            (session.transport, session.application) = (.udp, .echo)
            session.forward.messageTypes.add(100, of: "probe")
            session.backward.messageTypes.add(100 - unanswered, of: "echo")
            session.applicationRTT = SessionSamples.distribution(100 - unanswered, median: 0.0807)
            change(&session)
        }
    }

    @Test func anEchoTestSaysHowFarAndHowManyProbesWereNotAnswered() {
        #expect(
            verdict(report([echo(unanswered: 0)])) == "All 100 probes were answered; round trip 80.7 ms; nothing wrong."
        )
        #expect(verdict(report([echo(unanswered: 5)])) == "5 of 100 probes were never answered; round trip 80.7 ms.")
        #expect(verdict(report([echo(unanswered: 1)])) == "1 of 100 probes was never answered; round trip 80.7 ms.")
    }

    @Test func lossIsTheAnswerOfATestWithData() {
        var lossy = report([echo(unanswered: 0)])
        lossy.findings = [
            finding(
                "packet-loss-high", .warning, .session(1),
                [
                    ("peer", .text("p1")), ("lost", .number(51)), ("sent", .number(1000)),
                    ("counted", .text("messages")), ("ratio", .number(0.051)),
                ])
        ]
        #expect(
            verdict(lossy)
                == "51 of 1,000 messages from Ana never arrived (5.1 %); all 100 probes were answered; round trip 80.7 ms."
        )
    }

    private func plain(_ id: Int, _ change: (inout Session) -> Void = { _ in }) -> Session {
        SessionSamples.session(id) {
            $0.application = .unknown
            change(&$0)
        }
    }

    @Test func manyConnectionsAreCountedWithTheirEndsAndFailures() {
        let sessions = (1...6).map { id in
            plain(id) {
                $0.responder = .init(address: "10.0.1.\(id)", port: 80)
                if id == 1 { $0.ending = .refused }
                // A program may end with a reset what it has done with.
                if [2, 3, 6].contains(id) { $0.ending = .reset }
                if id == 5 { $0.transport = .udp }
            }
        }
        #expect(
            verdict(report(sessions) { $0.findings = [finding("connection-reset", .note, .session(2))] })
                == "5 connections and 1 UDP conversation of Ana with 6 hosts; 1 failed and 1 was reset.")
        let group: [(String, Finding.Fact)] = [
            ("attempts", .number(2)), ("sessions", .list([.number(2), .number(3)])),
        ]
        #expect(
            verdict(report(sessions) { $0.findings = [finding("connection-reset", .note, .session(2), group)] })
                == "5 connections and 1 UDP conversation of Ana with 6 hosts; 1 failed and 2 were reset.")
        #expect(verdict(report([plain(1), plain(2)])) == "2 connections between Ana and Bo, no findings.")
    }

    @Test func aSingleConnectionIsDescribed() {
        let session = plain(1) {
            $0.application = .tls
            $0.endedBy = .initiator
            ($0.forward.payloadBytes, $0.backward.payloadBytes) = (1000, 44_000)
        }
        #expect(
            verdict(report([session]))
                == "One TLS connection from Ana to Bo: 45 kB in 10 s, closed by the initiator; no findings.")
        #expect(
            verdict(report([plain(1) { $0.ending = .refused }])) == "One TCP connection from Ana to Bo failed: refused."
        )
    }

    @Test func withoutConnectionsServicesAreTheAnswer() {
        #expect(
            verdict(report([]))
                == #"One service, "Bo, the "first"" (_chat._tcp) of Bo, and no connections; nothing wrong."#)
        let nothing = report([]) {
            $0.services = []
            $0.capture.protocols.add(100, of: "arp")
        }
        #expect(verdict(nothing) == "No connections, only 100 packets (arp); no findings.")
    }

    // MARK: - Names

    private func service(_ id: String, _ name: String, of peer: String, after former: String? = nil) -> Service {
        var service = Service(
            id: id, instance: name, type: "_x._udp", domain: "local", fullName: name, peer: peer, firstSeen: 0,
            lastSeen: 0, state: .announced)
        service.renamedFrom = former
        return service
    }

    /// Each name that one got after another is given up.
    private func naming(_ services: [Service], _ findings: [Finding]) -> TraceReport {
        var services = services
        for index in services.indices {
            services[index].renamedTo = services.first { $0.renamedFrom == services[index].id }?.id
        }
        return report([]) {
            $0.services = services
            $0.findings = findings
        }
    }

    private func renamed(_ id: String, because blocker: String) -> Finding {
        finding("service-renamed", .note, .service(id), [("causedBy", .text(blocker)), ("cause", .text("rival"))])
    }

    @Test func aRenameHasItsReason() {
        let services = [
            service("s1", "iPad", of: "p1"), service("s2", "iPad", of: "p2"),
            service("s3", "iPad (2)", of: "p2", after: "s2"),
        ]
        #expect(
            verdict(naming(services, [renamed("s3", because: "s1")]))
                == #"Bo's "iPad" was renamed to "iPad (2)" because Ana had the name."#)
    }

    @Test func severalRenamesOverOneNameAreOneSentence() {
        let services = [
            service("s1", "iPad", of: "p1"), service("s2", "iPad", of: "p2"), service("s4", "iPad", of: "p3"),
            service("s3", "iPad (2)", of: "p2", after: "s2"), service("s5", "iPad (2)", of: "p3", after: "s4"),
            service("s6", "iPad (3)", of: "p3", after: "s5"),
        ]
        let findings = [
            renamed("s3", because: "s1"), renamed("s5", because: "s1"), renamed("s6", because: "s3"),
        ]
        #expect(
            verdict(naming(services, findings))
                == #"Two services were renamed because "iPad" was taken: Bo's to "iPad (2)", Chi's to "iPad (3)"."#)
        let alone = services.filter { !["s2", "s3"].contains($0.id) } + [service("s3", "iPad (2)", of: "p2")]
        #expect(
            verdict(naming(alone, findings))
                == #"Chi's "iPad" was renamed to "iPad (3)" because Ana and Bo had the names before."#)
    }

    @Test func aNameThatTwoHostsKeepIsWorseThanARename() {
        let services = [service("s1", "Janus", of: "p1"), service("s2", "Janus", of: "p2")]
        let conflict = finding(
            "name-conflict", .error, .service("s1"), [("holders", .list([.text("s1"), .text("s2")]))])
        #expect(
            verdict(naming(services, [conflict])) == #""Janus" was held by two hosts at once, and neither gave way."#)
    }

    // MARK: - Air

    @Test func nodesThatHardlyMeetAreNamed() {
        var awdl = AWDLReport(.metric)
        awdl.nodes = ["a", "b", "c"].map { .init(address: $0, firstSeen: 0, lastSeen: 1) }
        awdl.pairs = [("a", "b", 0.5), ("b", "c", 0.125)].map { first, second, share in
            var pair = AWDLReport.Pair(a: first, b: second, syncError: Distribution())
            (pair.windowOverlap, pair.sharedTime) = (share, share)
            pair.commonSlots = Array(0..<Int(share * 16))
            return pair
        }
        var wireless = WirelessReport()
        wireless.awdl = awdl
        #expect(
            verdict(report([]) { $0.wireless = wireless })
                == "3 AWDL nodes: b and c share 2 of 16 slots, the fewest; nothing wrong.")
    }
}
