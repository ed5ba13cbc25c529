import Testing
@testable import WireText

@Suite struct HexExcerptTests {
    @Test(
        arguments: [
            (0, "[00] 01 02 03 04 05 06 07 08 …"), (1, "00 [01] 02 03 04 05 06 07 08 09 …"),
            (10, "… 02 03 04 05 06 07 08 09 [0a] 0b 0c 0d 0e 0f 10 11 12 …"),
            (19, "… 0b 0c 0d 0e 0f 10 11 12 [13]"), (20, "… 0c 0d 0e 0f 10 11 12 13 []"),
            (99, "… 0c 0d 0e 0f 10 11 12 13 []"), (-1, "[00] 01 02 03 04 05 06 07 08 …"),
        ])
    func marksTheByte(offset: Int, excerpt: String) {
        #expect(HexExcerpt.text((0..<20).map { UInt8($0) }, at: offset) == excerpt)
    }

    @Test func ofNothingIsTheEnd() { #expect(HexExcerpt.text([], at: 0) == "[]") }
}
