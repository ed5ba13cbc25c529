import Testing
import WireCoding
import WireSimulation
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

    @Test func subframesArePaddedButForTheLast() {
        let bytes = Frames.bytes(Self.first + "a610203040501e22334455660003 aabbcc")
        #expect(walk(bytes).contents == [14..<19, 34..<37])
    }

    @Test func aLengthBeyondTheFrameEndsTheWalkThere() {
        let bytes = Frames.bytes(Self.first + "a610203040501e22334455660004 aabbcc")
        let (contents, offset) = walk(bytes)
        #expect(contents == [14..<19])
        #expect(offset == 134)
        #expect(walk(Array(bytes[..<25])).offset == 120)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SeededGenerator(seed: 0xA3D5)
        for _ in 0..<300 {
            let subframe = AMSDUSubframeHeader.with {
                $0.destination = LinkAddress(rawValue: random.next())
                $0.source = LinkAddress(rawValue: random.next())
                $0.length = UInt16(random.number(in: 0...65535))
            }
            var writer = ByteWriter()
            subframe.serialize(into: &writer)
            let bytes = writer.bytes
            var input = ByteReader(bytes.span)
            let readSubframe = try AMSDUSubframeHeader(parsing: &input)
            #expect(readSubframe == subframe)
        }
    }
}
