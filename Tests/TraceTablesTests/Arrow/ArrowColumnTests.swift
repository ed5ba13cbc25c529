import Testing

@testable import TraceTables

@Suite struct ArrowColumnTests {
    private func buffers(_ kind: TableSchema.Kind, _ cells: [Cell]) throws -> [[UInt8]] {
        var column = ArrowColumn(kind)
        for cell in cells { try column.append(cell) }
        var buffers: [[UInt8]] = []
        column.forEachBuffer { buffers.append($0) }
        return buffers
    }

    @Test func numbersFollowEachOther() throws {
        #expect(
            try buffers(.integer, [.integer(1), .integer(-2)]) == [
                [], [1, 0, 0, 0, 0, 0, 0, 0, 0xFE] + [UInt8](repeating: 0xFF, count: 7),
            ])
        #expect(
            try buffers(.real, [.real(1), .integer(2)]) == [
                [], [0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40],
            ])
    }

    @Test func aBitSaysWhetherThereIsAValue() throws {
        let cells: [Cell] = [.null, .integer(0), .null] + [Cell](repeating: .integer(0), count: 6)
        #expect(try buffers(.integer, cells)[0] == [0b1111_1010, 1])
    }

    @Test func booleansAreBits() throws {
        let cells: [Cell] = [.boolean(true), .boolean(false), .null, .boolean(true)]
        #expect(try buffers(.boolean, cells) == [[0b1011], [0b1001]])
    }

    @Test func textsHaveTheirEnds() throws {
        let found = try buffers(.text(nil), [.text("iPad"), .null, .text(""), .text("é")])
        #expect(found[0] == [0b1101])
        #expect(found[1] == [0, 4, 4, 4, 6].flatMap { [$0, 0, 0, 0] })
        #expect(found[2] == Array("iPadé".utf8))
    }

    @Test func jsonIsItsText() throws {
        #expect(try buffers(.json(.list(.integer)), [.json(Array("[1]".utf8))])[2] == Array("[1]".utf8))
    }

    @Test func aValueOfAnotherKindIsAnError() {
        #expect(throws: TableError.self) { try buffers(.integer, [.text("1")]) }
        #expect(throws: TableError.self) { try buffers(.text(nil), [.json([])]) }
    }

    @Test func whatWasRemovedIsGone() throws {
        var column = ArrowColumn(.text(nil))
        try column.append(.text("before"))
        try column.append(.null)
        column.removeAll()
        try column.append(.text("after"))
        var buffers: [[UInt8]] = []
        column.forEachBuffer { buffers.append($0) }
        #expect(column.nullCount == 0 && buffers == [[], [0, 0, 0, 0, 5, 0, 0, 0], Array("after".utf8)])
    }
}
