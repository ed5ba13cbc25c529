import Testing

@testable import TraceAnalysis
@testable import TraceReports
import TraceModel
import WireText

extension SessionsView {
    /// The table as one text.
    fileprivate func table(_ sessions: [Session], of report: TraceReport, omitted: Int = 0) -> String {
        var text = ""
        write(sessions, of: report, omitted: omitted) { text += $0 }
        return text
    }
}

@Suite struct SessionsViewTests {
    private func table(_ sessions: [Session], width: Int = 200, omitted: Int = 0, meshes: [Mesh] = []) -> String {
        SessionsView(width: width).table(
            sessions, of: SessionSamples.report(sessions, meshes: meshes), omitted: omitted)
    }

    @Test func aWideLineHasEveryFigure() {
        let session = SessionSamples.session {
            $0.forward.messages = 46
            $0.backward.messages = 47
            $0.forward.payloadBytes = 8708
            $0.backward.payloadBytes = 20925
            $0.applicationRTT.median = 0.0025
            $0.transportRTT.median = 0.001
            $0.networkRTT = .init(0.0009, from: .handshake)
            $0.jitter.meanAbsoluteDifference = 0.0004
            $0.forward.lostMessages = 2
            $0.forward.retransmittedPackets = 3
            $0.backward.goodput = 18600
        }
        let lines = table([session]).split(separator: "\n").map {
            $0.split(separator: "  ").map { $0.drop { $0 == " " } }
        }
        #expect(
            lines[1] == [
                "#", "start", "from", "port", "to", "port", "over", "service", "lasted", "end", "messages →/←",
                "→ bytes",
                "← bytes", "RTT", "jitter", "lost", "resent", "rate",
            ])
        #expect(
            lines[2] == [
                "1", "1 s", "Ana", "50000", "Bo", "7000", "mesh/TCP", "Bo, the \"first\"", "10 s", "closed", "46/47",
                "8.71 kB", "20.9 kB", "900 µs", "400 µs", "4.17 %", "3", "18.6 kbit/s",
            ])
    }

    @Test func aHandshakeThatWasNotFinishedIsReported() {
        let session = SessionSamples.session {
            $0.ending = .captureEnd
            $0.handshake = .halfOpen
        }
        #expect(table([session]).contains("  half-open"))
        let detail = SessionsView(width: 200).detail(session, of: SessionSamples.report([session]))
        #expect(detail.contains("half-open: the SYN/ACK was not acknowledged"))
    }

    @Test func aTableIsHandedOnInPiecesOfWholeLines() {
        let sessions = (1...600).map { SessionSamples.session($0) }
        let view = SessionsView(width: 120)
        var written: [String] = []
        view.write(sessions, of: SessionSamples.report(sessions)) { written.append($0) }
        #expect(written.count > 2 && written.allSatisfy { $0.hasSuffix("\n") })
        #expect(written.joined() == view.table(sessions, of: SessionSamples.report(sessions)))
    }

    @Test(arguments: [60, 80, 120])
    func aNarrowLineKeepsWhoHowMuchAndHowFar(width: Int) {
        let sessions = (1...12).map { id in
            SessionSamples.session(id) {
                $0.forward.payloadBytes = 8_708_000
                $0.backward.payloadBytes = 20_925_000
                $0.applicationRTT.median = 0.0125
                $0.forward.messages = 46
                $0.backward.messages = 4700
                $0.backward.goodput = 18600
            }
        }
        let lines = table(sessions, width: width).split(separator: "\n")
        for line in lines { #expect(SafeText.width(String(line)) <= width, "\(line)") }
        for part in [" 12 ", "Ana", "Bo", "mesh/TCP", "8.71 MB", "20.9 MB"] {
            #expect(lines.last!.contains(part), "\(part) in \(lines.last!)")
        }
    }

    @Test func ofSealedPayloadOnlyALimitIsKnown() {
        let session = SessionSamples.session { $0.backward.wireBytes = 1500 }
        #expect(table([session]).contains("≤1.5 kB"))
    }

    @Test func whatIsLeftOutIsSaidWithTheWayToSeeIt() {
        #expect(
            table([SessionSamples.session()], omitted: 3).contains("… and 3 mDNS or multicast conversations: --all"))
        #expect(
            table([], omitted: 1)
                == "No sessions other than mDNS and multicast.\n"
                + "  … and 1 mDNS or multicast conversation: --all lists them\n")
        #expect(table([]) == "No sessions.\n")
    }

    @Test func someOfManySessionsAreCountedAsSuch() {
        let sessions = (1...3).map { SessionSamples.session($0) }
        let text = SessionsView().table([sessions[2]], of: SessionSamples.report(sessions))
        #expect(text.hasPrefix("Sessions (1 of 3)\n"))
    }

    @Test func meshesOfTheShownPeersFollowTheTable() {
        let mesh = Mesh(
            id: "m1", peers: ["p1", "p2"], serviceType: nil, connectedPairs: 1, expectedPairs: 1, missingPairs: [],
            isComplete: true)
        var other = mesh
        other.peers = ["p3", "p4"]
        let text = table([SessionSamples.session()], meshes: [mesh, other])
        #expect(text.hasSuffix("\n\nMesh, 2 peers: 1 of 1 connection\n"))
    }

    @Test func oneSessionInDetailShowsItsStepsBothSidesDelays() {
        let session = SessionSamples.full
        let finding = Finding(
            code: Finding.Code(rawValue: "early-data"), severity: .warning, time: 4.5, frames: [12],
            subject: .session(4), message: "Ana sent too early.", remedy: "Wait.", reference: "mesh rules")
        var other = finding
        other.subject = .session(5)
        other.message = "Somebody else."
        let report = SessionSamples.report([session], findings: [finding, other])
        #expect(
            SessionsView(width: 80).detail(session, of: report) == """
                Session 4 · mesh over TCP · Ana → Bo
                       ends  10.0.0.1 port 50000 → 10.0.0.2 port 7000
                    service  “Bo, the "first"” _chat._tcp
                       time  4 s to 14 s (10 s, closed), first frame 3,
                             established after 2.1 ms, identified after 2.5 ms,
                             first message after 4.39 s
                     phases  discover 12 ms · resolve 3 ms · connect 2.1 ms · identify 400 µs ·
                             stabilize 4 s · first message 4.39 s
                   evidence  4 frames of mesh messages
                   captured  at the initiator
                       ICMP  host unreachable from 10.0.0.9 at 1.5 s, 2 times
                     limits  transport RTT, duplicate ACKs: packets are cut after 96 bytes

                                        Ana →   ← Bo
                  packets                   4      3
                  bytes on the wire       0 B    0 B
                  payload             8.71 kB  136 B
                  messages                 46      1
                    identification          1      1
                    direct                 45      –
                  goodput            8 kbit/s      –

                  delays           samples      min  median    mean  95 %    99 %    max
                  application RTT       43  1.25 ms  2.5 ms  2.5 ms  5 ms  7.5 ms  10 ms
                  transport RTT →       46     1 ms    2 ms    2 ms  4 ms    6 ms   8 ms
                  network RTT 1 ms (fastest acknowledgments), handshake RTT 2.1 ms,
                  jitter of the application RTT 400 µs (mean difference), 300 µs (RFC 3550)

                  throughput, 10 ms per character, at most 800 bit/s
                  → █ ▅
                  ← ▂

                    warning  Ana sent too early. (early-data, mesh rules, frame 12)
                             → Wait.

                """)
    }

    @Test func answersShowTheirTimesAndTheSlowestOne() {
        let session = SessionSamples.session { session in
            session.application = .unknown
            session.forward.answers = SessionSamples.answers(40, median: 0.002, question: 22)
            session.backward.answers = SessionSamples.answers(39, median: 0.5, question: 25)
        }
        let text = SessionsView(width: 100).detail(session, of: SessionSamples.report([session]))
        for line in [
            "delays          samples     min  median    mean  95 %   99 %   max",
            "answers to Ana       40    1 ms    2 ms    2 ms  4 ms   6 ms  8 ms",
            "answers to Bo        39  250 ms  500 ms  500 ms   1 s  1.5 s   2 s",
            "slowest answer to Ana 8 ms (frames 22, 23), slowest answer to Bo 2 s (frames 25, 26)",
        ] {
            #expect(text.contains("  " + line + "\n"), "\(line) in \(text)")
        }
    }

    @Test func whereBothAskEachHasRoundTripsAndAJitterOfItsOwn() {
        let session = SessionSamples.session { session in
            session.applicationRTT = SessionSamples.distribution(5, median: 0.002)
            (session.jitter.meanAbsoluteDifference, session.jitter.rfc3550) = (0.03, 0.02)
            session.forward.applicationRTT = SessionSamples.distribution(3, median: 0.05)
            (session.forward.jitter.meanAbsoluteDifference, session.forward.jitter.rfc3550) = (0.003, 0.001)
            session.backward.applicationRTT = SessionSamples.distribution(2, median: 0.0001)
            (session.backward.jitter.meanAbsoluteDifference, session.backward.jitter.rfc3550) = (0.00001, 0.00002)
        }
        let text = SessionsView(width: 80).detail(session, of: SessionSamples.report([session]))
        #expect(
            text.hasSuffix(
                """
                  application RTT        5   1 ms    2 ms    2 ms    4 ms    6 ms    8 ms
                    asked by Ana         3  25 ms   50 ms   50 ms  100 ms  150 ms  200 ms
                    asked by Bo          2  50 µs  100 µs  100 µs  200 µs  300 µs  400 µs
                  jitter of the application RTT 30 ms (mean difference), 20 ms (RFC 3550)
                    jitter of requests by Ana 3 ms (mean difference), 1 ms (RFC 3550)
                    jitter of requests by Bo 10 µs (mean difference), 20 µs (RFC 3550)

                """))
    }

    @Test func sessionsThatBelongTogetherNameEachOther() {
        let interfaces = ["en0", "awdl0"].enumerated().map { number, name in
            CaptureSummary.Interface(
                id: number, name: name, linkType: "ETHERNET", linkTypeValue: 1, snapLength: 0,
                timestampResolution: 1e-9, packets: 1)
        }
        let view = SessionSamples.session(2) { $0.interface = 1 }
        let path = SessionSamples.session(3) {
            $0.initiator = $0.initiator.at("fe80::1")
            $0.responder = $0.responder.at("fe80::2")
            $0.interface = 1
        }
        let session = SessionSamples.session {
            $0.companions = [.init(session: 2, relation: .sameConnection), .init(session: 3, relation: .otherPath)]
        }
        var report = SessionSamples.report([session, view, path])
        report.capture.interfaces = interfaces
        #expect(
            SessionsView(width: 80).detail(session, of: report).contains(
                """
                   captured  on en0
                       also  session 2: the same connection, on awdl0,
                             session 3: the same two at the same time over fe80::1 → fe80::2, on
                             awdl0

                """))
        #expect(
            table(report.sessions).hasSuffix("#1, #2 are one connection, captured on several interfaces or links\n"))
        // What is wrong with the second path is said by the finding.
        report.findings = [
            Finding(
                code: .init(rawValue: "duplicate-connection"), severity: .warning, time: 1, frames: [1],
                subject: .session(1), message: "Two.", remedy: "One.", reference: "mesh rules")
        ]
        let text = SessionsView(width: 80).detail(session, of: report)
        #expect(text.contains("session 2: the same connection, on awdl0\n") && !text.contains("the same two"))
    }

    @Test(arguments: [60, 80, 130])
    func everyLineOfADetailFitsWhateverTheNamesAre(width: Int) {
        var session = SessionSamples.full
        session.forward.messageTypes.add(3, of: SampleReport.hostile)
        session.tls = Session.TLS()
        session.tls?.serverName = SampleReport.hostile
        session.tls?.certificateNames = [SampleReport.hostile]
        session.evidence = SampleReport.hostile
        session.limits[0].message = SampleReport.hostile
        session.interfaceName = SampleReport.hostile
        session.process = .init(processID: 7, name: SampleReport.hostile)
        session.companions = (1...8).map { .init(session: 4, relation: $0 < 5 ? .sameConnection : .otherPath) }
        var report = SessionSamples.report([session])
        report.peers[0].label = SampleReport.hostile
        report.services[0].instance = SampleReport.hostile
        let text = SessionsView(width: width).detail(session, of: report) + table([session], width: width)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
        for line in text.split(separator: "\n") {
            #expect(SafeText.width(String(line)) <= width, "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
    }

    @Test func theThroughputIsDrawnWithBlocksUnlessOnlyASCIIIsWanted() {
        let session = SessionSamples.full
        let text = SessionsView(width: 80, style: TextStyle(colored: true)).detail(
            session, of: SessionSamples.report([session]))
        #expect(text.contains("  → █ ▅\n  ← ▂\n"))
        let plain = SessionsView(width: 80, style: TextStyle(colored: true, ascii: true)).detail(
            session, of: SessionSamples.report([session]))
        #expect(!plain.contains("█") && !plain.contains("per character"))
    }

    @Test func theCourseOfRoundTripsIsDrawnBesideThemUnlessOnlyASCIIIsWanted() {
        let session = SessionSamples.session {
            $0.forward.roundTripCourse = (1...16).map { Double($0) / 1000 }
            $0.forward.applicationRTT.count = 16
            ($0.applicationRTT.median, $0.transportRTT.median) = (0.008, nil)
        }
        let report = SessionSamples.report([session])
        func detail(_ style: TextStyle) -> String { SessionsView(width: 80, style: style).detail(session, of: report) }
        #expect(detail(TextStyle(colored: false)).contains("at most 16 ms in the mean\n  → ▁"))
        #expect(!detail(TextStyle(colored: false, ascii: true)).contains("▁"))
        #expect(TextSummary(width: 80).render(report).contains("▁"))
        #expect(!TextSummary(width: 80, style: TextStyle(colored: false, ascii: true)).render(report).contains("▁"))
    }

    @Test func onlyAMeshHasATimeFromWhichItIsStable() {
        func text(_ application: Session.Application) -> String {
            let session = SessionSamples.session {
                $0.application = application
                $0.stable = 5
            }
            return SessionsView(width: 80).detail(session, of: SessionSamples.report([session]))
        }
        #expect(text(.mesh).contains("stable after 4 s"))
        #expect(!text(.echo).contains("stable"))
    }

    @Test func quicShowsItsPackets() {
        var session = SessionSamples.session {
            $0.transport = .quic
            $0.application = .unknown
            $0.service = nil
        }
        session.quic = Session.QUIC()
        session.quic?.versions = ["0x00000001"]
        session.quic?.initialPackets = 2
        session.quic?.shortHeaderDatagrams = 1234
        let text = SessionsView(width: 80).detail(session, of: SessionSamples.report([session]))
        #expect(text.contains("   QUIC  QUIC version 1, 2 Initial, 1,234 1-RTT\n"))
        #expect(text.contains("channel  encrypted (QUIC version 1)\n"))
        for part in ["phases", "delays", "throughput", "limits", "service"] { #expect(!text.contains(part), "\(part)") }
    }
}
