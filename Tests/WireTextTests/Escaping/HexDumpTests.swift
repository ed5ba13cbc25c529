import Testing

@testable import WireText

@Suite struct HexDumpTests {
    private let bytes = Array("0123456789abcdefXY\u{1}".utf8)

    @Test func sixteenBytesFitOnALineOfUsualWidth() {
        #expect(
            HexDump.lines(bytes, from: 0x20, width: 78) == [
                "00000020  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef",
                "00000030  58 59 01                                          XY.",
            ])
    }

    @Test(arguments: [30, 43, 60, 76, 120])
    func linesKeepToTheWidth(width: Int) {
        let lines = HexDump.lines(bytes, width: width)
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines.count == (width >= 76 ? 2 : width >= 43 ? 3 : 5))
    }

    @Test func noBytesAreNoLines() {
        #expect(HexDump.lines([], width: 80).isEmpty)
    }
}
