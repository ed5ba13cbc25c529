import Testing
import WireCoding

@Suite struct WireCodecTests {
    private enum Side: UInt8 { case none, left, right }

    @Test func numberThatATypeRefusesIsAnErrorAtItsOffset() throws {
        let codec = WireCodec<Side>.code("side")
        let bytes: [UInt8] = [2, 7]
        var input = ByteReader(bytes.span)
        let side = try codec.parse(&input)
        #expect(side == .right)
        var refusal: WireError?
        do throws(WireError) { _ = try codec.parse(&input) } catch { refusal = error }
        #expect(refusal == WireError(.invalidValue(7), field: "side", offset: 1))
    }
}
