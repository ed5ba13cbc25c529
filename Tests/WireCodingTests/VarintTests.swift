import Testing
import WireCoding

@Suite struct VarintTests {
    @Test(arguments: [0, 1, 127, 128, 300, 16_383, 16_384, 1 << 62, 1 << 63, .max] as [UInt64])
    func readsWhatItWrites(_ number: UInt64) {
        let bytes = Varint.encode(number)
        #expect(bytes.count == Varint.length(of: number) && bytes.count <= Varint.maximumLength)
        let preceded = [0xFF] + bytes
        #expect(Varint(preceded.span, at: 1) == .value(number, length: bytes.count))
        for end in bytes.indices {
            let cut = Array(bytes[..<end])
            #expect(Varint(cut.span, at: 0) == .incomplete)
        }
    }

    @Test func moreBytesThanNeededAreReadUpToTen() {
        let long: [UInt8] = [0x81, 0x80, 0]
        #expect(Varint(long.span, at: 0) == .value(1, length: 3))
        let longest = [UInt8](repeating: 0x80, count: 9) + [1]
        #expect(Varint(longest.span, at: 0) == .value(1 << 63, length: 10))
        let wide = [UInt8](repeating: 0x80, count: 9) + [2]
        #expect(Varint(wide.span, at: 0) == .illegal)
        let endless = [UInt8](repeating: 0x80, count: 10)
        #expect(Varint(endless.span, at: 0) == .illegal)
    }
}
