import Foundation
import PacketCapture
import TestSupport
import Testing

/// `conform` as a user meets it, as far as no other host is needed; the scenarios are tested without a link.
@Suite struct ConformCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ("--target printer", "-i"), ("-i lo", "--target"), ("-i lo --target _ipp._tcp", "neither a host nor"),
        ("-i lo --target printer --scenario dance", "--list-scenarios"), ("-i lo --target printer -w -", "-w"),
    ]) func mistakesAreExplained(arguments: String, words: String) throws {
        let outcome = try BuiltTool.run(arguments: ["conform"] + arguments.split(separator: " ").map(String.init))
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func scenariosAreListed() throws {
        let lines = try BuiltTool.run("conform", "--list-scenarios").text.split(separator: "\n")
        #expect(lines.count > 20)
        #expect(lines.contains { $0.hasPrefix("known-answers ") && $0.contains(" s ") })
        #expect(lines.contains { $0.hasPrefix("storm ") && $0.hasSuffix("named by --scenario.") })
    }

    @Test func anInterfaceThatIsNotThereIsToldWithThoseThatAre() throws {
        let outcome = try BuiltTool.run("conform", "-i", "nosuch0", "--target", "printer")
        #expect(outcome.status == 66 && outcome.errors.contains("there is no such interface"))
    }

    private static let other = try? CaptureDevice.all().first {
        !$0.flags.contains(.loopback) && !$0.addresses.isEmpty
    }?.name

    /// Unless the tests run in a network namespace with a name.
    @Test(.enabled(if: other != nil && !FileManager.default.fileExists(atPath: "/run/netns")))
    func othersNetworksAreNotTestedByMistake() throws {
        let outcome = try BuiltTool.run("conform", "-i", try #require(Self.other), "--target", "printer")
        #expect(outcome.status == 64 && outcome.errors.contains("--yes-on-this-network"), "\(outcome.errors)")
    }

    #if !canImport(Darwin)
        @Test(.enabled(if: CaptureCommandTests.isPermitted), .timeLimit(.minutes(10)))
        func aTargetThatDoesNotAnswerIsSaidToBeMissing() throws {
            let path = folder.url.appending(path: "test.pcapng").path
            let outcome = try BuiltTool.run("conform", "-i", "lo", "--target", "nobody-of-that-name", "-w", path)
            #expect(outcome.status == 64, "\(outcome.errors)")
            #expect(outcome.errors.contains("no host “nobody-of-that-name.local.” answered on lo with"))
            // What was asked was sent, and captured.
            let report = try BuiltTool.run("conformance", path, "--format", "json")
            #expect(report.status == 0 && report.text.contains("\"6762-18.1-query-id\""))
        }
    #endif
}
