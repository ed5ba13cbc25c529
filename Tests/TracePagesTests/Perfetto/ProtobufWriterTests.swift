import TestSupport
import Testing
import WireSimulation
import WireTesting

@testable import TracePages

@Suite struct ProtobufWriterTests {
    private func written(_ body: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        body(&writer)
        return writer.bytes
    }

    /// The examples of Protocol Buffers Encoding.
    @Test func fieldsAreThoseOfTheSpecification() {
        #expect(written { $0.unsigned(150, 1) } == hex("089601"))
        #expect(written { $0.text("testing", 2) } == hex("120774657374696e67"))
        #expect(written { $0.message(3) { $0.unsigned(150, 1) } } == hex("1a03089601"))
        #expect(written { $0.signed(-2, 1) } == hex("08feffffffffffffffff01"))
    }

    @Test func numbersOfFixedSizeHaveTheLowestByteFirst() {
        #expect(written { $0.fixed(0x0102_0304_0506_0708, 47) } == hex("f9020807060504030201"))
        #expect(written { $0.double(1, 44) } == hex("e102000000000000f03f"))
    }

    @Test(arguments: 0..<20)
    func numbersAreReadBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let numbers = (0..<50).map { _ in (generator.boundary(UInt64.self), generator.number(in: 1...536_870_911)) }
        let fields = try ProtobufFields(written { for (number, field) in numbers { $0.unsigned(number, field) } })
        #expect(fields.fields.map(\.number) == numbers.map(\.1))
        #expect(fields.fields.map(\.value) == numbers.map { .number($0.0) })
        for (number, _) in numbers {
            let bits = 64 - number.leadingZeroBitCount
            #expect(ProtobufWriter.varint(number).count == max(1, (bits + 6) / 7))
        }
    }

    @Test(arguments: [0, 1, 125, 126, 127, 128, 16_383, 16_384, 3_000_000])
    func messagesOfAnyLengthAreReadBack(length: Int) throws {
        let text = String(repeating: "x", count: length)
        let bytes = written { writer in
            writer.message(1) { $0.message(2) { $0.text(text, 3) } }
            writer.unsigned(7, 4)
        }
        let fields = try ProtobufFields(bytes)
        let inner = try #require(fields.messages(1).first?.messages(2).first)
        #expect(try inner.texts(3) == [text])
        #expect(fields.numbers(4) == [7])
    }
}
