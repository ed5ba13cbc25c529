import Foundation
import Testing
import WireCoding

@testable import PacketCapture

@Suite struct SharedBlocksTests {
    /// Packets whose bytes are their number, of these lengths in turn until the file has so many bytes.
    private func capture(of lengths: [Int], upTo size: Int) -> [UInt8] {
        ByteWriter.collect { file in
            file.writeUInt32LittleEndian(0xA1B2_C3D4)
            file.writeUInt16LittleEndian(2)
            file.writeUInt16LittleEndian(4)
            for value in [0, 0, 262_144, 1] as [UInt32] { file.writeUInt32LittleEndian(value) }
            var number = 0
            while file.bytes.count < size {
                let length = lengths[number % lengths.count]
                for value in [number, 0, length, length] { file.writeUInt32LittleEndian(UInt32(value)) }
                file.writeBytes([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length))
                number += 1
            }
        }
    }

    private func withFile(_ bytes: [UInt8], _ body: (CaptureFile, String) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(CaptureFile.open(path: url.path), url.path)
    }

    /// What a reader says of the next packet, with its first, middle and last byte; nil at the end.
    private func next(_ reader: inout CaptureReader) throws -> [Int]? {
        guard let record = try reader.next() else { return nil }
        let bytes = reader.bytes
        let places = bytes.isEmpty ? [] : [0, bytes.count / 2, bytes.count - 1]
        return [record.frame, Int(record.time), bytes.count] + places.map { Int(bytes[$0]) }
    }

    private func all(_ reader: consuming CaptureReader) throws -> [[Int]] {
        var reader = reader
        var packets: [[Int]] = []
        while let packet = try next(&reader) { packets.append(packet) }
        return packets
    }

    /// Some lie within one block, some in the end of one that overlaps the next, some in no block as a whole.
    @Test(arguments: [[60], [1514, 66, 9000], [65_536, 1], [200_000, 70_000, 0, 33]], [2, 3])
    func readersThatShareReadWhatOneReadsAlone(lengths: [Int], readers: Int) throws {
        try withFile(capture(of: lengths, upTo: 6 * SharedBlocks.distance)) { file, _ in
            let expected = try all(file.makeReader())
            let shares = file.shareReading(among: readers)
            #expect(shares.count == readers)
            // The first goes ahead of all others by more blocks than are kept; the others find none of the first blocks.
            for share in shares { #expect(try all(file.makeReader(share)) == expected) }
        }
    }

    @Test func readersAtOnePaceTakeTurns() throws {
        try withFile(capture(of: [1000, 130_000, 54], upTo: 5 * SharedBlocks.distance)) { file, _ in
            let expected = try all(file.makeReader())
            let shares = file.shareReading(among: 2)
            var one = try file.makeReader(shares[0])
            var other = try file.makeReader(shares[1])
            for packet in expected {
                #expect(try next(&one) == packet)
                #expect(try next(&other) == packet)
            }
            #expect(try next(&one) == nil)
            #expect(try next(&other) == nil)
        }
    }

    @Test func threadsShareOneFile() async throws {
        let bytes = capture(of: [300, 70_000, 1514], upTo: 8 * SharedBlocks.distance)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try CaptureFile.open(path: url.path)
        let expected = try all(file.makeReader())
        await withTaskGroup(of: Bool.self) { group in
            for share in file.shareReading(among: 4) {
                group.addTask { (try? all(file.makeReader(share))) == expected }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    /// What one reader is looking at does not change while another one goes on and beyond the block.
    @Test func bytesOfABlockStayAsTheyAre() throws {
        try withFile(capture(of: [250_000], upTo: 3 * SharedBlocks.distance)) { file, _ in
            let shares = file.shareReading(among: 2)
            var one = try file.makeReader(shares[0])
            for _ in 0..<4 { _ = try next(&one) }
            let packet = one.bytes.copied()
            _ = try all(file.makeReader(shares[1]))
            #expect(one.bytes.copied() == packet)
            #expect(packet == [UInt8](repeating: 3, count: 250_000))
        }
    }

    @Test func aFileThatBecomesShorterEndsEarly() throws {
        try withFile(capture(of: [1000], upTo: 3 * SharedBlocks.distance)) { file, path in
            var reader = try file.makeReader(file.shareReading(among: 2)[0])
            _ = try next(&reader)
            let end = UInt64(2 * SharedBlocks.distance + 500)
            try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: end)
            var count = 1
            #expect(throws: CaptureError.self) { while try next(&reader) != nil { count += 1 } }
            #expect(count > SharedBlocks.distance / 1016)
        }
    }

    @Test func oneReaderSharesWithNobody() throws {
        try withFile(capture(of: [100], upTo: 1000)) { file, _ in
            #expect(file.shareReading(among: 1).isEmpty)
        }
        #expect(try CaptureFile.open(bytes: capture(of: [100], upTo: 1000)).shareReading(among: 2).isEmpty)
    }
}
