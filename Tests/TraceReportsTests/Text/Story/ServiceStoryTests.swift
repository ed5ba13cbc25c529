import struct Foundation.URL
import PacketCapture
import TestSupport
import Testing
@testable import TraceAnalysis

@testable import TraceReports
import TraceModel
import WireText

@Suite struct ServiceStoryTests {
    private static func event(
        _ kind: Service.Event.Kind, _ time: Double, _ frame: Int, _ detail: String? = nil, source: String = "10.0.0.2"
    ) -> Service.Event {
        Service.Event(time: time, frame: frame, event: kind, source: source, detail: detail)
    }

    private static func service(_ id: String, _ instance: String, state: Service.State) -> Service {
        var service = Service(
            id: id, instance: instance, type: "_chat._tcp", domain: "local",
            fullName: "\(instance)._chat._tcp.local.", host: "bert.local.", port: 7002, addresses: ["10.0.0.2"],
            peer: "p1", firstSeen: 0, lastSeen: 9, state: state)
        service.responder = "apple"
        return service
    }

    private static func report(_ services: [Service], findings: [Finding] = []) -> TraceReport {
        var peer = Peer(id: "p1", label: "Bert")
        peer.addresses = ["10.0.0.2"]
        return TraceReport(
            capture: CaptureSummary(path: "-", format: "pcap", compression: "none"), peers: [peer],
            services: services, sessions: [], findings: findings)
    }

    /// A name that was taken, the one after it, and a finding about each.
    private static var renamed: TraceReport {
        var old = service("s1", "iPad", state: .renamed)
        old.renamedTo = "s2"
        old.timeline = [
            event(.probe, 5.157, 36), event(.conflict, 5.193, 40, "10.0.0.1 holds the name", source: "10.0.0.1"),
        ]
        var new = service("s2", "iPad (2)", state: .announced)
        new.renamedFrom = "s1"
        new.renameStyle = "apple"
        new.timeline = [
            event(.rename, 5.343, 43, "\"iPad\" → \"iPad (2)\", because 10.0.0.1 was there"),
            event(.probe, 5.343, 43), event(.probe, 5.5934, 44), event(.probe, 5.844, 45),
            event(.announce, 6.094, 49), event(.query, 7, 50, "PTR", source: "10.0.0.3"),
            event(.update, 7.5, 51, "TXT: v=1 → v=2"),
        ]
        new.txt = [.init(key: "v", value: "2", valueHex: "32", hasValue: true)]
        new.discovery.latency = 0.05
        new.discovery.queriers = [
            Service.Querier(
                peer: nil, address: "10.0.0.3", firstQuery: 7, firstAnswer: 7.05, latency: 0.05,
                resolveLatency: nil, knownAnswers: 1)
        ]
        new.timing.probeIntervals = [0.25, 0.251]
        let findings = ["service-renamed", "name-conflict"].map { code in
            Finding(
                code: .init(rawValue: code), severity: .warning, time: 5, frames: [40], subject: .service("s2"),
                message: "Two hosts want \"iPad\".", remedy: "None", reference: "RFC 6762 §9")
        }
        return report([old, new], findings: findings)
    }

