import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct SyntheticCaptureTests {
    private let hosts = (SyntheticHost(number: 1), SyntheticHost(number: 2))
    private let hosts6 = (
        SyntheticHost(linkAddress: LinkAddress(rawValue: 1), address: IPAddress(ipv6High: 0xFE80 << 48, low: 1)),
        SyntheticHost(linkAddress: LinkAddress(rawValue: 2), address: IPAddress(ipv6High: 0xFE80 << 48, low: 2))
    )

    private func packets(_ capture: SyntheticCapture) throws -> [DissectedPacket] {
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        var packets: [DissectedPacket] = []
        while let record = try reader.next() {
            packets.append(
                PacketDissector.dissect(
                    reader.bytes, linkType: reader.linkType, originalLength: record.originalLength))
        }
        return packets
    }

    @Test func aConnectionsSegmentsDissectToWhatWasAskedFor() throws {
        var capture = SyntheticCapture()
        var connection = SyntheticConnection(from: hosts.0, port: 50000, to: hosts.1, port: 80, initialSequence: 7)
        try connection.open(at: 0, in: &capture)
        try connection.send([1, 2, 3], from: .responder, at: 1, in: &capture)
        let packets = try packets(capture)
        #expect(capture.frames == 4 && packets.count == 4)
        #expect(packets.allSatisfy { $0.stop == nil && $0.transport == .tcp })
        #expect(packets.map(\.tcp.flags) == [.syn, [.syn, .ack], .ack, [.psh, .ack]])
        #expect(packets[0].tcp.sequenceNumber == 7 && packets[1].tcp.acknowledgmentNumber == 8)
        #expect(packets[3].payloadLength == 3 && packets[3].source == hosts.1.address)
    }

    @Test func datagramsOverBothVersionsOfIPUpToTheLargest() throws {
        for (ends, largest) in [(hosts, 65_507), (hosts6, 65_527)] {
            var capture = SyntheticCapture()
            for count in [0, 1, largest] {
                let payload = [UInt8](repeating: 9, count: count)
                try capture.append(udpFrom: 1, to: 2, payload: payload, from: ends.0, to: ends.1, at: 0)
            }
            #expect(try packets(capture).map(\.payloadLength) == [0, 1, largest])
            let bytes = capture.bytes
            #expect(throws: WireError.self) {
                try capture.append(
                    udpFrom: 1, to: 2, payload: [UInt8](repeating: 9, count: largest + 1), from: ends.0, to: ends.1,
                    at: 0)
            }
            #expect(capture.bytes == bytes && capture.frames == 3)
        }
    }

    @Test func aSegmentThatNoPacketHoldsIsAnError() {
        var capture = SyntheticCapture()
        var connection = SyntheticConnection(from: hosts.0, port: 50000, to: hosts.1, port: 80)
        #expect(throws: WireError.self) {
            try connection.send([UInt8](repeating: 0, count: 70_000), from: .initiator, at: 0, in: &capture)
        }
        #expect(capture.frames == 0)
    }
}
