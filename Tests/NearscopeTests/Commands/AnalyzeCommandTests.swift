import Foundation
import Testing
import TraceAnalysis
import TraceModel

@Suite struct AnalyzeCommandTests {
    @Test func jsonHasWhatTheEndpointsMeasured() throws {
        let outcome = try BuiltTool.run(BuiltTool.fixture("mesh2-basic.alice.pcap"), "--format", "json")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let report = try JSONDecoder().decode(TraceReport.self, from: outcome.output)
        let session = try #require(report.sessions.first { $0.application == .mesh })
        // What Alice's and Bruno's own logs say.
        #expect(session.initiator.address == "10.77.1.11" && session.initiator.port == 60110)
        #expect(session.responder.address == "10.77.1.12" && session.responder.port == 9000)
        #expect(session.forward.payloadBytes == 8708 && session.backward.payloadBytes == 20925)
        #expect(session.forward.messages == 46 && session.backward.messages == 47)
        #expect(session.forward.messageTypes["direct"] == 43 && session.forward.messageTypes["broadcast"] == 2)
        #expect(session.forward.messageBytes == 179 + 6500 + 1845)
        #expect(session.ending == .fin && !session.midstream)
        let service = try #require(report.services.first { $0.id == session.service })
        #expect(service.instance == "Bruno's iPhone" && service.type == "_yourmesh._tcp")
        let alice = try #require(report.peers.first { $0.id == session.initiator.peer })
        #expect(alice.displayNames == ["Alice"])
        #expect(alice.peerIDs == ["3F2504E0-4F89-41D3-9A0C-0305E82C3301"])
    }

    @Test(arguments: [
        "mesh4-tiebreak.bo.pcap.gz", "mesh2-v6ll-sorted.iris.pcap", "bonjour/avahi-basic-lifecycle.pcapng",
    ])
    func outputIsTheSameWithAnyNumberOfThreads(capture: String) throws {
        let path = BuiltTool.fixture(capture)
        let once = try BuiltTool.run(path, "--format", "json", "--threads", "1")
        #expect(once.status == 0)
        for threads in ["2", "3", "8"] {
            #expect(try BuiltTool.run(path, "--format", "json", "--threads", threads).output == once.output)
        }
        #expect(try BuiltTool.run(path, "--threads", "2").output == BuiltTool.run(path, "--threads", "1").output)
    }

    @Test func standardInputGivesTheSameReport() throws {
        let path = BuiltTool.fixture("mesh2-basic.bruno.pcapng")
        let piped = try BuiltTool.run("-", "--format", "json", input: path)
        let mapped = try BuiltTool.run(path, "--format", "json")
        let asFile = piped.text.replacing("\"path\": \"-\"", with: "\"path\": \"\(path)\"")
        #expect(piped.status == 0)
        #expect(asFile == mapped.text)
    }

    @Test func everyKeyOfTheContractIsThere() throws {
        let outcome = try BuiltTool.run(BuiltTool.fixture("mesh2-basic.alice.pcap"), "--format", "json")
        for key in ["\"wireless\": null", "\"fileError\": null", "\"findings\": []", "\"bulk\": null", "\"jitter\": {"]
        {
            #expect(outcome.text.contains(key), "\(key)")
        }
    }

    @Test func failOnTellsByStatus() throws {
        let broken = BuiltTool.fixture("mesh2-bad-frames.victim.pcap")
        #expect(try BuiltTool.run(broken).status == 0)
        #expect(try BuiltTool.run(broken, "--fail-on", "error").status == 1)
        #expect(try BuiltTool.run(BuiltTool.fixture("mesh2-basic.alice.pcap"), "--fail-on", "note").status == 0)
    }

    @Test func helpShowsExamplesAndVersionIsANumber() throws {
        let help = try BuiltTool.run("analyze", "--help")
        #expect(help.status == 0 && help.text.contains("EXAMPLES"))
        let version = try BuiltTool.run("--version")
        #expect(version.text == TraceReport.Generator.currentVersion + "\n")
    }
}
