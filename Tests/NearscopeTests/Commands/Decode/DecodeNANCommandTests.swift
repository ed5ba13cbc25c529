import Testing
import WireCoding

@Suite struct DecodeNANCommandTests {
    private static let publish = "0409506f9a1303100094f9f392d799010012060168656c6c6f"

    @Test func aFrameIsShownWithItsAttributes() throws {
        let outcome = try BuiltTool.run("decode", "nan", Self.publish)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                Wi-Fi Aware service discovery, 25 bytes
                  frame=serviceDiscovery category=4
                  3  service descriptor, 16 bytes
                      serviceID=94f9f392d799 instanceID=1 requestorInstanceID=0 control=18 type=followUp
                      serviceInfo=0168656c6c6f

                """)
    }

    @Test func whatIsShownIsEncodedAgain() throws {
        let element = "dd0d506f9a13000200804d110100"
        for digits in [Self.publish, Self.publish + "000100ff" + "04ffff00", element + "ff"] {
            let shown = try BuiltTool.run("decode", "nan", "--format", "json", digits)
            let encoded = try BuiltTool.run("encode", "nan", shown.text)
            #expect(encoded.status == 0 && encoded.text == digits + "\n", "\(encoded.errors)")
        }
    }

    @Test func whatDoesNotFitIsNotEncoded() throws {
        let info = String(repeating: "ee", count: 256)
        let outcome = try BuiltTool.run(
            "encode", "nan", #"{"attributes": [{"id": 3, "serviceName": "a", "serviceInfo": "\#(info)"}]}"#)
        #expect(outcome.status == 65 && outcome.text.isEmpty)
        #expect(outcome.errors.contains("attributes[0].serviceInfo does not fit into the attribute"))
    }

    @Test func damageIsToldWithTheBytesAroundIt() throws {
        let outcome = try BuiltTool.run("decode", "nan", Self.publish + "000100ff" + "04ffff00")
        #expect(outcome.status == 1)
        #expect(
            outcome.text.hasSuffix(
                """
                malformed: NAN master indication at offset 28 needs 2 bytes, 1 are there within the NAN attribute length
                    … 68 65 6c 6c 6f 00 01 00 [ff] 04 ff ff 00
                malformed: NAN attribute at offset 29 needs 65538 bytes, 4 are there
                    … 65 6c 6c 6f 00 01 00 ff [04] ff ff 00

                """))
        let other = try BuiltTool.run("decode", "nan", "7f0017f208")
        #expect(other.status == 1 && other.text.hasPrefix("not a Wi-Fi Aware frame\nmalformed: action category"))
    }

    @Test func bytesMayBeGivenRaw() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try #require(Hex.decode(Self.publish)), to: "frame.bin")
        let digits = try BuiltTool.run("decode", "nan", Self.publish)
        #expect(try BuiltTool.run("decode", "nan", "--raw", "--file", path).text == digits.text)
        #expect(try BuiltTool.run("decode", "nan", "--raw", Self.publish).status == 64)
    }

    @Test func whatMakesNoFrameIsNotEncoded() throws {
        for text in [#"{"attributes": [{"id": 3}]}"#, #"{"frame": "beam"}"#, "[1]", "{"] {
            let outcome = try BuiltTool.run("encode", "nan", text)
            #expect(outcome.status == 65 && outcome.text.isEmpty && !outcome.errors.isEmpty, "\(text)")
        }
    }
}
