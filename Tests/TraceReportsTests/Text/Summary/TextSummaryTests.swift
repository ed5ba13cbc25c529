import Testing
@testable import TraceAnalysis

@testable import TraceReports
import TraceModel
import WireText

@Suite struct TextSummaryTests {
    @Test(arguments: [0, 1, 5, 40])
    func nothingFromTheCaptureReachesTheTextRaw(sessions: Int) {
        for showsAll in [false, true] {
            let text = TextSummary(width: 120, showsAll: showsAll).render(SampleReport.report(sessions: sessions))
            let raw = text.unicodeScalars.filter { SafeText.isUnsafe($0) && $0 != "\n" }
            #expect(raw.isEmpty, "\(raw.map(\.value))")
        }
    }

    @Test func colorsAreTheProgramsOwnEscapesAndNoOthers() {
        let report = SampleReport.report()
        let colored = TextSummary(width: 120, style: TextStyle(colored: true)).render(report)
        var stripped = colored
        for code in ["0", "1", "2", "31", "33", "36"] {
            stripped = stripped.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
        }
        #expect(colored != stripped)
        #expect(!stripped.unicodeScalars.contains { SafeText.isUnsafe($0) && $0 != "\n" })
    }

    @Test func peersServicesSessionsAndFindingsAreReported() {
        let text = TextSummary(width: 120).render(SampleReport.report())
        for part in ["Peers and services", "Sessions", "mesh over TCP", "_chat._tcp", "7000", "Mend"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.hasSuffix("\n"))
    }

