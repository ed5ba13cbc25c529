import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ByteWriterTests {
    @Test func integersAreBigEndianUnlessTheMethodSaysOtherwise() {
        var writer = ByteWriter()
        writer.writeUInt8(1)
        writer.writeUInt16(0x0203)
        writer.writeUInt32(0x0405_0607)
        writer.writeUInt16LittleEndian(0x0809)
        #expect(writer.bytes == [1, 2, 3, 4, 5, 6, 7, 9, 8])
        #expect(writer.count == 9)
        writer.overwriteUInt16(0xABCD, at: 1)
        #expect(writer.bytes == [1, 0xAB, 0xCD, 4, 5, 6, 7, 9, 8])
        writer.removeAll()
        #expect(writer.bytes == [])
    }

    private enum Item: Equatable {
        case byte(UInt8)
        case word(UInt16, isLittleEndian: Bool)
        case longWord(UInt32, isLittleEndian: Bool)
        case quadWord(UInt64, isLittleEndian: Bool)
        case run([UInt8])

        init(from generator: inout SeededGenerator) {
            let little = generator.chance(1, in: 2)
            switch generator.number(in: 0...4) {
            case 0: self = .byte(UInt8(truncatingIfNeeded: generator.next()))
            case 1: self = .word(UInt16(truncatingIfNeeded: generator.next()), isLittleEndian: little)
            case 2: self = .longWord(UInt32(truncatingIfNeeded: generator.next()), isLittleEndian: little)
            case 3: self = .quadWord(generator.next(), isLittleEndian: little)
            default: self = .run(generator.bytes(generator.number(in: 0...9)))
            }
        }

        func write(to writer: inout ByteWriter) {
            switch self {
            case .byte(let value): writer.writeUInt8(value)
            case .word(let value, false): writer.writeUInt16(value)
            case .word(let value, true): writer.writeUInt16LittleEndian(value)
            case .longWord(let value, false): writer.writeUInt32(value)
            case .longWord(let value, true): writer.writeUInt32LittleEndian(value)
            case .quadWord(let value, false): writer.writeUInt64(value)
            case .quadWord(let value, true): writer.writeUInt64LittleEndian(value)
            case .run(let value): writer.writeBytes(value)
            }
        }

        /// What a reader finds where this was written.
        func readBack(from reader: inout ByteReader) throws(WireError) -> Item {
            switch self {
            case .byte: .byte(try reader.readUInt8("byte"))
            case .word(_, false): .word(try reader.readUInt16("word"), isLittleEndian: false)
            case .word(_, true): .word(try reader.readUInt16LittleEndian("word"), isLittleEndian: true)
            case .longWord(_, false): .longWord(try reader.readUInt32("long word"), isLittleEndian: false)
            case .longWord(_, true): .longWord(try reader.readUInt32LittleEndian("long word"), isLittleEndian: true)
            case .quadWord(_, false): .quadWord(try reader.readUInt64("quad word"), isLittleEndian: false)
            case .quadWord(_, true): .quadWord(try reader.readUInt64LittleEndian("quad word"), isLittleEndian: true)
            case .run(let bytes): .run(try reader.readBytes(bytes.count, "run"))
            }
        }
    }

    @Test(arguments: 0..<50)
    func whatWasWrittenIsReadBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<generator.number(in: 0...40)).map { _ in Item(from: &generator) }
        var writer = ByteWriter(reservingCapacity: 16)
        for item in items { item.write(to: &writer) }
        var reader = ByteReader(writer.bytes.span)
        for item in items { #expect(try item.readBack(from: &reader) == item) }
        try reader.expectEnd("items")
    }
}
