import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct FramingTests {
    private func sizes(_ framing: String, _ stream: String, _ header: String = "") throws -> [Int] {
        let compiled = try Examples.compiled(yaml: "framing: \(framing)\n\(header)body: bytes\n")
        let reading = Reading(compiled, hex(stream))
        #expect(reading.summary.malformed == 0, "\(String(describing: reading.summary.firstFault))")
        return reading.messages.map(\.bodySize)
    }

    @Test func aPrefixCountsTheBody() throws {
        #expect(try sizes("{prefix: {size: 2}}", "0003 616263 0000 0001 61") == [3, 0, 1])
        #expect(try sizes("{prefix: {size: 3, endian: little}}", "030000 616263") == [3])
    }

    @Test func aPrefixCountsWhatItCovers() throws {
        let header = "header: [{name: kind, type: u8}]\n"
        #expect(try sizes("{prefix: {size: 1, covers: body}}", "02 07 6161 00 08", header) == [2, 0])
        #expect(try sizes("{prefix: {size: 1, covers: rest}}", "03 07 6161 01 08", header) == [2, 0])
        #expect(try sizes("{prefix: {size: 1, covers: all}}", "04 07 6161 02 08", header) == [2, 0])
        #expect(try sizes("{prefix: {size: 1, add: 1}}", "01 07 6161 00 08 61", header) == [2, 1])
    }

    @Test func aLengthIsAFieldOfTheHeader() throws {
        let header = "header: [{name: a, type: u8}, {name: n, type: varint}, {name: b, type: u16}]\n"
        #expect(try sizes("{length: n}", "01 02 0000 6161 01 00 0000", header) == [2, 0])
        #expect(try sizes("{length: n, covers: rest}", "01 04 0000 6161 01 02 0000", header) == [2, 0])
        #expect(try sizes("{length: n, covers: all}", "01 06 0000 6161 01 04 0000", header) == [2, 0])
        let long = "01 8201 0000" + String(repeating: "61", count: 130)
        #expect(try sizes("{length: n}", long, header) == [130])
    }

    @Test func aVarintIsALength() throws {
        #expect(
            try sizes("{prefix: varint}", "03 616263 00" + "8201" + String(repeating: "62", count: 130)) == [3, 0, 130])
    }

    @Test func aDelimiterEndsAMessageAndNothingBetweenTwoIsNone() throws {
        #expect(try sizes("{delimiter: \"\\r\\n\"}", "6162 0d0a 0d0a 610d 0d0a 63") == [2, 2, 1])
        #expect(try sizes("{delimiter: {hex: \"00\"}}", "6162 00 00 63 00") == [2, 1])
    }

    @Test func everyMessageHasAFixedSize() throws {
        #expect(try sizes("{fixed: 3}", "616161 626262") == [3, 3])
    }

    @Test(arguments: [
        ("{prefix: {size: 4}, maximum: 8}", "00000009", "above the maximum of 8"),
        ("{prefix: {size: 8}}", "ffffffffffffffff", "above the maximum"),
        ("{prefix: {size: 2, covers: all}}", "0001", "a body of -1 bytes"),
        ("{prefix: varint}", "ffffffffffffffffff02", "no varint"),
        ("{delimiter: \"\\n\", maximum: 4}", "6162636465666768", "no delimiter"),
    ])
    func anIllegalLengthEndsTheReading(_ framing: String, _ stream: String, _ words: String) throws {
        let compiled = try Examples.compiled(yaml: "framing: \(framing)\nbody: bytes\n")
        let reading = Reading(compiled, hex(stream) + [0, 0, 0, 1, 97])
        #expect(reading.messages.isEmpty)
        #expect(reading.summary.malformed == 1)
        #expect(reading.summary.firstFault?.key == "framing")
        #expect(reading.summary.firstFault?.message.contains(words) == true)
        #expect(reading.summary.state == .stopped)
    }

    @Test func theBytesAroundAFaultAreTheSameHoweverTheStreamIsCut() throws {
        let compiled = try Examples.compiled(yaml: "framing: {prefix: {size: 2}, maximum: 8}\nbody: bytes\n")
        let stream = [UInt8](repeating: 0, count: 60) + [0xFF] + Array(1...100)
        for cut in 1..<stream.count {
            let pieces = [stream[..<cut], stream[cut...]].map { Reading.Event.bytes(Array($0)) }
            let fault = try #require(Reading(compiled, pieces).summary.firstFault)
            #expect(fault.streamOffset == 60 && fault.bytes == Array(stream[60..<92]), "cut at \(cut)")
        }
    }

    @Test func aStreamThatEndsWithinAMessageIsToldOnce() throws {
        let compiled = try Examples.compiled(yaml: "framing: {prefix: {size: 1}}\nbody: utf8\n")
        let reading = Reading(compiled, hex("0161 0361"))
        #expect(reading.messages.count == 1)
        #expect(reading.summary.malformed == 1)
        #expect(reading.summary.firstFault?.message == "the stream ends within this message")
        #expect(reading.summary.firstFault?.bytes == hex("0361"))
    }

    @Test func aBodyThatDoesNotDecodeIsMalformedAloneUnlessItIsTheFirst() throws {
        let compiled = try Examples.compiled(yaml: "framing: {prefix: {size: 1}}\nbody: json\n")
        let later = Reading(compiled, hex("0131 0178 0132"))
        #expect(later.messages.count == 2)
        #expect(later.summary.malformed == 1)
        let first = Reading(compiled, hex("0178 0131 0132"))
        #expect(first.messages.isEmpty)
        #expect(first.summary.state == .mismatch)
        #expect(!first.summary.isRead)
    }

    @Test func noMemoryIsTakenForALengthThatIsOnlyTold() throws {
        let compiled = try Examples.compiled(yaml: "framing: {prefix: {size: 4}, maximum: 1073741824}\nbody: bytes\n")
        var decoder = compiled.makeDecoder()
        decoder.read(hex("3fffffff 616263").span) { _ in }
        #expect(decoder.heldBytes == 7)
        decoder.evict()
        #expect(decoder.heldBytes == 0)
    }

    // MARK: - Holes

    private let lines = "framing: {delimiter: \"\\n\"}\nbody: json\nmessage: {type: body}\n"
    private let prefixed = "framing: {prefix: {size: 2}}\nbody: json\nmessage: {type: body}\n"

    private func message(_ number: Int) -> [UInt8] {
        let body = Array("\(1000 + number)".utf8)
        return [0, UInt8(body.count)] + body
    }

    @Test func aHoleWithinOneBodyCostsThatMessageOnly() throws {
        let compiled = try Examples.compiled(yaml: prefixed)
        let reading = Reading(
            compiled,
            [.bytes(message(1) + message(2).prefix(3)), .hole(2), .bytes(message(2).suffix(1) + message(3)), .end])
        #expect(reading.types == ["1001", "1003"])
        #expect(reading.summary.malformed == 0)
        #expect(reading.summary.state == .reading)
    }

    @Test func afterAHoleFourMessagesInARowProveTheFraming() throws {
        let compiled = try Examples.compiled(yaml: prefixed)
        let rest = (5..<10).flatMap { message($0) }
        let reading = Reading(compiled, [.bytes(message(1)), .hole(9), .bytes([0x33, 0x34] + rest), .end])
        #expect(reading.types == ["1001", "1005", "1006", "1007", "1008", "1009"])
        #expect(reading.offsets == [0, 17, 23, 29, 35, 41])
        #expect(reading.summary.state == .found)
        #expect(reading.summary.malformed == 0)
        let short = Reading(compiled, [.bytes(message(1)), .hole(9), .bytes([0x33, 0x34] + rest.prefix(18)), .end])
        #expect(short.types == ["1001"])
        #expect(short.summary.state == .notFound)
    }

    @Test func afterAHoleALineBeginsBehindADelimiter() throws {
        let compiled = try Examples.compiled(yaml: lines)
        let reading = Reading(compiled, [.bytes(Array("1\n2".utf8)), .hole(3), .bytes(Array("4\n5\n6".utf8)), .end])
        #expect(reading.types == ["1", "5", "6"])
        #expect(reading.offsets == [0, 8, 10])
        #expect(reading.summary.skippedBytes == 3)
    }

    @Test func aStreamThatIsJoinedInTheMiddleIsFound() throws {
        let compiled = try Examples.compiled(yaml: prefixed)
        let stream = Array((0..<9).flatMap { message($0) }.dropFirst(3))
        let reading = Reading(compiled, stream, midstream: true)
        #expect(reading.types.first == "1001")
        #expect(reading.messages.count == 8)
        #expect(reading.summary.skippedBytes == 3)
    }

    @Test func zeroBytesAreNoMessages() throws {
        let compiled = try Examples.compiled(yaml: "framing: {prefix: {size: 1}}\nbody: utf8\n")
        let reading = Reading(compiled, Array(repeating: 0, count: 5000), midstream: true)
        #expect(reading.messages.isEmpty)
        #expect(reading.summary.state == .notFound)
    }

    @Test func fixedSizesKeepTheirPlaceThroughAHoleAndAreNotFoundWithoutAStart() throws {
        let compiled = try Examples.compiled(yaml: "framing: {fixed: 3}\nbody: utf8\nmessage: {type: body}\n")
        let reading = Reading(compiled, [.bytes(Array("aaab".utf8)), .hole(4), .bytes(Array("cddd".utf8)), .end])
        #expect(reading.types == ["aaa", "ddd"])
        #expect(Reading(compiled, Array("abcdefghijklmnopqr".utf8), midstream: true).summary.state == .notFound)
    }

    @Test func withResynchronizationMessagesAfterAFaultAreRead() throws {
        let stream = message(1) + [0xFF, 0xFF, 0xFF] + (2..<7).flatMap { message($0) }
        let strict = try Examples.compiled(
            yaml: "framing: {prefix: {size: 2}, maximum: 99}\nbody: json\nmessage: {type: body}\n")
        let found = Reading(strict, [.bytes(stream), .end], resynchronizes: true)
        #expect(found.types == ["1001", "1002", "1003", "1004", "1005", "1006"])
        #expect(found.summary.malformed == 1)
        #expect(Reading(strict, stream).types == ["1001"])
    }

    // MARK: - Datagrams

    @Test func aDatagramIsAMessage() throws {
        let compiled = try Examples.compiled(
            yaml: "over: [udp]\nheader: [{name: magic, type: u8, constant: 7}]\nbody: utf8\nmessage: {type: body}\n")
        let reading = Reading(compiled, [.datagram(hex("0761")), .datagram(hex("0861")), .datagram(hex("0762")), .end])
        #expect(reading.types == ["a", "b"])
        #expect(reading.summary.malformed == 1)
        #expect(reading.summary.firstFault?.key == "header.magic")
    }

    @Test func aDatagramCanHoldSeveralMessagesWithLengths() throws {
        let compiled = try Examples.compiled(
            yaml: "over: [udp]\nframing: {prefix: {size: 1}}\nbody: utf8\nmessage: {type: body}\n")
        let reading = Reading(
            compiled, [.datagram(hex("0161 0262 63")), .datagram(hex("0964")), .datagram(hex("0165"))])
        #expect(reading.types == ["a", "bc", "e"])
        #expect(reading.summary.malformed == 1)
    }
}
