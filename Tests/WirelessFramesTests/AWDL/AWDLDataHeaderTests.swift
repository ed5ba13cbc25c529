import Testing
import WireCoding
import WireTesting
import WirelessFrames

@Suite struct AWDLDataHeaderTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> (header: AWDLDataHeader, size: Int) {
        var input = ByteReader(bytes.span)
        let header = try AWDLDataHeader(parsing: &input)
        return (header, input.position)
    }

    private func bytes(_ header: AWDLDataHeader) -> [UInt8] {
        var output = ByteWriter()
        header.serialize(into: &output)
        return output.bytes
    }

    @Test(arguments: CapturedAWDLFrames.captures)
    func headersAreWrittenAsTheyWere(capture: String) throws {
        let frames = try CapturedAWDLFrames.dataFrames(of: capture)
        // A capture of Wi-Fi Aware has none.
        #expect(!frames.isEmpty || capture.hasPrefix("nan"))
        for (number, body) in frames {
            let (header, size) = try parse(body)
            #expect(bytes(header) == Array(body[..<size]), "frame \(number)")
            #expect(header.etherType == 0x86DD)
        }
    }

    @Test func theLongFormHasElementsWithLengthsOfOneByte() throws {
        let (header, size) = try parse(Frames.bytes("0304 0a00 03 02 aabb 15 02 3401 05 01 00 03 02 ccdd 86dd 60"))
        #expect(size == 21 && header.sequenceNumber == 10)
        guard case .long(let leading, let elements, let trailing) = header.form else {
            Issue.record("short")
            return
        }
        #expect(leading == [0xAA, 0xBB] && trailing == [0xCC, 0xDD])
        #expect(elements.map(\.type) == [21, 5])
        guard case .version(let version) = elements[0].tlv.value else {
            Issue.record("\(elements[0].tlv)")
            return
        }
        #expect(version.description == "3.4" && elements[1].tlv.error != nil)
    }

    @Test func elementsWithoutEndAreRefused() {
        let bytes = Frames.bytes("0304 0a00 03 00" + String(repeating: "0700", count: 65))
        let error = #expect(throws: WireError.self) { try parse(bytes) }
        #expect(error?.kind == .tooLong(length: 65, maximum: AWDLDataHeader.maximumElements))
    }

    @Test(arguments: 0..<10)
    func anyHeaderReadsBack(seed: UInt64) throws {
        var random = RandomAWDLFrames(seed: seed)
        for _ in 0..<100 {
            let elements = (0..<random.generator.number(in: 0...AWDLDataHeader.maximumElements)).map { _ in
                AWDLDataHeader.Element(type: random.generator.pick([12, 21, 2]), value: random.bytes(upTo: 255))
            }
            let short = AWDLDataHeader.Form.short(random.half() & 0xFCFF)
            let long = AWDLDataHeader.Form.long(
                leading: random.bytes(upTo: 255), elements: elements, trailing: random.bytes(upTo: 255))
            let header = AWDLDataHeader(
                sequenceNumber: random.half(), etherType: random.half(), form: random.generator.pick([short, long]),
                head: random.generator.pick([AWDLDataHeader.magic, random.half()]))
            let written = bytes(header)
            #expect(try parse(written).header == header)
            for length in 0..<min(written.count, 40) {
                #expect(throws: WireError.self) { try parse(Array(written[..<length])) }
            }
        }
    }
}
