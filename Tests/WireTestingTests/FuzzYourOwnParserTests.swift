import Foundation
import Testing
import WireCoding
import WireTesting
import XCTest
import TestSupport

// The code of the article, word for word.

struct Greeting: Equatable, Sendable {
    var name: String
    var volume: UInt8
}

extension Greeting: WireValue {
    init(parsing input: inout ByteReader) throws(WireError) {
        let length = try input.readUInt8("length of the name")
        let bytes = try input.readBytes(Int(length), "name")
        name = String(decoding: bytes, as: UTF8.self)
        volume = try input.readUInt8("volume")
    }

    func serialize(into output: inout ByteWriter) {
        output.writeUInt8(UInt8(name.utf8.count))
        output.writeBytes(Array(name.utf8))
        output.writeUInt8(volume)
    }
}

extension Generator where Value == Greeting {
    static var plausible: Self {
        Self { random in
            Greeting(name: random.deviceName(), volume: UInt8(random.number(in: 1...11)))
        }
    }

    static var extreme: Self {
        Self { random in
            // At most 60 characters of four bytes each: the length has to fit its byte.
            Greeting(name: random.text(random.number(in: 0...60)), volume: random.boundary())
        }
    }
}

@Suite struct GreetingProperties {
    @Test(arguments: [Generator<Greeting>.plausible, .extreme])
    func readsWhatItWrites(greetings: Generator<Greeting>) throws {
        try expectRoundTrip(greetings)
    }

    @Test func takesWhateverItGets() throws {
        try expectNoCrash(parsing: Generator<Greeting>.extreme.wireForms) { bytes in
            _ = try Greeting.parsed(bytes)
        }
    }

    @Test func agreesWithTheOldParser() throws {
        try expectSameAs(
            reference: { bytes in
                guard let length = bytes.first, bytes.count == Int(length) + 2 else { throw WrongLength() }
                return Greeting(
                    name: String(decoding: bytes[1...Int(length)], as: UTF8.self), volume: bytes[bytes.count - 1])
            },
            parsing: Generator<Greeting>.plausible.wireForms
        ) { bytes in try Greeting.parsed(bytes) }
    }

    private struct WrongLength: Error {}
}

final class GreetingPropertyCase: XCTestCase {
    func testReadsWhatItWrites() throws {
        try expectRoundTrip(Generator<Greeting>.extreme)
    }
}

@Suite struct FuzzYourOwnParserTests {
    @Test func aFailureCanBeRepeatedFromItsMessage() {
        let greeting = Generator<Greeting>.extreme.value(seed: 1, number: 3)
        #expect(greeting == Generator<Greeting>.extreme.values(seed: 1, count: 4)[3])
        let simplest = Generator<Greeting>.extreme.value(choices: [21])
        #expect(simplest == Greeting(name: String(repeating: "a", count: 21), volume: 0))
    }

    @Test func mutatorsOfAFormatOfOnesOwnAreMadeInTwoLines() throws {
        let format = FieldFormat(typeWidth: 2, lengthWidth: 2, isBigEndian: true)
        let mutators = Mutator.byteLevel + Mutator.fields("greetings", format)
        #expect(mutators.count == Mutator.byteLevel.count + 7)
        try expectNoCrash(parsing: Generator<Greeting>.plausible.wireForms, mutators: mutators) {
            _ = try Greeting.parsed($0)
        }
    }

    private enum VolumeError: Error { case tooLoud }

    @Test func aFailureLooksAsInTheArticle() throws {
        let failure = #expect(throws: PropertyFailure.self) {
            try expectNoCrash(
                parsing: Generator<Greeting>.extreme.wireForms, property: "takesWhateverItGets()",
                fileID: "GreetingTests/GreetingTests.swift", line: 41
            ) { bytes in
                if try Greeting.parsed(bytes).volume > 11 { throw VolumeError.tooLoud }
            }
        }
        try checkArticle(shows: try #require(failure))
    }

    @Test func aShrunkenValueLooksAsInTheArticle() throws {
        let failure = #expect(throws: PropertyFailure.self) {
            try expectRoundTrip(
                Generator<Greeting>.extreme, property: "readsWhatItWrites()",
                fileID: "GreetingTests/GreetingTests.swift",
                line: 36,
                parse: { bytes in
                    var greeting = try Greeting.parsed(bytes)
                    if greeting.name.unicodeScalars.count > 20 { greeting.name.unicodeScalars.removeLast() }
                    return greeting
                }, serialize: { try $0.serialized() })
        }
        try checkArticle(shows: try #require(failure))
    }

    private func checkArticle(shows failure: PropertyFailure) throws {
        let lines = failure.description.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
        #expect(try String(contentsOf: Self.article, encoding: .utf8).contains(lines), "\(lines)")
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(contentsOf: Self.article, encoding: .utf8)
        var blocks: [String] = []
        for piece in article.components(separatedBy: "```swift\n").dropFirst() {
            blocks.append(piece.components(separatedBy: "\n```")[0])
        }
        #expect(blocks.count == 8)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            let isThere =
                source.contains("\n" + block + "\n")
                || source.contains("\n" + lines.map { "        " + $0 }.joined(separator: "\n") + "\n")
            #expect(isThere, "not the code of this file: \(block)")
        }
    }

    private static let article = Fixture.repository
        .appending(path: "Sources/WireTesting/WireTesting.docc/Fuzz-your-own-parser.md")
}
