import Testing

@testable import TraceTables

@Suite struct FlatBufferTests {
    /// What follows a reference's own place by the distance that it holds.
    private func target(_ bytes: [UInt8], _ place: Int) -> Int { place + number(bytes, place, 4) }

    private func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where a field of a table is; nil where it has its default.
    private func field(_ bytes: [UInt8], _ table: Int, _ index: Int) -> Int? {
        let places = table - number(bytes, table, 4)
        guard 4 + 2 * index < number(bytes, places, 2) else { return nil }
        let offset = number(bytes, places + 4 + 2 * index, 2)
        return offset == 0 ? nil : table + offset
    }

    @Test func aTableRefersToItsValues() throws {
        let bytes = FlatBuffer.encode([.short(-2), nil, .byte(7), .string("Wi-Fi"), .long(1 << 40)])
        let root = target(bytes, 0)
        #expect(number(bytes, try #require(field(bytes, root, 0)), 2) == 0xFFFE)
        #expect(field(bytes, root, 1) == nil)
        #expect(bytes[try #require(field(bytes, root, 2))] == 7)
        let text = target(bytes, try #require(field(bytes, root, 3)))
        #expect(number(bytes, text, 4) == 5)
        #expect(String(decoding: bytes[text + 4..<text + 9], as: UTF8.self) == "Wi-Fi" && bytes[text + 9] == 0)
        let long = try #require(field(bytes, root, 4))
        #expect(number(bytes, long, 8) == 1 << 40)
        #expect(field(bytes, root, 5) == nil)
    }

    @Test(arguments: 0..<9) func numbersBeginWhereTheirSizeAllows(length: Int) throws {
        let name = String(repeating: "x", count: length)
        let bytes = FlatBuffer.encode([
            .string(name), .tables([[.string(name), .long(3)], [.byte(1), .long(4)]]), .structures([[5, 6], [7, 8]]),
        ])
        #expect(bytes.count.isMultiple(of: 8))
        let root = target(bytes, 0)
        let tables = target(bytes, try #require(field(bytes, root, 1)))
        #expect(number(bytes, tables, 4) == 2)
        for (index, expected) in [3, 4].enumerated() {
            let table = target(bytes, tables + 4 + 4 * index)
            let long = try #require(field(bytes, table, 1))
            #expect(long.isMultiple(of: 8) && number(bytes, long, 8) == expected)
        }
        let structures = target(bytes, try #require(field(bytes, root, 2)))
        #expect((structures + 4).isMultiple(of: 8) && number(bytes, structures, 4) == 2)
        #expect((0..<4).map { number(bytes, structures + 4 + 8 * $0, 8) } == [5, 6, 7, 8])
    }
}
