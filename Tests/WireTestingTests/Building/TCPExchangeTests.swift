import PacketCapture
import PacketDissection
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation

@Suite struct TCPExchangeTests {
    private let phone = SyntheticHost(number: 1)
    private let printer = SyntheticHost(number: 2)

    private func exchange(_ segmentSize: UInt16 = 1460) -> TCPExchange {
        TCPExchange(from: phone, port: 50_000, to: printer, port: 631, maximumSegmentSize: segmentSize, at: 1000)
    }

    private func dissected(_ exchange: TCPExchange) throws -> [DissectedPacket] {
        let sorted = exchange.packets.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        return try sorted.map { packet in
            let bytes = try packet.element.packet.bytes
            let dissected = PacketDissector.dissect(bytes.span, linkType: .ethernet, originalLength: bytes.count)
            #expect(ChecksumVerifier.checksums(of: dissected, bytes: bytes.span).transport == .valid)
            return dissected
        }
    }

    @Test func aShortExchange() throws {
        var exchange = exchange()
        exchange.open()
        exchange.send([1, 2, 3], from: .initiator)
        exchange.send([4, 5], from: .responder)
        exchange.close()
        let packets = try dissected(exchange)
        #expect(
            packets.map(\.tcp.flags) == [
                .syn, [.syn, .ack], .ack, [.psh, .ack], .ack, [.psh, .ack], .ack, [.fin, .ack], [.fin, .ack], .ack,
            ])
        let start: UInt32 = 1000 + 0x4000_0000
        #expect(
            packets.map(\.tcp.sequenceNumber) == [
                1000, start, 1001, 1001, start + 1, start + 1, 1004, 1004, start + 3, 1005,
            ])
        #expect(
            packets.map(\.tcp.acknowledgmentNumber) == [
                0, 1001, start + 1, start + 1, 1004, 1004, start + 3, start + 3, 1005, start + 4,
            ])
        #expect(packets.map(\.payloadLength) == [0, 0, 0, 3, 0, 2, 0, 0, 0, 0])
    }

    @Test(arguments: [0, 1, 1460, 1461, 14_600, 14_601, 100_000], [1, 100, 1460, 32_768, 65_495] as [UInt16])
    func dataAreCutAtTheSegmentSizeAndFitTheWindow(count: Int, segmentSize: UInt16) throws {
        let bytes = (0..<min(count, Int(segmentSize) * 300)).map { UInt8(truncatingIfNeeded: $0 / 7) }
        for side in [SyntheticSide.initiator, .responder] {
            var exchange = exchange(segmentSize)
            exchange.open()
            exchange.send(bytes, from: side)
            exchange.close()
            var (sent, acknowledged) = (0, 0)
            let port: UInt16 = side == .initiator ? 50_000 : 631
            let first: UInt32 = side == .initiator ? 1001 : 1001 + 0x4000_0000
            for packet in try dissected(exchange) where packet.payloadLength > 0 || packet.tcp.flags == .ack {
                if packet.sourcePort == port {
                    guard packet.payloadLength > 0 else { continue }
                    #expect(packet.tcp.sequenceNumber == first + UInt32(sent))
                    #expect(packet.payloadLength <= Int(segmentSize))
                    sent += packet.payloadLength
                    #expect(sent - acknowledged <= 65_535)
                } else {
                    acknowledged = max(acknowledged, Int(packet.tcp.acknowledgmentNumber &- first))
                    #expect(acknowledged <= sent + 1)
                }
            }
            #expect(sent == bytes.count)
        }
    }

    @Test func theAnalyzerFindsNothingWrongWithIt() async throws {
        var exchange = exchange()
        exchange.open()
        for _ in 0..<3 {
            exchange.send([UInt8](repeating: 7, count: 30_000), from: .initiator)
            exchange.send([UInt8](repeating: 8, count: 50_000), from: .responder)
        }
        exchange.close()
        let file = try CaptureBuilder(exchange.packets).pcap()
        let report = try await TraceAnalyzer().analyze(CaptureFile.open(bytes: file))
        let session = try #require(report.sessions.first)
        let directions = [session.forward, session.backward]
        #expect(report.sessions.count == 1 && directions.map(\.payloadBytes) == [90_000, 150_000])
        #expect(directions.allSatisfy { $0.retransmittedPackets == 0 && $0.missingBytes == 0 })
        #expect(directions.allSatisfy { $0.outOfOrderPackets == 0 && $0.duplicateAcks == 0 })
    }

    @Test func anySegmentCanBeAddedAndBytesLeftOut() throws {
        var exchange = exchange()
        exchange.open()
        exchange.skip(10, from: .initiator)
        exchange.segment([.psh, .ack], [1], from: .initiator, checksum: .wrong)
        exchange.reset(from: .responder)
        #expect(throws: Never.self) { try exchange.packets[4].packet.bytes }
        let bytes = try exchange.packets[3].packet.bytes
        let packet = PacketDissector.dissect(bytes.span, linkType: .ethernet, originalLength: bytes.count)
        #expect(packet.tcp.sequenceNumber == 1011)
        #expect(ChecksumVerifier.checksums(of: packet, bytes: bytes.span).transport == .invalid)
    }
}
