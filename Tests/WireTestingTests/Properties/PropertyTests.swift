import Testing
import WireCoding
import WireSimulation
import WireTesting

/// A length byte and so many bytes, read by parsers with faults.
private struct Text: WireValue {
    var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(parsing input: inout ByteReader) throws(WireError) {
        let length = Int(try input.readUInt8("length"))
        bytes = try input.readBytes(length, "text")
    }

    func serialize(into output: inout ByteWriter) throws(WireError) {
        output.writeUInt8(UInt8(bytes.count))
        output.writeBytes(bytes)
    }

    static let any = Generator<Text> { random in Text(bytes: random.bytes(random.number(in: 0...40))) }
}

private struct OtherError: Error {}

@Suite struct PropertyTests {
    private func failure(_ body: () throws(PropertyFailure) -> Void) throws -> PropertyFailure {
        do {
            try body()
        } catch {
            return error
        }
        throw NoFailure()
    }

    private struct NoFailure: Error {}

    @Test func whatHoldsPasses() throws {
        try expectRoundTrip(Text.any)
        try expectNoCrash(parsing: Text.any.wireForms) { _ = try Text.parsed($0) }
        try expectNoCrash(parsing: [[1, 2]]) { _ in }
        try expectSameAs(reference: { try Text.parsed($0) }, parsing: Text.any.wireForms) { try Text.parsed($0) }
    }

    @Test func anErrorOfAnotherTypeIsAFailure() throws {
        let failure = try failure { () throws(PropertyFailure) in
            try expectNoCrash(parsing: Text.any.wireForms, seed: 8, property: "texts take anything") { bytes in
                let text = try Text.parsed(bytes)
                if text.bytes.count > 3 { throw OtherError() }
            }
        }
        #expect(failure.property == "texts take anything")
        #expect(failure.seed == 8)
        // The smallest text that is too long, of zeros.
        #expect(failure.reduced == [4, 0, 0, 0, 0])
        #expect(failure.reason.contains("OtherError instead of WireError"))
        let description = String(describing: failure)
        #expect(description.contains("seed 8, input \(failure.number)"))
        #expect(description.contains("hex: 0400000000"))
        #expect(description.contains("let bytes: [UInt8] = [0x04, 0x00, 0x00, 0x00, 0x00]"))
    }

    @Test func theDeclaredErrorMayBeAnyType() throws {
        try expectNoCrash(parsing: [[1]], throwing: OtherError.self) { _ in throw OtherError() }
    }

    @Test func theNumberRepeatsTheInput() throws {
        let failure = try failure { () throws(PropertyFailure) in
            try expectNoCrash(parsing: Text.any.wireForms, seed: 8, count: 500) { bytes in
                if bytes.count > 30 { throw OtherError() }
            }
        }
        let inputs = MutatedInputs(samples: Text.any.wireForms, seed: 8)
        #expect(inputs.input(failure.number, of: 500) == failure.input)
        #expect(failure.reduced == [UInt8](repeating: 0, count: 31))
    }

