import Testing
import WireCoding
import WireSimulation
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
        guard let version: AWDLVersion = elements[0].tlv.value() else {
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

    /// Written they are headers all the same, and their packet starts where it should.
    @Test(arguments: [
        (AWDLDataHeader.Form.short(0x0301), "AWDL data header at offset 4 has the impossible value 769"),
        (
            .long(leading: [UInt8](repeating: 3, count: 300), elements: [], trailing: []),
            "AWDL data element at offset 5 is 300 bytes long, the limit is 255"
        ),
        (
            .long(
                leading: [1], elements: [.init(type: 21, value: [0x34, 1]), .init(type: 3, value: [9])], trailing: []),
            "AWDL data element at offset 11 has the impossible value 3"
        ),
        (
            .long(leading: [], elements: Array(repeating: .init(type: 7, value: []), count: 65), trailing: []),
            "AWDL elements at offset 6 is 65 bytes long, the limit is 64"
        ),
    ])
    func whatAHeaderHasNoRoomForIsTold(form: AWDLDataHeader.Form, complaint: String) throws {
        let header = AWDLDataHeader(sequenceNumber: 1, etherType: 0x86DD, form: form)
        let error = #expect(throws: WireError.self) { try header.validate() }
        #expect(error?.description == complaint)
        let written = bytes(header)
        let read = try parse(written + [0x60])
        #expect(read.size == written.count && read.header.etherType == 0x86DD)
    }

    @Test func anotherHeadIsAFault() throws {
        let other = try parse(Frames.bytes("4500 0000 0000 86dd")).header
        #expect(
            other.fault(baseOffset: 32)?.description == "AWDL data header at offset 32 has the impossible value 17664")
        #expect(try parse(Frames.bytes("0304 0000 0000 86dd")).header.fault() == nil)
    }

    @Test(arguments: 0..<10)
    func anyHeaderReadsBack(seed: UInt64) throws {
        for header in Generator<AWDLDataHeader>.extreme.values(seed: seed, count: 100) {
            let written = bytes(header)
            try header.validate()
            #expect(try parse(written).header == header)
            for length in 0..<min(written.count, 40) {
                #expect(throws: WireError.self) { try parse(Array(written[..<length])) }
            }
        }
    }
}
