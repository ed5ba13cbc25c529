import Foundation
import Testing
import WireCoding
import WireTesting

/// A parser of an adopter's own with one fault each, and what is reported of it.
@Suite struct PlantedFaultTests {
    private let parcels = Generator<Parcel>.parcels

    private func roundTrip(_ fault: Parcel.Fault?) throws(PropertyFailure) {
        try expectRoundTrip(
            parcels, property: "parcels", fields: [Parcel.format], parse: { try Parcel($0, fault: fault) },
            serialize: { $0.bytes() })
    }

    private func failure(_ body: () throws(PropertyFailure) -> Void) throws -> PropertyFailure {
        try #require(throws: PropertyFailure.self) { try body() }
    }

    @Test func nothingIsReportedOfAParserWithoutAFault() throws {
        try roundTrip(nil)
        try expectNoCrash(parsing: parcels.map { $0.bytes() }) { _ = try Parcel($0) }
        try expectSameAs(reference: { try Parcel($0) }, parsing: parcels.map { $0.bytes() }) { try Parcel($0) }
    }

    @Test func aByteOrderThatIsWrongAbove700IsShownWith701Zeros() throws {
        let failure = try failure { () throws(PropertyFailure) in try roundTrip(.byteOrder) }
        #expect(failure.choices == [1, 0, 701])
        #expect(failure.reduced == [1, 0xBD, 0x02] + [UInt8](repeating: 0, count: 701))
        let text = failure.description
        #expect(text.hasPrefix("parcels at PlantedFaultTests.swift:"))
        #expect(text.contains("could not be read back: "))
        #expect(text.contains("generator.value(choices: [1, 0, 701])\n"))
        #expect(text.contains(" … (576 more bytes)\n"))
        #expect(text.hasSuffix("let bytes: [UInt8] = [0x01, 0xBD, 0x02] + [UInt8](repeating: 0x00, count: 701)"))
        #expect(text.utf8.count < 1500)
    }

    @Test func aByteThatGoesMissingFrom256OnIsShownWith256Zeros() throws {
        let failure = try failure { () throws(PropertyFailure) in try roundTrip(.offByOne) }
        #expect(failure.choices == [1, 0, 256])
        #expect(failure.reduced == [1, 0, 1] + [UInt8](repeating: 0, count: 256))
        #expect(failure.description.contains("seed 1, input \(failure.number), "))
        #expect(failure.description.utf8.count < 2500)
        // As bytes, the length is kept true.
        let difference = try self.failure { () throws(PropertyFailure) in
            try expectSameAs(reference: { try Parcel($0) }, parsing: parcels.map { $0.bytes() }) {
                try Parcel($0, fault: .offByOne)
            }
        }
        #expect(difference.reduced == [1, 0, 1] + [UInt8](repeating: 0, count: 256))
    }

    @Test func aBitThatIsLostIsShownWithOneStatus() throws {
        let failure = try failure { () throws(PropertyFailure) in try roundTrip(.statusBit) }
        #expect(failure.reduced == [2, 5, 0, 0xF1, 0, 0, 0, 0])
        #expect(
            failure.description.contains(
                "Item.status(241, at: 0)]) came back as Parcel(items: [WireTestingTests.Parcel.Item.status(240, at: 0)])"
            ))
        let difference = try self.failure { () throws(PropertyFailure) in
            try expectSameAs(reference: { try Parcel($0) }, parsing: parcels.map { $0.bytes() }) {
                try Parcel($0, fault: .statusBit)
            }
        }
        #expect(difference.reduced == [2, 5, 0, 0xF1, 0, 0, 0, 0])
    }

    @Test func aLongInputWithLengthsIsReducedByAFormatOfOnesOwn() throws {
        // Big-endian lengths of two bytes, which no mutator of ours knows, in a message with a length of its own.
        let format = FieldFormat(typeWidth: 2, lengthWidth: 2, isBigEndian: true, start: 4)
        func total(_ bytes: [UInt8]) throws -> Int {
            var input = ByteReader(bytes.span)
            let length = Int(try input.readUInt32("length"))
            var (body, sum) = (try input.subreader(length, "body", limit: "length"), 0)
            while !body.isAtEnd {
                _ = try body.readUInt16("type")
                sum += try body.readBytes(Int(try body.readUInt16("length")), "field").count
            }
            try input.expectEnd("message")
            return sum
        }
        let samples = Generator<[UInt8]> { random in
            let fields = (0..<random.number(in: 1...8)).map { _ in
                let body = random.bytes(random.number(in: 0...600))
                return random.bytes(2) + [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
            }
            let count = fields.joined().count
            return [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + fields.joined()
        }
        let failure = try failure { () throws(PropertyFailure) in
            try expectSameAs(
                reference: { try total($0) }, parsing: samples, mutators: Mutator.fields("message", format)
            ) { bytes in
                let sum = try total(bytes)
                return sum > 300 ? sum - 1 : sum
            }
        }
        #expect((failure.input?.count ?? 0) > 309)
        #expect(failure.reduced == [0, 0, 1, 0x31, 0, 0, 1, 0x2D] + [UInt8](repeating: 0, count: 301))
    }

    @Test func aTrapOnAnEmptyNoteTellsItsInput() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try expectRoundTrip(
                    Generator<Parcel>.parcels, property: "parcels", parse: { try Parcel($0, fault: .emptyNote) },
                    serialize: { $0.bytes() })
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("parcels at PlantedFaultTests.swift:"))
        #expect(text.contains(": the process dies of a signal\n  seed 1, input "))
        #expect(text.contains("030000"))
    }

    @Test func anEndlessLoopTellsItsInput() async throws {
        let result = try #require(
            await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try expectNoCrash(
                    parsing: Generator<Parcel>.parcels.map { $0.bytes() }, property: "parcels",
                    limits: InputLimits(time: .seconds(1))
                ) { _ = try Parcel($0, fault: .endlessLoop) }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("parcels at PlantedFaultTests.swift:"))
        #expect(text.contains("takes longer than 1.0 seconds, so that the process ends\n  seed 1, input "))
        #expect(text.contains("  let bytes: [UInt8] = ["))
    }

    @Test func memoryThatALengthAsksForIsReported() async {
        await #expect(processExitsWith: .success) {
            let failure = #expect(throws: PropertyFailure.self) {
                try expectNoCrash(
                    parsing: Generator<Parcel>.parcels.map { $0.bytes() }, property: "parcels",
                    limits: InputLimits(memory: 100 << 20)
                ) { _ = try Parcel($0, fault: .memory) }
            }
            let text = failure?.description ?? ""
            guard text.contains("parcels at PlantedFaultTests.swift:"),
                text.contains("the limit is 100 MiB\n  seed 1, input "),
                text.contains("let bytes: [UInt8] = [")
            else { exit(1) }
        }
    }

    @Test func aFaultWhileAValueIsShrunkTellsWhatHadFailedBefore() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                // Smaller values trap instead.
                try expectAll(Generator<Int> { $0.number(in: 0...1000) }, property: "numbers") { number in
                    precondition(number > 200)
                    return false
                }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("numbers at PlantedFaultTests.swift:"))
        #expect(text.contains("seed 1, input 0, reduced from what fails: does not hold for "))
    }
}
