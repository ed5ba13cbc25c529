import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct JSONReportTests {
    private static let anna = SyntheticHost(number: 1)
    private static let bert = SyntheticHost(number: 2)

    /// A frame from Anna to Bert with a datagram from each of these ports, as one aggregate MSDU.
    private static func aggregate(from ports: [UInt16], number: UInt16) throws -> [UInt8] {
        var body = ByteWriter()
        for port in ports {
            var capture = SyntheticCapture()
            _ = capture.takeBytes()
            try capture.append(udpFrom: port, to: 5000, payload: [1], from: anna, to: bert, at: 0)
            // A record's header and Ethernet's are before the packet.
            let packet = Array(capture.bytes[30...])
            AMSDUSubframe(
                destination: bert.linkAddress, source: anna.linkAddress,
                content: [0xAA, 0xAA, 0x03, 0, 0, 0, 0x08, 0x00] + packet, isLast: port == ports.last
            ).serialize(into: &body)
        }
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .data, subtype: 8), address1: bert.linkAddress,
            address2: anna.linkAddress, address3: anna.linkAddress, sequenceControl: number << 4, qosControl: 0x80)
        return SyntheticRadioFrame.bytes(header, body: body.bytes)
    }

    @Test(arguments: [2, 3, 4, 8]) func sessionsOfOneFrameHaveTheSameBytesWithAnyNumberOfWorkers(workers: Int)
        async throws
    {
        var capture = SyntheticCapture.ofRadio
        for number in 0..<12 as Range<UInt16> {
            // In no order of their own.
            let ports = (0..<6 as Range<UInt16>).map { 1000 + ($0 * 5 + number) % 6 * 17 + number * 200 }
            try capture.append(Self.aggregate(from: ports, number: number), at: Int64(number) * 10_000_000)
        }
        let file = try CaptureFile.open(bytes: capture.bytes)
        let alone = try await TraceAnalyzer(workers: 1).analyze(file)
        #expect(alone.sessions.count == 72 && Set(alone.sessions.map(\.start)).count == 12)
        let shared = try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(bytes: capture.bytes))
        #expect(try JSONReport.render(shared) == JSONReport.render(alone))
    }
}
