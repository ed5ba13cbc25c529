import Testing
import WireCoding

@Suite struct DecodeAWDLCommandTests {
    private static let frame = "7f0017f20810030010000000100000001502003401"

    @Test func aFrameIsShownWithItsElements() throws {
        let outcome = try BuiltTool.run("decode", "awdl", Self.frame)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                AWDL MIF, 21 bytes
                  type=8 headerVersion=1.0 subtype=3 phyTxTime=16 targetTxTime=16 txDelay=0
                  21  version, 2 bytes
                      version=3.4 deviceClass=1

                """)
        // From the type on it is the same frame.
        let short = try BuiltTool.run("decode", "awdl", String(Self.frame.dropFirst(8)))
        #expect(short.text == outcome.text.replacing("21 bytes", with: "17 bytes"))
    }

    @Test func whatIsShownIsEncodedAgain() throws {
        for digits in [Self.frame, Self.frame + "150100ff" + "04ffff00", "030401000000" + "86dd" + "60"] {
            let shown = try BuiltTool.run("decode", "awdl", "--format", "json", digits)
            let encoded = try BuiltTool.run("encode", "awdl", shown.text)
            #expect(encoded.status == 0 && encoded.text == digits + "\n", "\(encoded.errors)")
        }
    }

    @Test func damageIsToldWithTheBytesAroundIt() throws {
        let outcome = try BuiltTool.run("decode", "awdl", Self.frame + "04ffff00")
        #expect(outcome.status == 1)
        #expect(
            outcome.text.hasSuffix(
                """
                malformed: AWDL TLV at offset 24 needs 65535 bytes, 1 are there
                    … 15 02 00 34 01 04 ff ff [00]

                """))
        let json = try BuiltTool.run("decode", "awdl", "--format", "json", Self.frame + "04ffff00")
        #expect(json.status == 1 && json.text.contains(#""rest": "04ffff00""#))
    }

    @Test func bytesMayBeGivenRaw() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try #require(Hex.decode(Self.frame)), to: "frame.bin")
        let digits = try BuiltTool.run("decode", "awdl", Self.frame)
        #expect(try BuiltTool.run("decode", "awdl", "--raw", "--file", path).text == digits.text)
        #expect(try BuiltTool.run("decode", "awdl", "--raw", "-", input: path).text == digits.text)
        #expect(try BuiltTool.run("decode", "awdl", "--raw", Self.frame).status == 64)
    }

    @Test func namesDoNotSteerTheTerminal() throws {
        // The host name has an escape, and a character that turns the direction of text.
        let host = "100c00030a1b5b33316de280ae6161c000"
        let digits = String(Self.frame.prefix(32)) + host
        let outcome = try BuiltTool.run("decode", "awdl", digits)
        #expect(!outcome.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }
}
