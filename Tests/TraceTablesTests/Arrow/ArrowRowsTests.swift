import PacketCapture
import Testing
import WireCoding

@testable import TraceTables

@Suite struct ArrowRowsTests {
    private let schema = TableSchema(
        name: "things", source: "", keys: ["capture_id"],
        columns: [.init("capture_id", .text(nil)), .init("count", .integer, isNullable: true)])

    private func file(rows: Int, _ compressor: ZstdCompressor? = nil) throws -> [UInt8] {
        var file = ArrowRows(schema, compressor)
        var bytes = file.head
        for row in 0..<rows {
            try file.write(TableRow(table: 0, cells: [.text("a"), .integer(Int64(row))]), to: &bytes)
        }
        file.end(&bytes)
        return bytes
    }

    private func number(_ bytes: some Collection<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// Where the messages of a file begin, with the sizes of their metadata.
    private func messages(_ bytes: [UInt8]) -> [(start: Int, size: Int)] {
        let mark: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        return stride(from: 8, to: bytes.count - 8, by: 8).filter { bytes[$0..<$0 + 4].elementsEqual(mark) }.map {
            ($0, number(bytes[$0 + 4..<$0 + 8]))
        }
    }

    @Test func aFileHasItsMarksAndItsFooter() throws {
        let bytes = try file(rows: 3)
        #expect(bytes.starts(with: Array("ARROW1\0\0".utf8)) && bytes.suffix(6).elementsEqual("ARROW1".utf8))
        let footer = number(bytes.dropLast(6).suffix(4))
        let end = messages(bytes).last
        // The last message is empty, and the footer follows it.
        #expect(end?.size == 0 && end?.start == bytes.count - 10 - footer - 8)
    }

    @Test func aBatchHasTheRowsOneColumnAfterAnother() throws {
        let bytes = try file(rows: 2)
        let found = messages(bytes)
        #expect(found.count == 3 && found.allSatisfy { $0.size.isMultiple(of: 8) })
        let body = found[1].start + 8 + found[1].size
        let expected: [UInt8] =
            [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0] + [0, 0, 0, 0]
            + Array("aa".utf8) + [0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0]
        #expect(bytes[body..<found[2].start].elementsEqual(expected))
    }

    @Test func withoutRowsThereAreColumns() throws {
        let bytes = try file(rows: 0)
        #expect(messages(bytes).count == 2)
        #expect(String(decoding: bytes, as: UTF8.self).contains("capture_id"))
    }

    @Test func manyRowsAreSeveralBatches() throws {
        let bytes = try file(rows: 100_000)
        #expect(messages(bytes).filter { $0.size > 0 }.count == 3)
    }

    @Test func compressedValuesHaveTheirSizeBeforeThem() throws {
        let bytes = try file(rows: 1000, ZstdCompressor())
        #expect(try bytes.count < file(rows: 1000).count / 2)
        let found = messages(bytes)
        let body = found[1].start + 8 + found[1].size
        // Ends of 1,000 texts, and a frame of Zstandard.
        #expect(number(bytes[body..<body + 8]) == 4 * 1001)
        #expect(bytes[body + 8..<body + 12].elementsEqual([0x28, 0xB5, 0x2F, 0xFD]))
    }
}
