import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel

/// Captures whose faulty host is known, and real responders, which break what they break and nothing else that is a MUST.
@Suite struct ConformancePassTests {
    struct Truth: Decodable {
        struct Broken: Decodable { var frames: Set<Int> }
        struct Host: Decodable {
            var label: String
            /// The software, of real hosts; what a script says may break anything.
            var responder: String?
            var broken: [String: Broken]?
            var kept: [String]?
            var noOccasion: [String]?
            var cannotSee: [String]?
        }
        var capture: String
        var complete: Bool
        var hosts: [String: Host]
    }
    private struct Real: Decodable { var captures: [Truth] }

    private static func report(_ path: String, workers: Int = 1) async throws -> ConformanceReport {
        try await TraceAnalyzer(workers: workers).conformance(of: CaptureFile.open(path: Fixture.url(path).path))
    }

    static let simulated = [
        "conflict-ignored", "fragments-many", "periodic", "honest-calm",
        "hidden-missing-told", "hidden-reflector",
    ]

    @Test(arguments: simulated)
    func verdictsAreThoseOfTheTruth(name: String) async throws {
        let url = Fixture.url("conformance/\(name).truth.json")
        let truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: url))
        let report = try await Self.report("conformance/" + truth.capture)
        #expect(report.capture.complete == truth.complete)
        #expect(Set(report.hosts.flatMap(\.linkAddresses)) == Set(truth.hosts.keys))
        for host in report.hosts {
            let expected = try #require(truth.hosts[host.linkAddresses[0]])
            let broken = host.rules.filter { $0.verdict == .broken }
            #expect(Set(broken.map(\.id)) == Set((expected.broken ?? [:]).keys), "\(host.label)")
            for rule in broken { #expect(expected.broken?[rule.id]?.frames.isDisjoint(with: rule.frames) == false) }
            let verdicts = Dictionary(uniqueKeysWithValues: host.rules.map { ($0.id, $0.verdict) })
            for id in expected.kept ?? [] { #expect(verdicts[id] == .kept, "\(host.label): \(id)") }
            for id in expected.noOccasion ?? [] { #expect(verdicts[id] == .noOccasion, "\(host.label): \(id)") }
            for id in expected.cannotSee ?? [] { #expect(verdicts[id] == .cannotSee, "\(host.label): \(id)") }
        }
    }

    @Test func realRespondersBreakOnlyWhatTheyReallyBreak() async throws {
        let real = try JSONDecoder().decode(Real.self, from: Data(contentsOf: Fixture.url("conformance/real.json")))
        var judged = 0
        for truth in real.captures {
            let path = "bonjour/" + truth.capture
            guard FileManager.default.fileExists(atPath: Fixture.url(path).path) else { continue }
            let report = try await Self.report(path)
            #expect(report.capture.complete == truth.complete, "\(truth.capture)")
            for host in report.hosts {
                guard let expected = host.linkAddresses.lazy.compactMap({ truth.hosts[$0] }).first,
                    expected.responder != "script"
                else { continue }
                let broken = host.rules.filter { $0.verdict == .broken && $0.isMandatory }.map(\.id)
                let known = (expected.broken ?? [:]).keys
                #expect(Set(broken).isSubset(of: known), "\(truth.capture): \(host.label)")
                judged += 1
            }
        }
        #expect(judged > 30)
    }

    @Test func workersSayTheSame() async throws {
        let reports = try await [1, 2, 5].asyncMap { try await Self.report("bonjour/case-variants.pcap", workers: $0) }
        #expect(reports[0] == reports[1] && reports[0] == reports[2] && reports[0].hosts.count == 4)
        #expect(reports[0].hosts.map(\.family) == ["avahi", "apple", "apple", "zeroconf"])
    }

    @Test func damageEndsTheReadingAndIsTold() async throws {
        let whole = try Data(contentsOf: Fixture.url("conformance/periodic.pcap"))
        let file = try CaptureFile.open(bytes: Array(whole.dropLast(20)), path: "cut.pcap")
        let report = try await TraceAnalyzer().conformance(of: file)
        #expect(report.capture.fileError != nil && !report.hosts.isEmpty && report.capture.path == "cut.pcap")
    }
}
