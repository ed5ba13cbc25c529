import Foundation
import PacketCapture
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// The report on each capture of real responders, held against what they themselves told.
@Suite struct NamingTruthTests {
    /// A responder tells of what it does shortly before or after the packet.
    private static let tolerance = 0.05
    private static let codes: Set = ["service-renamed", "host-renamed", "name-conflict", "conflict-storm"]

    @Test(arguments: TruthfulCapture.names) func tellsEveryRenameAndNoOther(name: String) async throws {
        let capture = try TruthfulCapture(name)
        let report = try await capture.report()
        let steps = capture.steps
        for step in steps {
            let new = try #require(
                report.services.first {
                    $0.instance == step.new && $0.type == step.type && $0.port == step.port && $0.renamedFrom != nil
                }, "\(step)")
            let old = try #require(report.services.first { $0.id == new.renamedFrom }, "\(step)")
            #expect(old.instance == step.old && old.type == step.type && old.renamedTo == new.id, "\(step)")
            #expect(old.state == .renamed && new.renameStyle == step.style, "\(step)")
            let moment = try #require(new.timeline.first { $0.event == .rename }?.time, "\(step)")
            #expect(abs(moment - step.time) <= Self.tolerance, "\(step)")
            let findings = report.findings.filter { $0.subject == .service(new.id) }.map(\.code.rawValue)
            #expect(findings.contains("service-renamed"), "\(step)")
        }
        #expect(report.services.filter { $0.renamedFrom != nil }.count == steps.count)
        #expect(report.findings.filter { $0.code.rawValue == "service-renamed" }.count == steps.count)
    }

    /// What the tests below hold the report against. No name that python-zeroconf gave up was ever on the link.
    @Test func capturesShowManyRenames() throws {
        let captures = try TruthfulCapture.names.map { try TruthfulCapture($0) }
        let styles = captures.flatMap(\.steps).reduce(into: [:]) { $0[$1.style, default: 0] += 1 }
        #expect(styles == ["apple": 47, "avahi": 11])
        #expect(captures.flatMap(\.hostSteps).map(\.style).sorted() == ["apple", "apple", "avahi", "avahi", "avahi"])
        #expect(captures.flatMap(\.truth.duplicateOwners).count == 1)
    }

    @Test(arguments: TruthfulCapture.names) func tellsEveryHostRenameAndNoOther(name: String) async throws {
        let capture = try TruthfulCapture(name)
        let report = try await capture.report()
        let steps = capture.hostSteps
        let renames = report.peers.flatMap(\.hostRenames)
        for step in steps {
            let rename = try #require(
                renames.first {
                    $0.from == step.old + "." && $0.to == step.new + "." && abs($0.time - step.time) <= Self.tolerance
                }, "\(step)")
            #expect(rename.style == step.style, "\(step)")
        }
        #expect(renames.count == steps.count)
        #expect(report.findings.filter { $0.code.rawValue == "host-renamed" }.count == steps.count)
    }

    @Test(arguments: TruthfulCapture.names) func finalNamesAreWhereTheyShouldBe(name: String) async throws {
        let capture = try TruthfulCapture(name)
        let report = try await capture.report()
        for instance in capture.truth.instances {
            guard let final = instance.finalName?.text, capture.firstClaim(final, of: instance) != nil else { continue }
            let title = "\(final) \(instance.type) \(instance.port)"
            let services = report.services.filter {
                $0.instance == final && $0.type == instance.type && $0.port == instance.port
            }
            #expect(services.count == 1, "\(title)")
            let service = try #require(services.first, "\(title)")
            let host = try #require(capture.truth.hosts[instance.host])
            #expect(service.renamedTo == nil, "\(title)")
            // Names are told in the case in which they were first heard.
            #expect(service.host?.lowercased() == host.finalName.map { $0.lowercased() + "." }, "\(title)")
            #expect(host.ipv4.map(service.addresses.contains) ?? true, "\(title)")
            let entries = service.txt.map { Hex.encode(Array($0.key.utf8)) + ($0.valueHex.map { "3d" + $0 } ?? "") }
            let texts = instance.texts.map { $0.entries.filter { !$0.isEmpty } }
            #expect(texts.isEmpty || texts.last == entries, "\(title)")
        }
    }

    @Test(arguments: TruthfulCapture.names) func tellsGoodbyesAndSilence(name: String) async throws {
        let capture = try TruthfulCapture(name)
        let report = try await capture.report()
        var left: Set<String> = []
        for goodbye in capture.truth.goodbyes {
            for instance in capture.truth.instances
            where instance.host == goodbye.host && goodbye.instances.contains(instance.finalName?.text ?? "") {
                let service = try #require(
                    report.services.first { $0.instance == instance.finalName?.text && $0.port == instance.port })
                let heard = service.timeline.filter { $0.event == .goodbye }
                if goodbye.isExpected {
                    left.insert(service.id)
                    let first = try #require(heard.first, "\(service.instance)")
                    #expect(abs(first.time - capture.seconds(goodbye.time)) < 0.5, "\(service.instance)")
                    #expect(service.state == .gone, "\(service.instance)")
                } else {
                    #expect(heard.isEmpty && service.state != .gone, "\(service.instance)")
                }
            }
        }
        let stopped = capture.truth.goodbyes.contains { $0.isExpected && $0.instances.isEmpty }
        // Static services are not among the instances of the truth file, but say goodbye with their daemon.
        if !stopped {
            let gone = report.services.filter { $0.state == .gone }.map(\.id)
            #expect(Set(gone) == left)
        }
    }

    @Test(arguments: TruthfulCapture.names) func tellsDuplicateOwnersAndNoConflictWhereThereWasNone(
        name: String
    ) async throws {
        let capture = try TruthfulCapture(name)
        let report = try await capture.report()
        let conflicts = report.findings.filter { $0.code.rawValue == "name-conflict" }
        for duplicate in capture.truth.duplicateOwners {
            let owners = report.services.filter {
                Hex.encode(Array($0.instance.lowercased().utf8)) == duplicate.foldedName && $0.type == duplicate.type
            }
            #expect(owners.count == 2 && owners.allSatisfy { $0.state == .conflicted })
            #expect(
                conflicts.contains { finding in
                    finding.severity == .error && owners.contains { finding.subject == .service($0.id) }
                })
        }
        let truth = capture.truth
        if truth.renames.isEmpty && truth.conflicts.isEmpty && truth.duplicateOwners.isEmpty {
            #expect(report.findings.filter { Self.codes.contains($0.code.rawValue) }.isEmpty)
        }
        if truth.duplicateOwners.isEmpty, !truth.hosts.values.contains(where: { $0.kind == "script" }) {
            #expect(conflicts.filter { $0.severity == .error }.isEmpty)
            // Who was told not to look for another name stays without one, unless its app chooses one.
            let refused = report.services.filter { $0.state == .conflicted || $0.replacedBy != nil }
            #expect(refused.allSatisfy { $0.events(.announce).isEmpty })
            #expect(refused.count == truth.instances.count { $0.finalName == nil })
        }
    }

    // MARK: - What responders are known to differ in

    private func report(_ name: String) async throws -> TraceReport { try await TruthfulCapture(name).report() }

    @Test func stormIsToldOnceAndPausedInTheEnd() async throws {
        let storms = try await report("conflict-storm-apple").findings("conflict-storm")
        #expect(storms.map(\.severity) == [.warning])
        #expect(
            storms.first?.message.contains("over \"Storm\" and 18 later names; after the 15th it waited") == true)
    }

    @Test func nameThatIsPassedOverInSilenceIsNotedAsNumbered() async throws {
        let report = try await report("zeroconf-vs-zeroconf-rename")
        #expect(report.codes == ["name-numbered", "name-numbered"])
        #expect(
            report.findings.first?.message.contains("is the name that python-zeroconf derives from \"iPad\"") == true)
    }

    @Test func threeFamiliesOnOneLinkEachFollowTheirRule() async throws {
        let report = try await report("apple-owner-zeroconf-newcomer")
        #expect(report.renames == ["iPad → iPad #2 (avahi)"])
        #expect(report.services.map(\.responder) == ["apple", "zeroconf", "avahi", "avahi"])
    }

    @Test func lettersOfOtherCaseAreToldInOneConflict() async throws {
        let conflict = try #require(try await report("case-variants").findings("name-conflict").first)
        // Each spelling stands beside the one who used it.
        for (port, label) in [(1, "iPad"), (2, "IPAD"), (3, "ipad"), (4, "iPAD")] {
            #expect(conflict.message.contains("port \(port)) as \"\(label)\""))
        }
        #expect(conflict.message.contains(", which differ only in case"))
        #expect(conflict.message.hasSuffix("Case-B is \"IPAD (2)\" now and case-c is \"ipad #2\" now."))
    }

    @Test func firstOwnerMayLose() async throws {
        for name in ["apple-owner-loses-qm-race", "late-join-conflict"] {
            let renames = try await report(name).services.compactMap { $0.renamedFrom == nil ? nil : $0.port }
            #expect(renames == [7001], "\(name)")
        }
    }

    @Test func simultaneousProbesAreComparedAsTheResponderDoes() async throws {
        let report = try await report("simultaneous-probe-apple")
        let details = report.services.flatMap { $0.events(.probeTiebreak) }.compactMap(\.detail)
        #expect(details.count == 2 && details.allSatisfy { $0.hasSuffix("SRV port 7002 beats 7001") })
        let loser = try #require(report.services.first { $0.renamedTo != nil })
        #expect(loser.port == 7001 && loser.timeline.contains { $0.detail?.hasPrefix("lost against") == true })
    }

    @Test func oneHostMayContendWithItself() async throws {
        let report = try await report("same-name-same-type-one-host")
        let conflict = try #require(report.findings("name-conflict").first)
        #expect(
            conflict.message.hasSuffix("; Twice-Mac port 7001 keeps it and Twice-Mac port 7002 is \"iPad (2)\" now."))
    }

    @Test func reflectorIsTheMouthOfAHostElsewhere() async throws {
        let renamed = try #require(try await report("reflector-two-links").findings("service-renamed").first)
        #expect(renamed.message.contains("because Far-A.local through reflector"))
    }

    @Test func hostsOfOneNameAreToldByTheAddressesThatPeopleKnow() async throws {
        let conflicts = try await report("silent-duplicate-avahi").findings("name-conflict")
        #expect(
            conflicts.first?.message.hasPrefix("\"janus.local.\" is the name of two hosts, 10.77.0.11 and 10.77.0.12")
                == true)
    }

    @Test(arguments: TruthfulCapture.names) func isTheSameWithAnyNumberOfWorkers(name: String) async throws {
        let capture = try TruthfulCapture(name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let one = try await encoder.encode(capture.report(workers: 1))
        #expect(try await encoder.encode(capture.report(workers: 2)) == one)
    }
}
