import Testing
import WireCoding

@Suite struct StringUTF8Tests {
    @Test(arguments: ["", "a", "café", "\u{FFFD}", "👩🏽‍💻", "\0"])
    func textReadsBack(text: String) { #expect(String(validUTF8: Array(text.utf8)) == text) }

    @Test(
        arguments: [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func otherBytesAreNoText(bytes: [UInt8]) { #expect(String(validUTF8: bytes) == nil) }
}
