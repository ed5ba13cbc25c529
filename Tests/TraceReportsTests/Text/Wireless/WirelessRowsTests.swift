import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceReports

@Suite struct WirelessRowsTests {
    private static func fields(_ line: Substring) -> [Substring] {
        line.split(separator: ",", omittingEmptySubsequences: false)
    }

    @Test func aRowHasWhatTheReportHas() async throws {
        let address = LinkAddress(rawValue: 0x0200_0000_0001)
        let node = AWDLNode(
            address: address, name: AWDLName(items: [.label(Array("anna".utf8)), .code(.local)]),
            channelSequence: AWDLChannelSequence(encoding: .simple, slots: [UInt16](repeating: 44, count: 16)))
        var frames = AWDLFrameWriter(source: address)
        var capture = SyntheticCapture.ofRadio
        for turn in 0..<5 as Range<UInt64> {
            var action = node.masterIndicationFrame(at: turn)
            for place in action.elements.indices {
                guard var state: AWDLDataPathState = action.elements[place].value() else { continue }
                state.flags.insert(.hasInfrastructure)
                state.infrastructure = .init(bssid: LinkAddress(rawValue: 1), channel: 36)
                action.elements[place] = AWDLTLV(state)
            }
            try capture.append(frames.bytes(of: action, tsft: turn), at: Int64(turn) * 500_000_000)
        }
        let report = try await TraceAnalyzer().analyze(.open(bytes: capture.bytes))
        var output: [UInt8] = []
        var writer = RowWriter(.csv, .wirelessNodes(of: report)) { output += $0 }
        for node in report.wirelessNodes { try writer.write(node) }
        try writer.finish()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.count == 2)
        let (header, row) = (Self.fields(lines[0]), Self.fields(lines[1]))
        #expect(header.count == row.count)
        let cells = Dictionary(zip(header, row)) { first, _ in first }
        #expect(cells["actionFrames"] == "5" && cells["lastSeen"] == "2")
        #expect(cells["actionFrameRate"] == "2" && cells["retries"] == "0" && cells["faultyFrames"] == "0")
        #expect(cells["infrastructureChannel"] == "36")
    }
}
