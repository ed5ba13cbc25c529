import Foundation
import MultipeerWire
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct BinaryPropertyListTests {
    typealias Value = BinaryPropertyList.Value

    /// Objects with one-byte references, the top one first.
    private static func list(_ objects: [String], top: UInt8 = 0) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += hex(object)
        }
        let table = UInt8(bytes.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(objects.count), top, table] { bytes += zeros + [number] }
        return bytes
    }

    /// Context of Logic Remote: a property list of the number 2.
    @Test func readsANumberAlone() throws {
        let bytes = hex(
            "62706c69737430301002 08 00000000000001010000000000000001 0000000000000000 000000000000000a")
        #expect(try Value.parsed(bytes) == .integer(2))
        #expect(try Value.integer(2).serialized() == bytes)
    }

    @Test(
        arguments: [
            ("00", .null), ("08", .boolean(false)), ("09", .boolean(true)), ("10ff", .integer(255)),
            ("11ffff", .integer(65535)), ("12ffffffff", .integer(0xFFFF_FFFF)), ("13ffffffffffffffff", .integer(-1)),
            ("14 0000000000000000 ffffffffffffffff", .wideInteger(high: 0, low: .max)),
            ("22 3f800000", .real32(0x3F80_0000)), ("23 3ff0000000000000", .real64(0x3FF0_0000_0000_0000)),
            ("33 41c0000000000000", .date(0x41C0_0000_0000_0000)), ("43 010203", .data([1, 2, 3])),
            ("53 416461", .text(.ascii([0x41, 0x64, 0x61]))), ("62 00e4d800", .text(.utf16([0xE4, 0xD800]))),
            ("80 07", .uid([7])), ("a0", .array([])), ("c0", .set([])), ("d0", .dictionary([])),
        ] as [(String, BinaryPropertyList.Value)])
    func readsEveryKindOfObject(_ object: String, value: Value) throws {
        let bytes = Self.list([object])
        #expect(try Value.parsed(bytes) == value)
        #expect(try value.serialized() == bytes)
    }

    @Test func integersOfSixteenBytesThatFitAreIntegers() throws {
        let bytes = Self.list(["14 ffffffffffffffff fffffffffffffffe"])
        #expect(try Value.parsed(bytes) == .integer(-2))
    }

    @Test func readsWhatFoundationWrites() throws {
        let source: [String: Any] = [
            "text": "Köksbord", "number": 70_000, "flag": true, "data": Data([1, 2, 3]), "list": [1, 2, 1],
            "long": String(repeating: "a", count: 300),
        ]
        let bytes = Array(try PropertyListSerialization.data(fromPropertyList: source, format: .binary, options: 0))
        guard case .dictionary(let entries) = try Value.parsed(bytes) else { throw CancellationError() }
        let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.key.string, $0.value) })
        #expect(values["text"] == .text(.init("Köksbord")) && values["number"] == .integer(70_000))
        #expect(values["flag"] == .boolean(true) && values["data"] == .data([1, 2, 3]))
        #expect(values["list"] == .array([.integer(1), .integer(2), .integer(1)]))
        #expect(values["long"] == .text(.ascii([UInt8](repeating: 0x61, count: 300))))
    }

    @Test func foundationReadsWhatIsWritten() throws {
        for value in Generator<Value>.plausible.values(seed: 3, count: 50) {
            let bytes = try value.serialized()
            let read = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
            guard let dictionary = read as? [String: Any], case .dictionary(let entries) = value else {
                throw CancellationError()
            }
            #expect(dictionary.count == entries.count)
            for entry in entries {
                switch entry.value {
                case .integer(let number): #expect(dictionary[entry.key.string] as? Int == Int(number))
                case .data(let data): #expect(dictionary[entry.key.string] as? Data == Data(data))
                case .text(let text): #expect(dictionary[entry.key.string] as? String == text.string)
                default: #expect(dictionary[entry.key.string] is Bool)
                }
            }
        }
    }

    @Test(
        arguments: [
            // A container that contains itself.
            (["a1 00"], .tooLong(length: 17, maximum: 16), 8), (["a1 05"], .badReference(target: 5), 9),
            (["70"], .invalidValue(0x70), 8), (["15"], .invalidValue(0x15), 8), (["01"], .invalidValue(1), 8),
            (["44 0102"], .truncated(needed: 4, available: 2), 9), (["4f"], .truncated(needed: 1, available: 0), 9),
            (["4f 20"], .invalidValue(0x20), 9), (["4f 11"], .truncated(needed: 2, available: 0), 10),
            (["4f 13 7fffffffffffffff"], .truncated(needed: .max, available: 0), 10),
            (["d1 01 01", "1001"], .invalidValue(0x10), 11),
            // The same key twice.
            (["d2 01 01 02 02", "51 61", "09"], .invalidValue(1), 13),
        ] as [([String], WireError.Kind, Int)])
    func refusesWhatIsNotAList(_ objects: [String], kind: WireError.Kind, offset: Int) {
        let error = #expect(throws: WireError.self) { try Value.parsed(Self.list(objects)) }
        #expect(error?.kind == kind && error?.offset == offset)
    }

    /// Offsets from the end of the list: the trailer has 32 bytes.
    @Test(
        arguments: [
            (26, 0, .invalidValue(0), 26), (25, 9, .invalidValue(9), 25), (17, 2, .invalidValue(2), 24),
            (9, 1, .invalidValue(1), 16), (1, 7, .invalidValue(7), 8), (1, 200, .invalidValue(200), 8),
            // The offset of the only object.
            (33, 3, .badReference(target: 3), 33), (33, 10, .badReference(target: 10), 33),
        ] as [(Int, UInt8, WireError.Kind, Int)])
    func refusesATrailerThatLies(_ place: Int, byte: UInt8, kind: WireError.Kind, offset: Int) {
        var bytes = Self.list(["1001"])
        bytes[bytes.count - place] = byte
        let error = #expect(throws: WireError.self) { try Value.parsed(bytes) }
        #expect(error?.kind == kind && error?.offset == bytes.count - offset)
    }

    /// Fourteen references to the same object.
    private static func array(of index: UInt8) -> String { "ae" + Hex.encode([UInt8](repeating: index, count: 14)) }

    /// Eleven arrays, each with the next one fourteen times: more than a trillion values for a reader that does not
    /// count.
    @Test func manyUsesOfOneObjectAreBounded() {
        let objects = (1...11).map(Self.array) + ["1001"]
        let error = #expect(throws: WireError.self) { try Value.parsed(Self.list(objects)) }
        #expect(error?.kind == .tooLong(length: 4097, maximum: 4096))
    }

    /// The same data 2,744 times: half a megabyte from 300 bytes.
    @Test func contentIsBoundedByTheBytes() {
        let data = "4f10be" + String(repeating: "07", count: 190)
        let list = Self.list([1, 2, 3].map(Self.array) + [data])
        let error = #expect(throws: WireError.self) { try Value.parsed(list) }
        let maximum = list.count + 64 * 4096
        #expect(error?.kind == .tooLong(length: maximum + 1, maximum: maximum))
    }

    @Test func refusesToWriteWhatItWouldNotRead() {
        var deep = Value.null
        for _ in 0..<17 { deep = .array([deep]) }
        #expect(throws: WireError(.tooLong(length: 17, maximum: 16), field: "property list depth", offset: 0)) {
            try deep.serialized()
        }
        let many = Value.array([Value](repeating: .null, count: 4096))
        #expect(throws: WireError(.tooLong(length: 4097, maximum: 4096), field: "property list objects", offset: 0)) {
            try many.serialized()
        }
    }

    @Test func everyCutIsAnError() throws {
        let bytes = try Generator<Value>.plausible.value(seed: 1, number: 0).serialized()
        for count in bytes.indices {
            #expect(throws: WireError.self) { try Value.parsed(Array(bytes[..<count])) }
        }
    }
}
