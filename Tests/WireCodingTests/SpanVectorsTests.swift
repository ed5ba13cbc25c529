import Testing
import WireCoding

@Suite struct SpanVectorsTests {
    @Test func loadsEightBytesAtAnyOffset() {
        let bytes = Array(0...20 as ClosedRange<UInt8>)
        for offset in 0...13 {
            #expect(bytes.span.loadUInt64(at: offset) == bytes.span.littleEndianUInt64(at: offset))
        }
        #expect(bytes.span.loadUInt64(at: 1) == 0x0807_0605_0403_0201)
    }
}
