import Foundation
import Testing

@testable import TraceModel

@Suite struct BoxedTests {
    private struct Plain: Codable, Equatable {
        var jitter = Session.Jitter()
        var process: Session.Process?
    }

    private struct Packed: Codable, Equatable {
        @Boxed var jitter = Session.Jitter()
        @Boxed var process: Session.Process?
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func isWrittenAndReadAsTheValueItself() throws {
        var (plain, packed) = (Plain(), Packed())
        #expect(try Self.json(packed) == Self.json(plain))
        plain.jitter.rfc3550 = 0.25
        plain.process = .init(processID: 7, name: "x")
        packed.jitter.rfc3550 = 0.25
        packed.process = .init(processID: 7, name: "x")
        let text = try Self.json(packed)
        #expect(try text == Self.json(plain))
        #expect(try JSONDecoder().decode(Packed.self, from: Data(text.utf8)) == packed)
        #expect(try JSONDecoder().decode(Packed.self, from: Data(#"{"jitter":{}}"#.utf8)) == Packed())
    }

    @Test func copiesDoNotChangeEachOther() {
        var first = Packed()
        first.jitter.rfc3550 = 1
        var second = first
        second.jitter.rfc3550 = 2
        #expect(first.jitter.rfc3550 == 1 && second.jitter.rfc3550 == 2)
    }

    @Test func equalValuesShareMemoryAndOthersKeepTheirs() {
        var known = Boxed(wrappedValue: SessionDirection())
        known.wrappedValue.packets = 3
        var same = Boxed(wrappedValue: known.wrappedValue)
        same.share(known)
        #expect(same.isShared(with: known))
        var other = Boxed(wrappedValue: SessionDirection())
        other.wrappedValue.packets = 4
        other.share(known)
        #expect(!other.isShared(with: known) && other.wrappedValue.packets == 4)
    }
}
