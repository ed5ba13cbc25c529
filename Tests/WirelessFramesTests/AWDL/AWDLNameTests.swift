import Testing
import WireCoding
import WirelessFrames

@Suite struct AWDLNameTests {
    private func name(_ hex: String) throws(WireError) -> AWDLName {
        let bytes = Frames.bytes(hex)
        var input = ByteReader(bytes.span)
        return try AWDLName(parsing: &input)
    }

    private func hex(_ name: AWDLName) -> String {
        var output = ByteWriter()
        name.serialize(into: &output)
        return Hex.encode(output.bytes)
    }

    @Test(arguments: [
        (0xC000, ""), (0xC001, "_airplay._tcp.local"), (0xC002, "_airplay._udp.local"), (0xC003, "_airplay"),
        (0xC004, "_raop._tcp.local"), (0xC005, "_raop._udp.local"), (0xC006, "_raop"), (0xC007, "_airdrop._tcp.local"),
        (0xC008, "_airdrop._udp.local"), (0xC009, "_airdrop"), (0xC00A, "_tcp.local"), (0xC00B, "_udp.local"),
        (0xC00C, "local"), (0xC00D, "ip6.arpa"), (0xC00E, "ip4.arpa"),
    ])
    func aCodeStandsForText(code: Int, text: String) throws {
        #expect(AWDLNameCode(rawValue: UInt16(code)).text == text)
        let name = AWDLName(items: [.label([0x61]), .code(AWDLNameCode(rawValue: UInt16(code)))])
        #expect(name.description == (text.isEmpty ? "a" : "a.\(text)"))
        #expect(AWDLName(name.description) == name)
    }

    @Test func codesAreNoPointers() throws {
        // In DNS the last two bytes would lead back to offset 12.
        let name = try name("0c 396533393263396462316464 c007")
        #expect(name.description == "9e392c9db1dd._airdrop._tcp.local")
        #expect(name.labels?.count == 4 && !name.isRelative)
        #expect(try self.name("0161c000").isRelative)
    }

    @Test func aCodeWithoutTextIsShownAsANumber() throws {
        let name = try name("0161c00f0162")
        #expect(name.description == "a.<c00f>.b" && name.labels == nil)
        #expect(AWDLName("a.<c00f>.b")?.items.first == .label([0x61]))
        #expect(AWDLName("a.<c00f>").map(hex) == "0161c00f")
    }

    @Test(arguments: [
        ("iPhone (2)", "0a6950686f6e65202832 29c000"), ("x.local", "0178c00c"), ("_tcp.local", "c00a"), ("", "c000"),
        ("_airplay-p2p._tcp.local", "0c5f616972706c61792d703270c00a"), ("a\\.b.local", "03612e62c00c"),
        ("\\000\\255", "0200ffc000"), ("\\<c00f>", "063c633030663ec000"), ("_airdrop.local", "085f61697264726f70c00c"),
    ])
    func textIsWrittenWithTheLongestCode(text: String, expected: String) throws {
        let name = try #require(AWDLName(text))
        #expect(hex(name) == expected.filter { $0 != " " })
        #expect(name.description == text)
    }

    @Test(arguments: ["a..b", ".", "a.", "<c0>", "<400f>", "\\25", "\\999", String(repeating: "x", count: 64)])
    func otherTextIsNoName(text: String) {
        #expect(AWDLName(text) == nil)
    }

    /// The time to look for a code at each of the labels, and not at the last ones alone, would be hours.
    @Test(arguments: ["0161", "012e"])
    func aNameThatFillsAnElementIsWrittenFromItsText(label: String) throws {
        let name = try name(String(repeating: label, count: 30_000))
        let text = name.description
        #expect(text.utf8.count == 30_000 * (label == "0161" ? 1 : 2) + 29_999)
        #expect(AWDLName(text)?.items == name.items + [.code(.null)])
    }

    @Test func aLabelIsNotLongerThanItsLengthCanTell() {
        let name = AWDLName(items: [.label([0x61]), .label([UInt8](repeating: 0x62, count: 64)), .code(.local)])
        #expect(hex(name) == "0161" + "3f" + String(repeating: "62", count: 63) + "c00c" && name.size == 68)
        let error = #expect(throws: WireError.self) { try name.validate() }
        #expect(error?.description == "AWDL label at offset 2 is 64 bytes long, the limit is 63")
    }

    @Test func textOfAnyNameIsHarmless() throws {
        let name = try name("051b5b316d07")
        #expect(name.description == "\\027[1m\\007")
        // One byte that is not UTF-8 has all bytes beyond ASCII written as numbers.
        let disguised = AWDLName(items: [.label(Array("a\u{202E}ü".utf8) + [0xFF]), .code(.local)])
        #expect(disguised.description == "a\\226\\128\\174\\195\\188\\255.local")
        #expect(AWDLName(disguised.description) == disguised)
    }
}
