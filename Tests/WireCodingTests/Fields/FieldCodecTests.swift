import Testing
import WireCoding

@Suite struct FieldCodecTests {
    private func decoded<Value>(_ codec: FieldCodec<Value>, _ field: FieldValue) throws(FieldError) -> Value {
        try codec.decode(field, "x")
    }

    @Test func numbersHaveTheRangeOfTheirType() throws {
        #expect(try decoded(FieldCodec<UInt8>.number, .integer(255)) == 255)
        #expect(try decoded(FieldCodec<UInt64>.number, .unsigned(.max)) == .max)
        #expect(try decoded(FieldCodec<Int8>.number, .integer(-128)) == -128)
        #expect(throws: FieldError("x", "is not a whole number from 0 to 255")) {
            try decoded(FieldCodec<UInt8>.number, .integer(256))
        }
        #expect(throws: FieldError("x", "is not a whole number from -128 to 127")) {
            try decoded(FieldCodec<Int8>.number, .real(0.5))
        }
    }

    @Test func bytesAreHexadecimalDigits() throws {
        #expect(FieldCodec.hex.encode([0x0A]) == .hex([0x0A]))
        #expect(try decoded(FieldCodec.hex, .text("0a0B")) == [0x0A, 0x0B])
        #expect(throws: FieldError("x", "has characters that are not hexadecimal digits")) {
            try decoded(FieldCodec.hex, .text("0"))
        }
        #expect(throws: FieldError("x", "has 1 bytes and not 2")) { try decoded(.hex(count: 2), .text("0a")) }
        #expect(throws: FieldError("x", "has more than 1 bytes")) { try decoded(.hex(upTo: 1), .text("0a0b")) }
    }

    @Test func bytesThatAreNoTextAreAnObject() throws {
        #expect(FieldCodec.textOrBytes.encode([0xFF]) == .object([FrameField("hex", .hex([0xFF]))]))
        #expect(try decoded(FieldCodec.textOrBytes, .object([FrameField("hex", .text("ff"))])) == [0xFF])
        #expect(try decoded(FieldCodec.textOrBytes, .text("a")) == [0x61])
        #expect(throws: FieldError("x", "is neither a string nor {\"hex\": …}")) {
            try decoded(FieldCodec.textOrBytes, .integer(1))
        }
    }

    @Test func textsOfTheirOwn() throws {
        #expect(FieldCodec<UInt8>.nibbles.encode(0x3E) == .text("3.14"))
        #expect(try decoded(FieldCodec<UInt8>.nibbles, .text("3.4")) == 0x34)
        #expect(FieldCodec.organization.encode(0x506F9A) == .hex([0x50, 0x6F, 0x9A]))
        #expect(try decoded(FieldCodec.organization, .text("506f9a")) == 0x506F9A)
        #expect(try decoded(FieldCodec.linkAddress, .text("02:00:00:00:00:01")).rawValue == 0x0200_0000_0001)
        #expect(throws: FieldError("x", "is a wrong number")) {
            try decoded(FieldCodec<[Bool]>.list(.flag, count: 1...1, "is a wrong number"), .list([]))
        }
    }
}
