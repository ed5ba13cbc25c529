import Testing
import WireCoding
import WireTesting
import WirelessFrames

@Suite struct AggregateTests {
    private static let first = "a610203040501e22334455660005 0102030405 00"

    /// The contents' places, or the offset of the error.
    private func walk(_ bytes: [UInt8]) -> (contents: [Range<Int>], offset: Int?) {
        var subframes = AMSDUSubframes(bytes.span, baseOffset: 100)
        var contents: [Range<Int>] = []
        do throws(WireError) {
            while let subframe = try subframes.next() { contents.append(subframe.content) }
            return (contents, nil)
        } catch {
            return (contents, error.offset)
        }
    }

    @Test func `subframes are padded but for the last`() {
        let bytes = Frames.bytes(Self.first + "a610203040501e22334455660003 aabbcc")
        #expect(walk(bytes).contents == [14..<19, 34..<37])
    }

    @Test func `a length beyond the frame ends the walk there`() {
        let bytes = Frames.bytes(Self.first + "a610203040501e22334455660004 aabbcc")
        let (contents, offset) = walk(bytes)
        #expect(contents == [14..<19])
        #expect(offset == 134)
        #expect(walk(Array(bytes[..<25])).offset == 120)
    }

    @Test func `AWDL's data header in both forms`() throws {
        let short = Frames.bytes("0304 0100 0000 86dd")
        let long = Frames.bytes("0304 0a00 03 02aabb 0c020000 15023401 03 02ccdd 86dd")
        var input = ByteReader(short.span)
        let read = try AWDLDataHeader(parsing: &input)
        #expect(read == AWDLDataHeader(sequenceNumber: 1, etherType: 0x86DD))
        input = ByteReader(long.span)
        let other = try AWDLDataHeader(parsing: &input)
        #expect(other.sequenceNumber == 10)
        #expect(
            other.form
                == .long(
                    leading: [0xAA, 0xBB],
                    elements: [.init(type: 12, value: [0, 0]), .init(type: 21, value: [0x34, 1])],
                    trailing: [0xCC, 0xDD]))
        var writer = ByteWriter()
        other.serialize(into: &writer)
        #expect(writer.bytes == long)
        for count in 0..<long.count {
            let cut = Array(long[..<count])
            #expect(throws: WireError.self) {
                var input = ByteReader(cut.span)
                _ = try AWDLDataHeader(parsing: &input)
            }
        }
    }

    @Test func `elements without end are refused`() {
        let bytes = Frames.bytes("0304 0a00 03 00") + Array(repeating: [7, 0] as [UInt8], count: 65).joined()
        #expect(throws: WireError.self) {
            var input = ByteReader(bytes.span)
            _ = try AWDLDataHeader(parsing: &input)
        }
    }

    @Test func `what is written is read back`() throws {
        var random = SeededGenerator(seed: 0xA3D5)
        for _ in 0..<300 {
            let elements = (0..<random.number(in: 0...5)).map { _ in
                AWDLDataHeader.Element(
                    type: UInt8(random.number(in: 4...255)), value: random.bytes(random.number(in: 0...9)))
            }
            let header = AWDLDataHeader(
                sequenceNumber: UInt16(random.number(in: 0...65535)), etherType: 0x86DD,
                form: random.chance(1, in: 2)
                    ? .short(UInt16(random.number(in: 0...0x02FF)))
                    : .long(leading: random.bytes(3), elements: elements, trailing: random.bytes(1)))
            let subframe = AMSDUSubframeHeader(
                destination: LinkAddress(rawValue: random.next()), source: LinkAddress(rawValue: random.next()),
                length: UInt16(random.number(in: 0...65535)))
            var writer = ByteWriter()
            header.serialize(into: &writer)
            subframe.serialize(into: &writer)
            let bytes = writer.bytes
            var input = ByteReader(bytes.span)
            let read = try AWDLDataHeader(parsing: &input)
            #expect(read == header)
            let readSubframe = try AMSDUSubframeHeader(parsing: &input)
            #expect(readSubframe == subframe)
        }
    }
}
