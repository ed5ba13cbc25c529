import Testing
import TraceModel

@testable import TraceTables

@Suite struct ValueShapeTests {
    private enum Color: String, Codable, CaseIterable { case red, green }

    private struct Part: Codable {
        var count: UInt32?
        var share: Double
    }

    private struct Whole: Codable {
        var name: String
        var color: Color?
        var parts: [Part]
        var part: Part?
        var counts: NamedCounts
        var isFull: Bool
        var numbers: [Int]?
    }

    @Test func aTypeShowsWhatItIsMadeOf() throws {
        let part: [ValueShape.Member] = [.init("count", .integer, isNullable: true), .init("share", .number)]
        #expect(
            try ValueShape(of: Whole.self)
                == .object([
                    .init("name", .text(nil)), .init("color", .text(["red", "green"]), isNullable: true),
                    .init("parts", .list(.object(part))), .init("part", .object(part), isNullable: true),
                    .init("counts", .map(.integer)), .init("isFull", .boolean),
                    .init("numbers", .list(.integer), isNullable: true),
                ]))
    }

    private struct Pair<Value: Codable>: Codable {
        var first: Value
    }

    /// A generic type decodes an optional as it decodes any value, without `decodeIfPresent`.
    @Test func anOptionalThatFillsAGenericTypeMayBeNull() throws {
        #expect(try ValueShape(of: Pair<Int?>.self) == .object([.init("first", .integer, isNullable: true)]))
        #expect(
            try ValueShape(of: Pair<Color?>.self)
                == .object([.init("first", .text(["red", "green"]), isNullable: true)]))
        #expect(try ValueShape(of: Pair<Int>.self) == .object([.init("first", .integer)]))
    }

    private struct Choosy: Decodable {
        init(from decoder: any Decoder) throws { throw ShapeError(type: Self.self) }
    }

    @Test func aTypeThatShowsNothingIsAnError() {
        #expect(throws: ShapeError.self) { try ValueShape(of: Choosy.self) }
        #expect(throws: ShapeError.self) { try ValueShape(of: [Choosy].self) }
    }

    @Test func boxedPropertiesAreThemselves() throws {
        guard case .object(let members) = try ValueShape(of: Session.self) else {
            Issue.record("a session is an object")
            return
        }
        let shapes = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0) })
        #expect(shapes["transport"]?.shape == .text(["tcp", "udp", "quic"]))
        #expect(shapes["evidence"]?.isNullable == true && shapes["forward"]?.isNullable == false)
        #expect(shapes["initialSequenceNumbers"]?.isNullable == true)
    }
}
