import Testing

@testable import Platform

@Suite struct PathTextTests {
    @Test func aPathOfUTF8IsItsText() {
        #expect(PathText.text(Array("/tmp/Jürgen's 日本.pcap".utf8)) == "/tmp/Jürgen's 日本.pcap")
        #expect(PathText.bytes("/tmp/日本") == Array("/tmp/日本".utf8))
    }

    @Test(
        arguments: [
            [0xE4], [0x75, 0xE4, 0x75], [0xC3], [0xC3, 0xA4, 0xFF], [0xE6, 0x97], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
            // A private-use character that stands for a byte elsewhere.
            [0xF4, 0x8F, 0x9F, 0xA4],
        ] as [[UInt8]])
    func otherBytesComeBack(path: [UInt8]) {
        let text = PathText.text(path)
        #expect(PathText.bytes(text) == path)
        #expect(text.unicodeScalars.contains { PathText.byte($0) != nil })
    }

    @Test func aByteBecomesOneCharacter() {
        #expect(PathText.text([0x61, 0xE4, 0x62]).unicodeScalars.map(\.value) == [0x61, 0x10_F7E4, 0x62])
        #expect(PathText.byte("\u{10F77F}") == nil && PathText.byte("\u{10F780}") == 0x80)
    }
}
