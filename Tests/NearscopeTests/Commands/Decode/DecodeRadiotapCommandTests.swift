import Testing

@Suite struct DecodeRadiotapCommandTests {
    private static let header = "00000b0026000000100cc9"

    @Test func aHeaderIsShownWithItsFields() throws {
        let outcome = try BuiltTool.run("decode", "radiotap", Self.header + "d400")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                radiotap header, 11 bytes, then 2 bytes of frame
                  version=0 length=11 present=[38] flags=16 rate=6000000 signal=-55 frame=d400

                """)
    }

    @Test func whatIsShownIsEncodedAgain() throws {
        // Alignment that is not zero, a vendor's data, and fields that run out of the header.
        for digits in [
            Self.header, "00001100" + "09000000" + "0102030405060708" + "ff",
            "00001600" + "000000c0ffffff3f"
                + "00904c070300aabbcc" + "00", "00000a00" + "01000000" + "0102",
        ] {
            let shown = try BuiltTool.run("decode", "radiotap", "--format", "json", digits)
            let encoded = try BuiltTool.run("encode", "radiotap", shown.text)
            #expect(encoded.status == 0 && encoded.text == digits + "\n", "\(shown.text) \(encoded.errors)")
        }
    }

    @Test func damageIsToldWithTheBytesAroundIt() throws {
        let outcome = try BuiltTool.run("decode", "radiotap", "00000a00010000000102")
        #expect(outcome.status == 1)
        #expect(
            outcome.text.hasSuffix(
                """
                malformed: radiotap field at offset 8 needs 8 bytes, 2 are there within the radiotap length
                    00 00 0a 00 01 00 00 00 [01] 02

                """))
        #expect(try BuiltTool.run("decode", "radiotap", "000007").text.hasPrefix("no radiotap header\nmalformed: "))
        #expect(try BuiltTool.run("encode", "radiotap", #"{"rate": 1}"#).status == 65)
    }
}
