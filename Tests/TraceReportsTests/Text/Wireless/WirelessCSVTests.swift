import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireTesting
import WirelessFrames

@testable import TraceReports

@Suite struct WirelessCSVTests {
    @Test func aRowHasWhatTheReportHas() async throws {
        let address = LinkAddress(rawValue: 0x0200_0000_0001)
        let node = AWDLNode(
            address: address, name: AWDLName(items: [.label(Array("anna".utf8)), .code(.local)]),
            channelSequence: AWDLChannelSequence(encoding: .simple, slots: [UInt16](repeating: 44, count: 16)))
        var writer = AWDLFrameWriter(source: address)
        var capture = SyntheticRadioCapture()
        for turn in 0..<5 as Range<UInt64> {
            var action = node.masterIndicationFrame(at: turn)
            for place in action.elements.indices {
                guard var state: AWDLDataPathState = action.elements[place].value() else { continue }
                state.flags.insert(.hasInfrastructure)
                state.infrastructure = .init(bssid: LinkAddress(rawValue: 1), channel: 36)
                action.elements[place] = AWDLTLV(state)
            }
            try capture.append(writer.bytes(of: action, tsft: turn), at: Int64(turn) * 500_000_000)
        }
        let report = try await TraceAnalyzer().analyze(.open(bytes: capture.bytes))
        let csv = WirelessCSV(report)
        let header = String(decoding: WirelessCSV.header, as: UTF8.self).split(whereSeparator: \.isNewline)[0].split(
            separator: ",", omittingEmptySubsequences: false)
        let row = String(decoding: csv.rows, as: UTF8.self).split(whereSeparator: \.isNewline)[0].split(
            separator: ",", omittingEmptySubsequences: false)
        #expect(header.count == row.count)
        let cells = Dictionary(zip(header.map(String.init), row.map { String($0) })) { first, _ in first }
        #expect(cells["actionFrames"] == "5" && cells["lastSeen"] == "2")
        #expect(cells["actionFrameRate"] == "2" && cells["retries"] == "0" && cells["faultyFrames"] == "0")
        #expect(cells["infrastructureChannel"] == "36")
    }
}
