import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceReports
import WireSimulation
import WireTesting
import WireText

/// What `capture` shows while it runs, and at its end: of hostile packets, and of files and interfaces with hostile names.
@Suite struct HostileCaptureTests {
    @Test(arguments: [40, 80, 200]) func theRunningViewHasNothingThatSteersATerminal(width: Int) async throws {
        var capture = SyntheticCapture()
        _ = try HostileTraffic(longText: 20_000, seed: 4).write(into: &capture)
        let report = try await TraceAnalyzer().analyze(CaptureFile.open(bytes: capture.bytes))
        let progress = LiveView.Progress(
            title: "Capturing on lo → " + HostileText.examples.joined(), elapsed: 1, packets: report.capture.packets,
            bytes: capture.bytes.count, packetRate: 1, bitRate: 1, dropped: 0)
        let lines = LiveView(width: width, height: 100, style: TextStyle(colored: false)).lines(progress, report)
        #expect(lines.contains { $0.hasPrefix("Services") } && lines.contains { $0.hasPrefix("Sessions") })
        HostileText.expectHarmless(Data(lines.joined(separator: "\n").utf8), "the view")
        #expect(lines.allSatisfy { SafeText.width($0) <= width })
    }

    @Test func namesOfInterfacesAreHarmlessInComplaints() throws {
        for name in HostileText.examples {
            let outcome = try BuiltTool.run("capture", "--interface=" + name, "--packets", "1")
            #expect([64, 66].contains(outcome.status))
            HostileText.expectHarmless(Data(outcome.errors.utf8), "standard error")
        }
    }

    @Test(.enabled(if: CaptureCommandTests.isPermitted), arguments: ["text", "json"])
    func whatIsCapturedIsHarmless(format: String) throws {
        let folder = try TemporaryFolder()
        let socket = try LoopbackSocket()
        // Events of a stream, of a kind that nobody knows but by its name.
        let payloads = try HostileText.examples.map { text in
            let name = try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
            return Array("{".utf8) + name + Array(":{\"a\":".utf8) + name + Array("}}".utf8)
        }
        let running = try BuiltTool.start([
            "capture", "-i", CaptureCommandTests.loopback, "--filter", "udp dst port \(socket.port)", "--format",
            format,
            "--packets", "\(4 * payloads.count)", "-w",
            folder.url.appending(path: "\u{1B}[2J\u{202E}.pcapng").path,
        ])
        try running.waitForErrors(containing: "capturing on")
        for payload in Array(repeating: payloads, count: 4).joined() { try socket.sendToItself(payload) }
        let outcome = try running.outcome()
        #expect(outcome.status == 0 && outcome.errors.contains("\(4 * payloads.count) packets captured"))
        HostileText.expectHarmless(outcome.output, "capture")
        HostileText.expectHarmless(Data(outcome.errors.utf8), "standard error")
        if format == "json" {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.output) }
        }
    }
}
