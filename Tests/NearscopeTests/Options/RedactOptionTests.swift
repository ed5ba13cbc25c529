import Foundation
import Testing
import TraceModel

@Suite struct RedactOptionTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    /// Names, addresses and identities of the capture.
    private func secrets() throws -> [String] {
        let text = try BuiltTool.run(capture, "--format", "json").text
        let report = try JSONDecoder().decode(TraceReport.self, from: Data(text.utf8))
        var names = report.services.map(\.instance) + ["mesh2-basic.alice"]
        for peer in report.peers {
            names += [peer.label] + peer.displayNames + peer.peerIDs + peer.hostnames
            names += peer.addresses + peer.linkAddresses
        }
        return names
    }

    @Test(arguments: ["analyze", "sessions", "services", "findings", "peers", "messages"], ["text", "json", "ndjson"])
    func outputHasNoNameOfTheCapture(command: String, format: String) throws {
        let secrets = try secrets()
        #expect(secrets.count > 8)
        let outcome = try BuiltTool.run(command, capture, "--redact", "--format", format)
        #expect(outcome.status == 0)
        // The capture has no finding.
        #expect(!outcome.text.isEmpty || command == "findings")
        #expect(secrets.filter { outcome.text.contains($0) } == [])
    }

    @Test func contentsOfMessagesAreOnlyToldApart() throws {
        let text = try BuiltTool.run("messages", capture, "--redact", "--show", "--format", "ndjson").text
        #expect(text.contains(#""content":"content-1""#))
        #expect(!text.contains("identification\\\""))
        #expect(try secrets().filter(text.contains) == [])
    }

    @Test func severalCapturesHaveOneIndexWithoutTheirNames() throws {
        let other = BuiltTool.fixture("mesh2-basic.bruno.pcapng")
        let text = try BuiltTool.run(capture, other, "--redact").text
        #expect(text.contains("capture-1.pcap"))
        #expect(text.contains("capture-2.pcapng"))
        #expect(!text.contains("mesh2-basic"))
        #expect(try secrets().filter(text.contains) == [])
    }

    @Test func optionsTakeTheNamesOfTheCapture() throws {
        let text = try BuiltTool.run("messages", capture, "--redact", "--sender", "Alice", "--format", "ndjson").text
        #expect(!text.isEmpty)
        #expect(!text.contains("Alice"))
    }
}
