import PacketCapture
import PacketDissection
import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct PacketRedactorTests {
    private let zoe = SyntheticHost(number: 7)
    private let tom = SyntheticHost(number: 9)

    private static func packets(_ capture: SyntheticCapture) throws -> [[UInt8]] {
        let folder = try CaptureFolder()
        let merge = CaptureMerge([try folder.add(capture.bytes, as: "trace.pcap")])
        var packets: [[UInt8]] = []
        while merge.next({ _, bytes, _ in packets.append(bytes.copied()) }) {}
        return packets
    }

    private static func redacted(_ packets: [[UInt8]], _ linkType: LinkType = .ethernet) -> [[UInt8]] {
        let redactor = PacketRedactor()
        let records = packets.enumerated().map {
            PacketRecord(
                frame: $0.offset + 1, time: Int64($0.offset), interface: 0, originalLength: $0.element.count,
                capturedLength: $0.element.count)
        }
        for (packet, record) in zip(packets, records) {
            redactor.learn(packet.span, linkType: linkType, record: record)
        }
        redactor.finishLearning()
        return zip(packets, records).map { redactor.redacted($0.span, linkType: linkType, record: $1) }
    }

    private static func dissect(_ packet: [UInt8]) -> DissectedPacket {
        PacketDissector.dissect(packet.span, linkType: .ethernet, originalLength: packet.count)
    }

    private static func frame(_ message: String) -> [UInt8] {
        let count = UInt32(message.utf8.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) } + Array(message.utf8)
    }

    private func segment(_ payload: [UInt8], _ number: UInt32, in capture: inout SyntheticCapture) throws {
        let header = TCPHeader(
            sourcePort: 50000, destinationPort: 7000, sequenceNumber: number, acknowledgmentNumber: 1, flags: [.ack])
        try capture.append(header, payload: payload, from: zoe, to: tom, at: 1)
    }

    @Test func aMessageInTwoSegmentsIsReplacedAsOneAndAgainWhenItIsRepeated() throws {
        let message =
            #"{"type":{"identification":{"peerID":"zoe-1234","displayName":"Zoe"}},"senderID":"zoe-1234","timestamp":5}"#
        let bytes = Self.frame(message)
        var capture = SyntheticCapture()
        try segment(Array(bytes[..<60]), 1, in: &capture)
        try segment(Array(bytes[60...]), 61, in: &capture)
        try segment(Array(bytes[30...]), 31, in: &capture)
        let packets = try Self.packets(capture)
        let result = Self.redacted(packets)
        #expect(result.map(\.count) == packets.map(\.count))
        let payloads = result.map { Array($0[Self.dissect($0).payloadOffset...]) }
        let body = Array((payloads[0] + payloads[1])[4...])
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.kind == .identification)
        #expect(view.peerID.string(in: body.span) == view.senderID.string(in: body.span))
        #expect(!String(decoding: body, as: UTF8.self).contains("oe"))
        #expect(payloads[2] == Array((payloads[0] + payloads[1])[30...]))
    }

    @Test func otherPayloadIsZeros() throws {
        var capture = SyntheticCapture()
        try segment(Array("GET /zoe HTTP/1.1\r\n\r\n".utf8), 1, in: &capture)
        let packets = try Self.packets(capture)
        let result = Self.redacted(packets)
        let payload = result[0][Self.dissect(result[0]).payloadOffset...]
        #expect(payload.count == 21)
        #expect(payload.allSatisfy { $0 == 0 })
    }

    @Test func checksumsAreAsRightAsTheyWere() throws {
        var capture = SyntheticCapture()
        try segment([1, 2, 3], 1, in: &capture)
        try segment([4, 5, 6], 4, in: &capture)
        var packets = try Self.packets(capture)
        // The second one arrived damaged.
        packets[1][packets[1].count - 1] ^= 0x40
        let result = Self.redacted(packets)
        for (before, after) in zip(packets, result) {
            let old = ChecksumVerifier.checksums(of: Self.dissect(before), bytes: before.span)
            #expect(ChecksumVerifier.checksums(of: Self.dissect(after), bytes: after.span) == old)
        }
    }

    @Test func addressesAreReplacedAndPortsAndNumbersStay() throws {
        var capture = SyntheticCapture()
        try segment([], 77, in: &capture)
        let packets = try Self.packets(capture)
        let (before, after) = (Self.dissect(packets[0]), Self.dissect(Self.redacted(packets)[0]))
        #expect(after.source != before.source && after.destination != before.destination)
        #expect(after.linkSource != before.linkSource)
        #expect(after.sourcePort == 50000 && after.tcp.sequenceNumber == 77)
    }

    @Test func unknownLinkTypeIsBlank() {
        #expect(Self.redacted([[1, 2, 3, 4]], LinkType(rawValue: 147)) == [[0, 0, 0, 0]])
    }
}