    @Test func aParserThatForgetsIsNoRoundTrip() throws {
        let failure = try failure { () throws(PropertyFailure) in
            try expectRoundTrip(
                Text.any, seed: 3, property: "texts come back",
                parse: { bytes in
                    var text = try Text.parsed(bytes)
                    if text.bytes.count > 2, text.bytes[1] > 0x7F { text.bytes[1] = 0x7F }
                    return text
                }, serialize: { try $0.serialized() })
        }
        #expect(failure.reason.contains("came back as"))
        // The value of fewest bytes that shows it, which is 4 with the length.
        #expect(failure.input?.count == 4)
        #expect(Text.any.value(seed: 3, number: failure.number).bytes.count == 3)
        // What was read comes back, so that the bytes alone do not show the fault. But the choices can be shrunk.
        let failing = Text.any.values(seed: 3, count: 1000).count { $0.bytes.count > 2 && $0.bytes[1] > 0x7F }
        #expect(failure.reduced == [3, 0, 0x80, 0] && failure.failures == failing)
        #expect(failure.choices.map(Text.any.value) == Text(bytes: [0, 0x80, 0]))
        #expect(
            String(describing: failure).contains(
                """
                  seed 3, input \(failure.number), 4 bytes, the shortest of \(failing) values that fail; reduced to 4 bytes
                  generator.value(choices: [3, 0, 128])

                """))
        #expect(String(describing: failure).hasPrefix("texts come back at PropertyTests.swift:"))
    }

    @Test func whatIsReadButNotWrittenAlikeIsReduced() throws {
        let failure = try failure { () throws(PropertyFailure) in
            try expectRoundTrip(
                Text.any, parse: { try Text.parsed($0) },
                serialize: { text in text.bytes.count > 5 ? [0] : try text.serialized() })
        }
        #expect(failure.choices.map(Text.any.value) == Text(bytes: [0, 0, 0, 0, 0, 0]))
        #expect(failure.input == [0] && failure.reduced == [0])
        let other = try self.failure { () throws(PropertyFailure) in
            try expectRoundTrip(
                Text.any, parse: { try Text.parsed($0) },
                serialize: { text in
                    let bytes = try text.serialized()
                    return bytes.count == 7 ? bytes + [0] : bytes
                })
        }
        #expect(other.reason.contains("could not be read back"))
    }

    @Test func aValueThatIsReadAndComesBackAsAnotherIsReduced() throws {
        let failure = try failure { () throws(PropertyFailure) in
            try expectRoundTrip(
                Text.any, seed: 3,
                parse: { bytes in
                    var text = try Text.parsed(bytes)
                    if text.bytes.count > 2 { text.bytes[0] ^= 1 }
                    return text
                }, serialize: { try $0.serialized() })
        }
        #expect(failure.reduced == [3, 0, 0, 0])
        let failing = Text.any.values(seed: 3, count: 1000).count { $0.bytes.count > 2 }
        #expect(failure.failures == failing)
        let description = String(describing: failure)
        #expect(description.contains("4 bytes, the shortest of \(failing) values that fail; reduced to 4 bytes"))
    }

    @Test func theOnlyValueThatFailsIsSaidToBeIt() throws {
        let failing = Text.any.value(seed: 1, number: 7)
        let failure = try failure { () throws(PropertyFailure) in
            try expectRoundTrip(
                Text.any, count: 20,
                parse: { bytes in
                    let text = try Text.parsed(bytes)
                    return text == failing ? Text(bytes: []) : text
                }, serialize: { try $0.serialized() })
        }
        #expect(failure.number == 7 && failure.failures == 1)
        #expect(String(describing: failure).contains(", the only value that fails"))
    }

    @Test func aValueThatCannotBeWrittenHasNoInput() throws {
        let failure = try failure { () throws(PropertyFailure) in
            try expectRoundTrip(Text.any, parse: { try Text.parsed($0) }, serialize: { _ in throw OtherError() })
        }
        #expect(failure.input == nil && failure.number == 0 && failure.failures == 1000)
        #expect(failure.reason.contains("could not be written"))
        #expect(!String(describing: failure).contains("hex"))
    }

    @Test func differencesFromTheReferenceAreReduced() throws {
        // Forgets that a text may not go past the end.
        func broken(_ bytes: [UInt8]) throws -> [UInt8] {
            guard let length = bytes.first else { throw OtherError() }
            return Array(bytes.dropFirst().prefix(Int(length)))
        }
        let failure = try failure { () throws(PropertyFailure) in
            try expectSameAs(
                reference: { try Text.parsed($0).bytes }, parsing: [[3, 1, 2, 3]], seed: 2, property: "same as Text",
                broken)
        }
        #expect(failure.reduced == [0, 0] || failure.reduced == [1])
        #expect(failure.reason.contains("where the reference throws"))
    }

    @Test func bothMayRefuseWithDifferentErrors() throws {
        try expectSameAs(reference: { _ -> Int in throw OtherError() }, parsing: [[1]]) { _ in
            throw WireError(.invalidValue(0), field: "x", offset: 0)
        }
    }
}
