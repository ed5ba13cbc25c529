import Testing

@testable import TracePages

@Suite struct SliceNestTests {
    private func written(_ slices: [SliceNest.Slice]) throws -> [[UInt64]] {
        var packets = PerfettoPackets()
        SliceNest(slices).write(to: &packets, on: 1)
        return try ProtobufFields(packets.writer.bytes).messages(1).map { packet in
            try packet.numbers(8) + packet.messages(11)[0].numbers(9)
        }
    }

    private func slice(_ begin: UInt64, _ end: UInt64) -> SliceNest.Slice { .init(name: "", begin: begin, end: end) }

    @Test func theLongestOfThoseThatBeginTogetherIsAroundTheOthers() throws {
        #expect(
            try written([slice(2, 3), slice(2, 5), slice(1, 2)])
                == [[1, 1], [2, 2], [2, 1], [2, 1], [3, 2], [5, 2]])
    }

    @Test func whatCrossesAnotherEndsWithIt() throws {
        #expect(try written([slice(1, 3), slice(2, 5)]) == [[1, 1], [2, 1], [3, 2], [3, 2]])
    }

    @Test func whatEndsBeforeItBeginsIsLeftOut() throws {
        #expect(try written([slice(3, 1), slice(4, 4)]) == [[4, 1], [4, 2]])
    }
}
