import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PacketCapture

@Suite struct PacketBatchTests {
    /// What a reader yields batch by batch; of processes only, as batches keep no other options.
    private func batches(_ open: () throws -> CaptureFile) throws -> Pass {
        var pass = Pass([])
        pass.error = nil
        var reader = try open().makeReader()
        var batch = PacketBatch()
        do throws(CaptureError) {
            while try reader.nextBatch(&batch) {
                #expect(batch.count > 0 && batch.count <= PacketBatch.maximumCount)
                for index in 0..<batch.count {
                    pass.packets.append(
                        Pass.Packet(
                            record: batch.record(index), linkType: batch.entries[index].linkType,
                            bytes: batch.bytes(index).copied(),
                            annotations: batch.annotations(of: index) ?? PacketAnnotations()))
                }
                #expect(batch.isTimed == batch.entries.allSatisfy { $0.isTimed })
            }
            #expect(batch.count == 0)
        } catch {
            pass.error = error
        }
        pass.interfaces = reader.interfaces
        return pass
    }

    private func expectSame(_ batches: Pass, _ single: Pass) {
        #expect(batches.packets.map(\.record) == single.packets.map(\.record))
        #expect(batches.packets.map(\.bytes) == single.packets.map(\.bytes))
        #expect(batches.packets.map(\.linkType) == single.packets.map(\.linkType))
        #expect(batches.packets.map(\.annotations.process) == single.packets.map(\.annotations.process))
        #expect(batches.interfaces == single.interfaces)
        #expect(batches.error == single.error)
    }

    @Test func secretsKnowWhichPacketComesAfterThem() throws {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .raw, into: &output)
        let packet: [UInt8] = [7]
        for number in 0..<5 {
            if number != 2 {
                try writer.writeSecrets(DecryptionSecrets(.tlsKeyLog, bytes: [UInt8(number)]), into: &output)
            }
            if number < 4 {
                try writer.writePacket(packet.span, interface: interface, time: Int64(number), into: &output)
            }
        }
        // However the bytes come.
        for size in [1, 7, 100, output.count] {
            let pieces = stride(from: 0, to: output.count, by: size).map {
                Array(output.bytes[$0..<min($0 + size, output.count)])
            }
            var reader = try CaptureFile.open(ByteStream(pieces: pieces), path: "-").makeReader()
            var (batch, met, packets) = (PacketBatch(), [[Int]](), 0)
            var goesOn = true
            while goesOn {
                goesOn = try reader.nextBatch(&batch)
                met += batch.secrets.map { [packets + $0.index, Int($0.secrets.bytes[0])] }
                packets += batch.count
            }
            #expect(met == [[0, 0], [1, 1], [3, 3], [4, 4]])
            #expect(packets == 4)
        }
    }

    private func pcap(_ sizes: [Int]) throws -> [UInt8] {
        let writer = PcapWriter(linkType: .raw)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        for (number, size) in sizes.enumerated() {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
            try writer.writePacket(bytes.span, time: Int64(number) * 1000, into: &output)
        }
        return output.bytes
    }

    private func pcapng() throws -> [UInt8] {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .ethernet, into: &output)
        writer.writeProcess(CaptureProcess(processID: 5, name: "chat"), into: &output)
        for number in 0..<40 {
            let bytes = [UInt8](repeating: 1, count: number)
            let options = number % 3 == 0 ? [PcapngOption(code: 0x8001, value: [0, 0, 0, 0])] : []
            try writer.writePacket(
                bytes.span, interface: interface, time: Int64(number), options: options, into: &output)
            if number % 7 == 0 { try writer.writeSimplePacket(bytes.span, into: &output) }
            // A custom block, which is passed over as it arrives.
            if number % 11 == 0 {
                output.writeUInt32LittleEndian(0x0BAD)
                output.writeUInt32LittleEndian(20)
                output.writeBytes([UInt8](repeating: 9, count: 8))
                output.writeUInt32LittleEndian(20)
            }
        }
        return output.bytes
    }

    @Test func hasThePacketsThatAReaderYieldsOneByOne() throws {
        var generator = SeededGenerator(seed: 0xBA7C4)
        let captures = [
            try pcap((0..<200).map { $0 % 90 }), try pcap([70_000, 3, 300_000, 0, 1]),
            try pcap([Int](repeating: 1, count: PacketBatch.maximumCount + 3)), try pcapng(), try pcap([]),
        ]
        for bytes in captures {
            for cut in bytes.count > 40 ? [0, 1, 9] : [0] {
                let part = Array(bytes.dropLast(cut))
                let single = Pass(part)
                expectSame(try batches { try CaptureFile.open(bytes: part) }, single)
                var pieces: [[UInt8]] = []
                var start = 0
                while start < part.count {
                    let end = min(part.count, start + generator.number(in: 1...max(1, part.count / 20)))
                    pieces.append(Array(part[start..<end]))
                    start = end
                }
                expectSame(try batches { try CaptureFile.open(ByteStream(pieces: pieces), path: "-") }, single)
            }
        }
    }

    @Test func damageComesAfterThePacketsBeforeIt() throws {
        var bytes = try pcap([4, 4, 4])
        // The captured length of the third packet.
        bytes.replaceSubrange(24 + 2 * 20 + 8..<24 + 2 * 20 + 12, with: [0xFF, 0xFF, 0xFF, 0xFF])
        expectSame(try batches { try CaptureFile.open(bytes: bytes) }, Pass(bytes))
        #expect(Pass(bytes).packets.count == 2)
    }

    @Test func takesCopiesOfPacketsFromElsewhere() throws {
        var batch = PacketBatch()
        for number in 1...3 {
            let bytes = [UInt8](repeating: UInt8(number), count: number)
            batch.append(
                PacketRecord(
                    frame: 6 + number, time: Int64(number), interface: 2, originalLength: 9, capturedLength: number),
                bytes: bytes.span, linkType: .raw)
        }
        #expect(batch.firstFrame == 7 && batch.count == 3 && batch.byteCount == 6)
        #expect(batch.record(2).frame == 9 && batch.record(2).interface == 2 && batch.record(2).originalLength == 9)
        #expect(batch.bytes(2).copied() == [3, 3, 3])
        #expect(batch.annotations(of: 1) == nil)
    }
}
