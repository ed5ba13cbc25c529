import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation

@Suite struct CaptureBuilderTests {
    private let packet = PacketBuilder.between(SyntheticHost(number: 1), SyntheticHost(number: 2)).udp(from: 1, to: 2)

    private struct Record: Equatable {
        let time: Int64
        let bytes: [UInt8]
        let originalLength: Int
        let linkType: LinkType
    }

    private func records(_ file: [UInt8]) throws -> [Record] {
        var reader = try CaptureFile.open(bytes: file).makeReader()
        var records: [Record] = []
        while let record = try reader.next() {
            records.append(
                Record(
                    time: record.time, bytes: reader.bytes.indices.map { reader.bytes[$0] },
                    originalLength: record.originalLength, linkType: reader.linkType))
        }
        return records
    }

    @Test func packetsAreWrittenInTheOrderOfTheirTimes() throws {
        let numbers: [(time: Int64, number: UInt8)] = [(5_000_000_001, 2), (3, 0), (5_000_000_001, 3), (4, 1)]
        let capture = try CaptureBuilder(numbers.map { TimedPacket(packet.payload([$0.number]), at: $0.time) })
        #expect(capture.count == 4)
        for file in [try capture.pcap(), try capture.pcapng()] {
            let records = try records(file)
            #expect(records.map(\.time) == [3, 4, 5_000_000_001, 5_000_000_001])
            #expect(records.map(\.bytes.last) == [0, 1, 2, 3])
            #expect(records.allSatisfy { $0.linkType == .ethernet && $0.originalLength == 43 })
        }
    }

    @Test func aPacketCanBeCut() throws {
        var capture = CaptureBuilder()
        try capture.add(packet.payload([1, 2, 3]), at: 1, capturedLength: 20)
        let record = try #require(try records(capture.pcap()).first)
        #expect(record.bytes.count == 20 && record.originalLength == 45)
    }

    @Test func onlyPcapngHasSeveralKindsOfPackets() throws {
        var capture = CaptureBuilder()
        try capture.add(packet, at: 1)
        try capture.add(PacketBuilder().ipv4(from: "10.0.0.1", to: "10.0.0.2"), at: 2)
        capture.add([1, 2, 3, 4], .null, at: 3)
        try capture.add(packet, at: 4)
        #expect(try records(capture.pcapng()).map(\.linkType) == [.ethernet, .raw, .null, .ethernet])
        #expect(throws: WireError(.invalidValue(101), field: "link type", offset: 24 + 16 + 42)) {
            try capture.pcap()
        }
    }

    @Test func aFileSaysThatFramesHaveAChecks() throws {
        var capture = CaptureBuilder()
        try capture.add(
            PacketBuilder.ethernet(from: LinkAddress.zero, to: LinkAddress.zero, minimumSize: 60, check: .computed),
            at: 0)
        for file in [try capture.pcap(), try capture.pcapng()] {
            var reader = try CaptureFile.open(bytes: file).makeReader()
            _ = try reader.next()
            #expect(reader.interfaces[0].frameCheckSequenceLength == 4 && reader.bytes.count == 64)
        }
    }

    @Test func withoutPacketsThereIsAnEmptyFile() throws {
        #expect(try records(CaptureBuilder().pcap()) == [] && CaptureBuilder().pcap().count == 24)
        #expect(try records(CaptureBuilder().pcapng()) == [])
    }

    @Test func whatTheWriterRefusesIsAnError() throws {
        var capture = CaptureBuilder()
        try capture.add(packet, at: -1)
        #expect(throws: WireError.self) { try capture.pcap() }
        #expect(throws: WireError.self) { try capture.pcapng() }
    }
}