    @Test func whereTheKindsOfSessionsDoNotFitALineTheyAreReportedInShort() {
        let applications: [Session.Application] = [.mesh, .carrierPigeon, .tls, .echo]
        let report = SessionSamples.report(
            applications.enumerated().map { id, application in
                SessionSamples.session(id + 1) { $0.application = application }
            })
        #expect(
            TextSummary(width: 80).render(report).contains(
                "Sessions (1 mesh/TCP, 1 carrier-pigeon/TCP, 1 TLS/TCP, 1 echo/TCP)\n"))
        #expect(
            TextSummary(width: 120).render(report).contains(
                "Sessions (1 mesh over TCP, 1 carrier-pigeon over TCP, 1 TLS over TCP, 1 echo over TCP)\n"))
    }

    @Test func theAddressOfASessionIsShownWhereItIsNotTheOneThatPeersAreListedWith() {
        func text(_ label: String) -> String {
            var report = SessionSamples.report([
                SessionSamples.session {
                    $0.responder = .init(peer: "p2", address: "fe80::2", port: 7000)
                }
            ])
            report.peers[1].addresses = ["10.0.0.2", "fe80::2"]
            report.peers[1].label = label
            return TextSummary(width: 120).render(report)
        }
        #expect(text("Bo").contains("Ana → Bo, ") && text("Bo").contains("(fe80::2 port 7000)"))
        #expect(text("10.0.0.2").contains("Ana → fe80::2, ") && text("10.0.0.2").contains("(port 7000)"))
    }

    @Test func whatIsKnownOfAnUnknownSessionIsReported() {
        let report = SessionSamples.report([
            SessionSamples.session {
                $0.application = .unknown
                $0.evidence = "HTTP in clear\u{1B}"
            }
        ])
        #expect(TextSummary(width: 80).render(report).contains("     HTTP in clear\\u{1B}\n"))
    }

    @Test func theTrafficIsALineOfCharacters() {
        var report = SampleReport.report()
        report.capture.traffic = .init(
            binWidth: 0.5, start: 0, packets: Array(repeating: 1, count: 8),
            bytes: [1000, 2000, 4000, 8000, 0, 0, 0, 8000], protocols: [])
        let text = TextSummary(width: 80, style: TextStyle(colored: true)).render(report)
        #expect(text.contains("Traffic, 500 ms per character, at most 128 kbit/s\n  ▂▃▅█   █\n"))
        // Without colors as well, but not where only ASCII is wanted.
        #expect(TextSummary(width: 80).render(report).contains("\n  ▂▃▅█   █\n"))
        let plain = TextSummary(width: 80, style: TextStyle(colored: false, ascii: true)).render(report)
        #expect(!plain.contains("Traffic"))
        report.capture.traffic?.bytes = [1000, 2000]
        #expect(!TextSummary(width: 80).render(report).contains("Traffic"))
    }

    @Test func theAnswerComesFirstAndWhatWasNotUnderstoodLast() {
        let lines = TextSummary(width: 120).render(SampleReport.report(sessions: 5)).split(separator: "\n")
        func position(_ start: String) -> Int { lines.firstIndex { $0.hasPrefix(start) } ?? -1 }
        let order = ["5 connections", "Findings", "Sessions", "Peers and services", "Decoded", "Not understood"]
        let positions = order.map(position)
        #expect(positions == positions.sorted() && positions[0] == 1, "\(positions)")
    }

    @Test func aStormIsOneEntryWithOneRemedyAndItsConsequencesInALine() {
        var report = SessionSamples.report([])
        report.services = (1...40).map { id in
            var service = report.services[0]
            service.id = "s\(id)"
            service.instance = "Storm (\(id))"
            return service
        }
        report.findings = (1...36).map { id in
            var finding = Finding(
                code: Finding.Code(rawValue: id > 18 ? "service-renamed" : "name-conflict"),
                severity: id > 18 ? .note : .warning, frames: [id], subject: .service("s\(id)"),
                message: "It was taken.", remedy: "Find it.", reference: "")
            finding.facts.set("services", to: .list([.text("s40"), .text("s\(id)")]))
            return finding
        }
        let text = TextSummary().render(report)
        #expect(
            text.contains(
                """
                Findings (18 warnings, 18 notes)
                  warning  18 × name-conflict: “Storm (1)”: It was taken (frame 1); also “Storm
                           (2)” (frame 2), “Storm (3)” (frame 3), “Storm (4)” (frame 4), 14
                           more.
                           → Find it.
                           followed by 18 × service-renamed: “Storm (19)”, “Storm (20)”, “Storm
                           (21)”, …

                """), "\(text)")
        #expect(TextSummary(showsAll: true).render(report).split(separator: "It was taken (frame ").count == 37)
    }

    @Test func anErrorIsNeverBehindManyNotes() {
        var report = SessionSamples.report([])
        report.findings = (1...30).map { id in
            Finding(
                code: Finding.Code(rawValue: "code-\(id)"), severity: id > 22 ? .error : .note, frames: [],
                subject: .capture, message: "Sentence \(id).", remedy: "", reference: "")
        }
        let text = TextSummary().render(report)
        for id in 23...30 { #expect(text.contains("code-\(id)")) }
        #expect(!text.contains("code-1:") && text.contains("… and 22 more findings: --all"))
    }

    @Test func peersAndTheirServicesAreInOneTableByTheirNames() {
        var report = SessionSamples.report([])
        report.peers[0].label = "Peer 10"
        report.peers[1].label = "Peer 2"
        report.peers[2].label = "10.0.0.3"
        report.peers[2].addresses = ["10.0.0.3"]
        var renamed = report.services[0]
        (renamed.id, renamed.instance, renamed.renamedFrom) = ("s2", "Bo (2)", "s1")
        report.services[0].renamedTo = "s2"
        report.services.append(renamed)
        #expect(
            TextSummary(width: 120).render(report).contains(
                """
                Peers and services (3 peers, 1 service)
                  name     address   service            port  state      was              peer ID
                  Peer 2             Bo (2) _chat._tcp  7000  announced  Bo, the "first"  id-of-bo
                  Peer 10                                                                 id-of-ana
                           10.0.0.3

                """), "\(TextSummary(width: 120).render(report))")
    }

    @Test func sectionsWithoutContentAreLeftOut() {
        let report = TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"), peers: [], services: [],
            sessions: [], findings: [])
        let text = TextSummary().render(report)
        for part in ["Peers", "Services", "Sessions"] { #expect(!text.contains(part)) }
    }

    @Test func manySessionsGetALineEachAndSayHowManyMoreThereAre() {
        let text = TextSummary(width: 120).render(SampleReport.report(sessions: 40))
        #expect(text.contains("more sessions, "))
        let all = TextSummary(width: 120, showsAll: true).render(SampleReport.report(sessions: 40))
        #expect(!all.contains("more sessions"))
    }

    @Test func theWidthHasLimits() {
        #expect(TextSummary(width: 1).width == 40)
        #expect(TextSummary(width: 10_000).width == 200)
    }

    @Test(arguments: [40, 50, 60, 80, 120, 200], [1, 5, 40])
    func everyLineFits(width: Int, sessions: Int) {
        for showsAll in [false, true] {
            let text = TextSummary(width: width, showsAll: showsAll).render(SampleReport.report(sessions: sessions))
            for line in text.split(separator: "\n") {
                #expect(SafeText.width(String(line)) <= width, "\(line)")
                #expect(!line.hasSuffix(" "), "\(line)")
            }
        }
    }

    private func text(_ change: (inout Session) -> Void) -> String {
        var report = SampleReport.report()
        change(&report.sessions[0])
        return TextSummary(width: 120).render(report)
    }

    @Test func conversationsOfDiscoveryAreCountedByProtocol() {
        let text = text {
            ($0.transport, $0.application, $0.discovery) = (.udp, .unknown, .ssdp)
        }
        #expect(text.contains("Sessions (1 SSDP)\n\n"))
    }

    @Test func multicastAndMDNSAreCountedADatagramToOneHostIsListed() {
        for address in ["224.0.0.251", "255.255.255.255", "ff02::fb"] {
            let text = text {
                $0.transport = .udp
                $0.application = .unknown
                $0.responder = $0.responder.at(address)
            }
            #expect(text.contains("Sessions (1 mDNS and multicast)\n\n"), "\(address)")
        }
        let unanswered = text {
            $0.transport = .udp
            $0.application = .unknown
            $0.backward.packets = 0
        }
        #expect(unanswered.contains("#1 UDP"))
        #expect(unanswered.contains("← nothing"))
    }

    @Test func aConversationOfDatagramsIsNeverOpen() {
        let text = text {
            $0.transport = .udp
            $0.forward.packets = 2
        }
        #expect(text.contains("lasted 750 ms"))
        #expect(!text.contains("open"))
    }

    @Test func oneSampleHasNoMedian() {
        #expect(text { $0.handshakeRTT = nil }.contains("acknowledged after 2 ms (1 sample)"))
    }

    @Test func besideTheAnsweringHostRoundTripsAreItsAnsweringTime() {
        let text = text { session in
            session = SessionSamples.full
            session.capturePoint = .responder
        }
        #expect(text.contains("network RTT 1 ms (fastest acknowledgments),\n"))
        #expect(text.contains("answering time 2.5 ms (median of 43, p95 5 ms, max 10 ms, captured at the responder),"))
        #expect(!text.contains("application RTT") && !text.contains("jitter"))
    }

    @Test func aSessionShowsHowSoonItWasAnswered() {
        func text(_ count: Int) -> String {
            let session = SessionSamples.session {
                $0.forward.answers = SessionSamples.answers(count, median: 0.002, question: 22)
            }
            return TextSummary(width: 120).render(SessionSamples.report([session]))
        }
        #expect(
            text(1040).contains(
                "     answered Ana 1,040 times: median 2 ms, 95 % within 4 ms, at most 8 ms (frames 22, 23)\n"))
        #expect(text(1).contains("     answered Ana once: after 8 ms (frames 22, 23)\n"))
    }

    @Test func requestsThatAreMatchedWithTheirAnswersComeFirst() {
        let text = text { session in
            session = SessionSamples.full
            session.forward.answers = SessionSamples.answers(40, median: 0.2, question: 22)
        }
        #expect(text.contains("application RTT 2.5 ms") && !text.contains("answered Ana"))
    }

    @Test func aSessionShowsItsStepsInALineRoundTripsLossAndDelays() {
        let text = text { session in
            session = SessionSamples.full
            session.forward.lostMessages = 4
            session.forward.duplicateMessages = 1
            session.forward.oneWayDelay = SessionSamples.distribution(10, median: 0.0008)
        }
        for line in [
            "started at 4 s (port 7000), closed after 10 s",
            "discover 12 ms · resolve 3 ms · connect 2.1 ms · identify 400 µs · stabilize 4 s · first message 4.39 s",
            "network RTT 1 ms (fastest acknowledgments), application RTT 2.5 ms (median of 43, p95 5 ms, max 10 ms),",
            "jitter 400 µs, acknowledged after 2 ms",
            "limited: transport RTT, duplicate ACKs: packets are cut after 96 bytes",
            "one-way delay varies by 800 µs (median)",
        ] {
            #expect(text.contains("  " + line + "\n"), "\(line) in \(text)")
        }
        #expect(text.contains("8 kbit/s, 4 of 49 lost (8.16 %), 1 duplicate,\n"))
    }

    @Test func whatEveryCaptureAtOneEndHasAndWhatIsReportedAnyway() {
        let text = text {
            $0.limits = [
                .init(metrics: ["backward.transportRTT"], reason: .capturePoint, message: "Taken at one end."),
                .init(metrics: ["messages"], reason: .encrypted, message: "Sealed."),
                .init(metrics: ["a", "b", "c", "d", "e"], reason: .doubledPackets, message: "Twice."),
            ]
        }
        #expect(!text.contains("Taken at one end.") && !text.contains("Sealed."))
        #expect(text.contains("limited: a, b, c, 2 more: Twice."))
    }

    @Test func aSealedSessionIsReportedAsSuchWithWhatWasOnTheWire() {
        let text = text {
            $0.transport = .quic
            $0.application = .unknown
            $0.quic = Session.QUIC()
            $0.quic?.versions = ["0x00000001"]
            $0.forward = SessionDirection()
            $0.forward.packets = 12
            $0.forward.wireBytes = 3456
        }
        #expect(text.contains("#1 QUIC: "))
        #expect(text.contains("encrypted (QUIC version 1)"))
        #expect(text.contains("→ 12 packets, 3.46 kB on the wire\n"))
    }

    @Test func aMeshIsReportedInALineWithThePairsThatAreNotConnected() {
        var report = SessionSamples.report([SessionSamples.session()])
        report.meshes = (1...5).map {
            Mesh(
                id: "m\($0)", peers: ["p1", "p2", "p3"], serviceType: "_chat._tcp", connectedPairs: 2,
                expectedPairs: 3, missingPairs: [["p1", "p3"]], isComplete: true)
        }
        let text = TextSummary(width: 120).render(report)
        #expect(text.contains("\n  Mesh of _chat._tcp, 3 peers: 2 of 3 connections, missing: Ana – Chi\n"))
        #expect(text.contains("  … and 1 more mesh: --all"))
        report.meshes = [
            Mesh(
                id: "m1", peers: ["p1", "p2"], serviceType: nil, connectedPairs: 1, expectedPairs: 1, missingPairs: [],
                isComplete: true)
        ]
        #expect(!TextSummary(width: 120).render(report).contains("Mesh"))
        #expect(TextSummary(width: 120, showsAll: true).render(report).contains("Mesh, 2 peers"))
    }

    @Test func aPeerWithoutANameIsItsAddressOnce() {
        var report = SampleReport.report()
        report.peers[0] = Peer(id: "p1", label: "10.0.0.1")
        report.peers[0].addresses = ["10.0.0.1"]
        let text = TextSummary(width: 120).render(report)
        #expect(text.contains("Peers and services (1 peer, 1 service)\n  address ") && text.contains("\n  10.0.0.1 "))
        #expect(!text.contains("10.0.0.1  10.0.0.1"))
    }

    @Test func manyPeersWithoutANameAreListedAsFarAsASummaryCan() {
        var report = SampleReport.report()
        report.peers = (1...13).map { number in
            var peer = Peer(id: "p\(number)", label: "10.0.0.\(number)")
            peer.addresses = [peer.label]
            return peer
        }
        let text = TextSummary(width: 120).render(report)
        // The service makes the first one known; of the others the busiest are listed.
        #expect(text.contains("\n  … and 6 more hosts known only by address: --all"))
    }

    @Test func withAllNothingIsCutTXTLifeAndEvidenceAreReported() {
        var report = SampleReport.report(sessions: 5)
        let long = String(repeating: "v", count: 200)
        report.services[0].instance = "A name that no table has room for, of 51 characters"
        report.services[0].txt = [.init(key: "k", value: long, valueHex: "76", hasValue: true)]
        let text = TextSummary(width: 60, showsAll: true).render(report)
        let joined = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(joined.contains(report.services[0].instance))
        #expect(text.count { $0 == "v" } - joined.replacing(/v{10,}/, with: "").count { $0 == "v" } == 200)
        #expect(joined.contains("probe-tiebreak at 0 s (frame 1)"))
        #expect(joined.contains("identified by txt-peerID (frame 2)"))
        #expect(text.contains("\n  #5 mesh over TCP"))
    }

    @Test func findingsNameServicesAndPeersAsTheSectionsAboveDo() {
        var report = SampleReport.report()
        report.services[0].instance = "Lamp"
        report.peers[0].label = "Alice"
        report.findings[0].subject = .service("s1")
        report.findings[1].subject = .peer("p1")
        let text = TextSummary(width: 120).render(report)
        #expect(text.contains("broken-framing: “Lamp”: It broke"))
        #expect(text.contains("capture-gap: Alice: Gap"))
    }

    @Test func whatWasNotLookedAtIsSaidAndWhatChecksumsTurnedOutToBe() {
        var report = SampleReport.report()
        #expect(!TextSummary(width: 120).render(report).contains("Only headers"))
        report.capture.depth = .flows
        var counts = CaptureSummary.ChecksumCounts()
        counts.valid = 1200
        counts.offloaded = 7
        report.capture.checksums = .init(ipv4Header: counts, transport: .init())
        let text = TextSummary(width: 120).render(report)
        #expect(text.contains("Only headers were read (--depth flows): no services, messages or round trips.\n"))
        #expect(
            text.contains(
                "Checksums: IPv4 headers: 1,200 valid, 7 left to the network card, TCP, UDP, ICMP: none\n"))
    }

    @Test func theCommentsOfTheFileAreShownEscaped() {
        var report = SampleReport.report()
        report.capture.sections = [
            .init(hardware: nil, operatingSystem: nil, application: nil, comments: ["Second \u{1B}[2J floor"])
        ]
        #expect(TextSummary(width: 120).render(report).contains("  “Second \\u{1B}[2J floor”\n"))
    }

    @Test func aSessionShowsItsProcessItsInterfaceAndWhatICMPSaid() {
        var report = SampleReport.report()
        report.sessions[0].process = .init(processID: 312, name: "Saf\u{1B}ari")
        report.sessions[0].effectiveProcess = .init(processID: 7, name: nil)
        report.sessions[0].interfaceName = "awdl0"
        report.sessions[0].icmpErrors = [
            .init(time: 1.5, frame: 9, source: "10.0.0.9", type: 3, code: 1, name: "host unreachable", count: 2)
        ]
        let text = TextSummary(width: 120, showsAll: true).render(report)
        #expect(
            text.contains(
                #"process Saf\u{1B}ari (312) for 7, on awdl0, host unreachable from 10.0.0.9 at 1.5 s, 2 times"#))
    }

    @Test func aTableOfUnansweredConnectsStillNamesThePortIn80Columns() {
        var report = SampleReport.report(sessions: 5)
        report.peers[0].label = "Rita"
        for index in report.sessions.indices {
            report.sessions[index].id = index + 8
            report.sessions[index].ending = .unanswered
            report.sessions[index].responder = report.sessions[index].responder.at("10.77.9.13")
        }
        let lines = TextSummary(width: 80).render(report).split(separator: "\n")
        let row = lines.first { $0.hasPrefix("  12  ") }
        #expect(row?.contains("Rita  10.77.9.13  7000  ") == true, "\(row ?? "")")
        #expect(row?.hasSuffix("no reply") == true)
    }

    @Test func dropCountsThatAddUpToMoreThanThereAreNumbersAreReported() {
        var report = SampleReport.report()
        report.capture.interfaces += report.capture.interfaces
        for index in report.capture.interfaces.indices { report.capture.interfaces[index].dropped = .max }
        #expect(TextSummary().render(report).contains("\(Int.max) packets dropped"))
    }

    @Test func manyInterfacesAreListedOnlyOnDemand() {
        var report = SampleReport.report()
        let interface = report.capture.interfaces[0]
        report.capture.interfaces = (0..<1000).map { id in
            var interface = interface
            interface.name = "wire\(id)."
            return interface
        }
        let text = TextSummary().render(report)
        #expect(text.contains("wire5.") && !text.contains("wire6."))
        #expect(text.contains("and 994 more"))
        #expect(TextSummary(showsAll: true).render(report).contains("wire999."))
    }

    @Test func thousandsOfPeersAreListedAsFarAsASummaryCan() {
        var report = SampleReport.report()
        report.peers = (0..<5000).map { number in
            var peer = Peer(id: "p\(number + 1)", label: "peer \(number)")
            if number.isMultiple(of: 2) { peer.peerIDs = ["\(number)"] }
            return peer
        }
        let text = TextSummary().render(report)
        #expect(text.contains("peer 11") && !text.contains("peer 12"))
        #expect(text.contains("and 4,988 more peers"))
    }

    @Test func manySessionsOfLongLabel() {
        var report = SampleReport.report(sessions: 1000)
        report.peers[0].label = String(repeating: "N", count: 1_000_000)
        let text = TextSummary(showsAll: true).render(report)
        #expect(text.utf8.count < 2_000_000)
    }
}
