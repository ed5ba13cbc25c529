import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import DNSWire

@Suite struct DNSNameTableTests {
    /// `host.local.`, then `a` and `b` in front of a pointer to it, and pointers to all of them.
    private let names: [UInt8] = [
        4, 0x68, 0x6F, 0x73, 0x74, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0,
        1, 0x61, 0xC0, 0, 1, 0x62, 0xC0, 12,
        0xC0, 0, 0xC0, 5, 0xC0, 12, 0xC0, 16, 0xC0, 22,
    ]

    @Test func sharesWhatPointersLeadTo() throws {
        var table = DNSNameTable(message: names.span)
        var reader = ByteReader(names.span)
        var texts: [String] = []
        while !reader.isAtEnd { texts.append(try table.readName(&reader).presentation) }
        #expect(
            texts == [
                "host.local.", "a.host.local.", "b.a.host.local.",
                "host.local.", "local.", "a.host.local.", "b.a.host.local.", "local.",
            ])
        // The message, `a.host.local.` and `b.a.host.local.`; the other names are parts of these.
        #expect(table.storedBytes == names.count + 14 + 16)
    }

    @Test func readsEveryNameAsIfItWereAlone() throws {
        var random = SeededGenerator(seed: 1034)
        var outcomes = (names: 0, errors: 0)
        for _ in 0..<3000 {
            // Short labels, pointers to near places and zeros, so that most of it is names in some way.
            var bytes: [UInt8] = []
            while bytes.count < 60 {
                switch random.number(in: 0...5) {
                case 0: bytes.append(0)
                case 1...2: bytes += [0xC0, UInt8(random.number(in: 0...max(0, bytes.count)))]
                case 3: bytes.append(UInt8(random.number(in: 0...255)))
                default: bytes += [2, 0x61, 0x62]
                }
            }
            var table = DNSNameTable(message: bytes.span)
            var position = 0
            while position < bytes.count {
                let end = random.number(in: position...bytes.count)
                let alone = Self.read(bytes, position, end) { input throws(WireError) in try DNSName(parsing: &input) }
                let shared = Self.read(bytes, position, end) { input throws(WireError) in try table.readName(&input) }
                #expect(alone == shared, "\(Hex.encode(bytes)) \(position)..<\(end)")
                switch alone {
                case .success(let name):
                    outcomes.names += 1
                    position = name.end
                case .failure:
                    outcomes.errors += 1
                    position += 1
                }
            }
        }
        #expect(outcomes.names > 10_000 && outcomes.errors > 10_000)
    }

    private struct ReadName: Hashable {
        var wireForm: [UInt8]
        var end: Int
    }

    private static func read(
        _ bytes: [UInt8], _ position: Int, _ end: Int,
        _ body: (inout ByteReader) throws(WireError) -> DNSName
    ) -> Result<ReadName, WireError> {
        do throws(WireError) {
            var reader = ByteReader(bytes.span)
            try reader.skip(position, "test")
            var region = try reader.subreader(end - position, "test", limit: "RDLENGTH")
            let name = try body(&region)
            return .success(ReadName(wireForm: name.wireForm, end: region.position))
        } catch {
            return .failure(error)
        }
    }

    @Test func namesBehindTheLargestMessageAreReadToo() throws {
        let filling = [UInt8](repeating: 0, count: DNSNameTable.maximumMessageLength - 14)
        let bytes = Array(names.prefix(12)) + filling + [1, 0x61, 0xC0, 0, 1, 0x62, 0]
        var table = DNSNameTable(message: bytes.span)
        var reader = ByteReader(bytes.span)
        try reader.skip(12 + filling.count, "test")
        #expect(try table.readName(&reader).presentation == "a.host.local.")
        #expect(try table.readName(&reader).presentation == "b.")
        #expect(reader.remaining == 0)
    }

    // MARK: - Messages that want much memory

    /// Four labels, of 251 bytes together.
    private static let labels = [63, 63, 63, 58].flatMap { [UInt8($0)] + [UInt8](repeating: 0x61, count: $0) }

    /// An address record without address behind a name.
    private static func record(_ name: [UInt8]) -> [UInt8] { name + [0, 1, 0, 1, 0, 0, 0, 0, 0, 0] }

    /// - Returns: How many records there are, and how many bytes all their names have in memory together.
    private static func read(_ bytes: [UInt8]) throws -> (records: Int, storedBytes: Int) {
        var table = DNSNameTable(message: bytes.span)
        var reader = ByteReader(bytes.span)
        var records = 0
        while !reader.isAtEnd {
            _ = try ResourceRecord(parsing: &reader, names: &table)
            records += 1
        }
        return (records, table.storedBytes)
    }

    private static func repeated(_ record: [UInt8], behind start: [UInt8]) -> [UInt8] {
        var bytes = start
        while bytes.count + record.count <= 0xFFFF { bytes += record }
        return bytes
    }

    @Test func aNameThatAllRecordsPointAtIsStoredOnce() throws {
        let whole = Self.repeated(Self.record([0xC0, 0]), behind: Self.record(Self.labels + [0]))
        let first = try Self.read(whole)
        #expect(first.records > 5000)
        #expect(first.storedBytes == whole.count)

        // The name is in two parts and is put together once.
        let parts = Self.record([1, 0x61, 0]) + Self.record(Self.labels + [0xC0, 0])
        let compressed = Self.repeated(Self.record([0xC0, 13]), behind: parts)
        let second = try Self.read(compressed)
        #expect(second.records > 5000)
        #expect(second.storedBytes == compressed.count + 254)
    }

    @Test func namesInDataAreSharedToo() throws {
        // `a.`, the long name in an SRV record, and data of each type whose names may be compressed, which are nothing but pointers.
        let target = Self.labels + [0xC0, 0]
        let start = Self.record([1, 0x61, 0]) + [0, 0, 33, 0, 1, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0] + target
        #expect(start.count == 13 + 17 + 253)
        let pointer: [UInt8] = [0xC0, 30]
        let end = [UInt8](repeating: 0, count: 20)
        let data: [(type: UInt8, bytes: [UInt8])] = [
            (2, pointer), (5, pointer), (6, pointer + pointer + end), (12, pointer), (15, [0, 0] + pointer),
            (33, [0, 0, 0, 0, 0, 0] + pointer), (47, pointer),
        ]
        for (type, bytes) in data {
            let record = [0, 0, type, 0, 1, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
            let message = Self.repeated(record, behind: start)
            #expect(try Self.read(message).storedBytes == message.count + 254, "type \(type)")
        }
    }

    @Test func aNameWithinOtherDataIsStoredOnce() throws {
        // `a.` and, as the data of a record of unknown type, labels that end in a pointer to it.
        let data = Self.labels + [0xC0, 0]
        let start = Self.record([1, 0x61, 0]) + [0, 0xFF, 0xFE, 0, 1, 0, 0, 0, 0, 0, UInt8(data.count)] + data
        let bytes = Self.repeated(Self.record([0xC0, 24]), behind: start)
        let (records, storedBytes) = try Self.read(bytes)
        #expect(records > 5000)
        #expect(storedBytes == bytes.count + 254)
    }

    @Test func labelsInFrontOfALongNameAreBoundedByTheirRecords() throws {
        // In 14 bytes each, two bytes and a pointer give one more name of 254 bytes.
        let bytes = Self.repeated(Self.record([1, 0x62, 0xC0, 0]), behind: Self.record(Self.labels + [0]))
        let (records, storedBytes) = try Self.read(bytes)
        #expect(records > 4600)
        #expect(storedBytes == bytes.count + (records - 1) * 254)
    }

    @Test(arguments: [1000, 2000, 4000])
    func thousandsOfNamesBehindTheLongestChainAreStoredOnce(count: Int) throws {
        // In the data of a record of unknown type, `a.` and pointers that lead each to the one before; then records whose
        // names are one more pointer to the last. No name takes more steps than there are pointers in a name.
        func pointer(to position: Int) -> [UInt8] { [0xC0 | UInt8(position >> 8), UInt8(position & 255)] }
        let name: [UInt8] = [1, 0x61, 0]
        let chain = (0..<DNSName.maximumPointers - 1).flatMap { pointer(to: $0 == 0 ? 11 : 12 + 2 * $0) }
        let length = UInt16(name.count + chain.count)
        var bytes: [UInt8] = [0, 0xFF, 0xFE, 0, 1, 0, 0, 0, 0, UInt8(length >> 8), UInt8(length & 255)]
        bytes += name + chain
        let last = pointer(to: bytes.count - 2)
        for _ in 0..<count { bytes += Self.record(last) }
        let (records, storedBytes) = try Self.read(bytes)
        #expect(records == count + 1)
        #expect(storedBytes == bytes.count)
    }

    @Test(arguments: [1000, 10_000])
    func thousandsOfQuestionsTakeTheBytesThatTheyCameIn(count: Int) throws {
        // A long name, and questions that are a pointer to it or to its last label.
        var bytes = Self.labels + [0, 0, 12, 0, 1]
        for number in 1..<count { bytes += [0xC0, number.isMultiple(of: 2) ? 0 : 192, 0, 12, 0, 1] }
        var table = DNSNameTable(message: bytes.span)
        var reader = ByteReader(bytes.span)
        var questions: [Question] = []
        while !reader.isAtEnd { questions.append(try Question(parsing: &reader, names: &table)) }
        #expect(questions.count == count)
        #expect(Set(questions.map(\.name)).count == 2)
        #expect(table.storedBytes == bytes.count)
    }

    @Test func chainsOfPointersAreFollowedToTheirLimit() throws {
        // Records whose names lead each to the name before.
        var bytes = Self.record([1, 0x61, 0])
        var previous = 0
        for _ in 0..<DNSName.maximumPointers {
            let position = bytes.count
            bytes += Self.record([0xC0 | UInt8(previous >> 8), UInt8(previous & 255)])
            previous = position
        }
        let (records, storedBytes) = try Self.read(bytes)
        #expect(records == DNSName.maximumPointers + 1)
        #expect(storedBytes == bytes.count)
        bytes += Self.record([0xC0 | UInt8(previous >> 8), UInt8(previous & 255)])
        #expect(throws: WireError(.badReference(target: 0), field: "DNS name pointer", offset: 13)) {
            try Self.read(bytes)
        }
    }
}