    @Test func namesOfOneHolderAreOneStory() {
        #expect(
            ServiceStory().render(Self.renamed) == """
                Services (1 service, 2 names)

                “iPad (2)” _chat._tcp · announced
                  on bert.local port 7002, at 10.0.0.2, responder Apple's mDNSResponder,
                  TXT v=2, found after 50 ms
                        why  "iPad" → "iPad (2)", because 10.0.0.1 was there
                    warning  Two hosts want "iPad". (name-conflict, RFC 6762 §9)
                  5.157  #36  iPad      probe
                  5.193  #40  iPad      conflict  10.0.0.1 holds the name
                  5.343  #43  iPad (2)  rename
                  5.343  #43  iPad (2)  probe ×3  to 5.844
                  6.094  #49  iPad (2)  announce
                  7.500  #51  iPad (2)  update    TXT: v=1 → v=2

                """)
    }

    @Test func verboseTellsEveryEventAndWhoAsked() {
        #expect(
            ServiceStory(width: 90, showsAll: true).render(Self.renamed) == """
                Services (1 service, 2 names)

                “iPad (2)” _chat._tcp · announced
                  on bert.local port 7002, at 10.0.0.2, responder Apple's mDNSResponder, TXT v=2,
                  found after 50 ms
                        why  "iPad" → "iPad (2)", because 10.0.0.1 was there
                    warning  Two hosts want "iPad". (name-conflict, RFC 6762 §9)
                  5.157  #36  iPad      probe     10.0.0.2
                  5.193  #40  iPad      conflict  10.0.0.1  10.0.0.1 holds the name
                  5.343  #43  iPad (2)  rename    10.0.0.2
                  5.343  #43  iPad (2)  probe     10.0.0.2
                  5.593  #44  iPad (2)  probe     10.0.0.2
                  5.844  #45  iPad (2)  probe     10.0.0.2
                  6.094  #49  iPad (2)  announce  10.0.0.2
                  7.000  #50  iPad (2)  query     10.0.0.3  PTR
                  7.500  #51  iPad (2)  update    10.0.0.2  TXT: v=1 → v=2
                      asked  10.0.0.3, browsed at 7.000, found it after 50 ms, sent it as a known answer
                             in 1 question
                     probes  at intervals of 250 ms, 251 ms

                """)
    }

    @Test func aServiceThatWasNeverRenamedHasNoColumnOfNames() {
        var service = Self.service("s1", "Door", state: .gone)
        service.timeline = [Self.event(.announce, 0, 1), Self.event(.goodbye, 12.3456, 1234)]
        var other = Self.service("s2", "Late", state: .probing)
        other.host = nil
        other.port = nil
        other.addresses = []
        other.responder = nil
        #expect(
            ServiceStory().render(Self.report([service, other])) == """
                Services (2 services, 2 names)

                “Door” _chat._tcp · gone
                  on bert.local port 7002, at 10.0.0.2, responder Apple's mDNSResponder
                   0.000     #1  announce
                  12.346  #1234  goodbye

                “Late” _chat._tcp · probing

                """)
    }

    @Test func onlyWhatWasSelectedIsToldWithItsOtherNames() {
        var report = Self.renamed
        report.services.append(Self.service("s3", "Door", state: .announced))
        let story = ServiceStory().render(report, only: ["s1"])
        #expect(story.contains("“iPad (2)”") && !story.contains("Door"))
        #expect(ServiceStory().render(report, only: ["s3"]).contains("Services (1 service, 1 name)\n\n“Door”"))
        #expect(ServiceStory().render(report, only: []) == "No services.\n")
        #expect(ServiceStory().render(Self.report([])) == "No services.\n")
    }

    private static func host(_ id: String, _ name: String, _ state: Service.State) -> HostName {
        var host = HostName(id: id, name: name, firstSeen: 0, lastSeen: 9, state: state)
        (host.peer, host.addresses, host.responder) = ("p1", ["10.0.0.2"], "avahi")
        return host
    }

    @Test func hostsAreToldBesideTheirServices() {
        var report = Self.renamed
        var old = Self.host("h1", "media.local.", .renamed)
        old.renamedTo = "h2"
        old.timeline = [Self.event(.probe, 1, 5), Self.event(.conflict, 1.1, 6, "10.0.0.1 holds the name")]
        var new = Self.host("h2", "bert.local.", .announced)
        new.renamedFrom = "h1"
        new.timeline = [Self.event(.rename, 1.5, 7, "media.local → bert.local"), Self.event(.probe, 1.5, 7)]
        report.hosts = [old, new, Self.host("h3", "other.local.", .announced)]
        let lines = """

            Hosts (1 of 2)

            “bert.local” · announced
              at 10.0.0.2, responder Avahi
                    why  media.local → bert.local
              1.000  #5  media.local  probe
              1.100  #6  media.local  conflict  10.0.0.1 holds the name
              1.500  #7  bert.local   rename
              1.500  #7  bert.local   probe

            """
        #expect(ServiceStory(width: 100).render(report).hasSuffix(lines))
        #expect(
            ServiceStory(width: 100).render(report, only: ["s2"]).hasSuffix(
                lines.replacing("1 of 2", with: "1 of 1")))
        report.services[1].host = "third.local."
        report.services[0].host = nil
        #expect(!ServiceStory(width: 100).render(report, only: ["s2"]).contains("Hosts"))
        #expect(ServiceStory(width: 100, showsAll: true).render(report).contains("Hosts (2 of 2)"))
    }

    @Test func servicesWithTheSameLifeAreToldOnce() {
        let services = (1...20).map { number in
            var service = Self.service("s\(number)", "Door \(number)", state: .announced)
            service.timeline = [Self.event(.announce, Double(number), number)]
            return service
        }
        let story = ServiceStory(width: 400).render(Self.report(services)).replacing("\n             ", with: " ")
        #expect(story.contains("“Door 1” _chat._tcp") && !story.contains("“Door 2” _chat._tcp"))
        #expect(story.contains("19 more services of this host with the same history: “Door 2”, “Door 3”"))
        #expect(story.contains("and 7 more (--verbose lists them all)"))
        let verbose = ServiceStory(showsAll: true).render(Self.report(services))
        #expect((1...20).allSatisfy { verbose.contains("“Door \($0)” _chat._tcp") })
        // One that said goodbye has another life.
        var other = services
        other[1].state = .gone
        #expect(ServiceStory().render(Self.report(other)).contains("“Door 2” _chat._tcp · gone"))
    }

    @Test func longChainsAreToldByTheirEnds() {
        let services = (1...20).map { number in
            var service = Self.service("s\(number)", "Storm (\(number))", state: number == 20 ? .announced : .renamed)
            service.renamedFrom = number > 1 ? "s\(number - 1)" : nil
            service.renamedTo = number < 20 ? "s\(number + 1)" : nil
            service.timeline = [Self.event(.rename, Double(number), number, "to \(number)")]
            return service
        }
        let story = ServiceStory().render(Self.report(services))
        #expect(story.contains("why  to 1\n        why  … and 18 more times like this …\n        why  to 20\n"))
        #expect(story.contains("… 16 names between, which --verbose shows …"))
        #expect(story.contains("Storm (2) ") && !story.contains("Storm (9)") && story.contains("Storm (19)"))
        #expect(ServiceStory(showsAll: true).render(Self.report(services)).contains("Storm (9)"))
    }

    @Test func questionsAreToldWhereEverythingIs() {
        var report = Self.renamed
        report.queries = [
            Query(
                name: "_chat._tcp.local.", type: "PTR", peer: nil, address: "10.0.0.3", first: 1, firstFrame: 4,
                last: 5,
                count: 3, intervals: [1, 3], unicastResponses: 1, legacy: 0, truncated: 2, knownAnswers: 7,
                answerDelay: Distribution())
        ]
        #expect(!ServiceStory().render(report).contains("Questions"))
        #expect(
            ServiceStory(width: 120, showsAll: true).render(report).hasSuffix(
                """
                Questions (1)
                  _chat._tcp.local. PTR, by 10.0.0.3, 3 questions from 1.000 (frame 4) to 5.000, at intervals of 1 s, 3 s,
                    1 asked for a unicast response, up to 7 known answers, 2 with more known answers to follow

                """))
    }

    @Test func nothingFromTheCaptureReachesTheTerminalRaw() {
        var report = SampleReport.report()
        report.services[0].timeline = Service.Event.Kind.all.map {
            Self.event($0, 1, 1, SampleReport.hostile)
        }
        report.services[0].subtypes = [SampleReport.hostile]
        report.services[0].responder = SampleReport.hostile
        report.services[0].discovery.queriers = [
            Service.Querier(
                peer: "p1", address: "10.0.0.1", firstQuery: 0, firstAnswer: 1, latency: 1, resolveLatency: 1,
                knownAnswers: 2)
        ]
        report.peers[0].hostRenames = [
            .init(time: 1, frame: 1, from: SampleReport.hostile, to: SampleReport.hostile, style: SampleReport.hostile)
        ]
        report.findings[0].subject = .service("s1")
        for showsAll in [false, true] {
            let text = ServiceStory(showsAll: showsAll).render(report)
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
            #expect(text.contains("\\u{1B}[2J"), "\(text)")
        }
    }

    @Test(arguments: [60, 80, 120, 200], [false, true]) func everyLineFits(width: Int, showsAll: Bool) {
        var report = Self.renamed
        let long = String(repeating: "A very long name ", count: 3) + String(repeating: "x", count: 80)
        for index in report.services.indices {
            report.services[index].instance = long
            for place in report.services[index].timeline.indices {
                report.services[index].timeline[place].detail = long
                report.services[index].timeline[place].source = "fe80::1234:5678:9abc:def0"
                report.services[index].timeline[place].frame = 1_234_567
            }
        }
        for line in ServiceStory(width: width, showsAll: showsAll).render(report).split(separator: "\n") {
            #expect(SafeText.width(String(line)) <= width, "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
    }

    @Test func longNamesKeepTheirNumbers() {
        var report = Self.renamed
        for (index, end) in ["", " (2)"].enumerated() {
            report.services[index].instance = "Zimmer mit Aussicht auf das Meer im Norden Europas" + end
        }
        let story = ServiceStory(width: 80).render(report)
        #expect(story.contains("  #40  Zimmer mit Aussicht auf…uropas  conflict  10.0.0.1"), "\(story)")
        #expect(story.contains("  #43  Zimmer mit Aussicht auf…as (2)  rename\n"))
        // Where there is no room left, the text has a line of its own.
        let narrow = ServiceStory(width: 60).render(report)
        #expect(narrow.contains("  #40  Zimmer …uropas  conflict\n        10.0.0.1 holds the name\n"), "\(narrow)")
    }

    @Test func widthHasLimits() {
        #expect(ServiceStory(width: 1).width == 60)
        #expect(ServiceStory(width: 10_000).width == 200)
    }

    @Test func colorsAreTheProgramsOwn() {
        let colored = ServiceStory(style: TextStyle(colored: true)).render(Self.renamed)
        var stripped = colored
        for code in ["0", "1", "2", "31", "33", "36"] {
            stripped = stripped.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
        }
        #expect(colored != stripped)
        #expect(stripped == ServiceStory().render(Self.renamed))
    }

    /// A host that was killed sends no goodbye: the reader sees since when nothing was heard.
    @Test func aServiceThatFellSilentShowsWhenItWasHeardLast() async throws {
        let path = Fixture.url("bonjour/goodbye-versus-kill.pcap").path()
        let text = ServiceStory().render(try await TraceAnalyzer().analyze(.open(path: path)))
        let stories = text.split(separator: "“").filter { $0.contains("_bye._tcp") }
        #expect(stories.count == 4)
        for story in stories {
            #expect(story.contains("last heard at") == story.contains("· announced"), "\(story)")
        }
    }
}

extension Service.Event.Kind {
    fileprivate static let all: [Self] = [
        .query, .probe, .announce, .answer, .conflict, .probeTiebreak, .rename, .update, .goodbye, .expire, .reannounce,
    ]
}
