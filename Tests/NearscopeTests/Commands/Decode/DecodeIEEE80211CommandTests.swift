import Testing

@Suite struct DecodeIEEE80211CommandTests {
    @Test func aFrameHasRoomForItsCheckSequence() throws {
        let outcome = try BuiltTool.run("decode", "80211", "--fcs", "d4000000020000000001")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("malformed: frame check sequence at offset 10 needs 4 bytes, 0 are there"))
    }

    @Test func aBeaconHasItsFixedFields() throws {
        let outcome = try BuiltTool.run("decode", "80211", "80000000ffffffffffff020000000001002500ff947310003132")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("malformed: beacon at offset 24 needs 12 bytes, 2 are there"))
    }

    private static let beacon =
        "80000000ffffffffffff0211223344550211223344551000010000000000000064003104" + "0004486f6d65" + "030106"

    @Test func aBeaconIsShownWithItsElements() throws {
        let outcome = try BuiltTool.run("decode", "80211", Self.beacon)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.hasPrefix("beacon, 45 bytes\n  frameControl=128 type=0 subtype=8 duration=0"))
        #expect(
            outcome.text.hasSuffix(
                """
                  element 0, 4 bytes
                      body=486f6d65 ssid=Home
                  element 3, 1 byte
                      body=06 channel=6

                """))
    }

    @Test func whatIsShownIsEncodedAgain() throws {
        for digits in [Self.beacon, Self.beacon + "dd", "d4000000020000000001"] {
            let shown = try BuiltTool.run("decode", "80211", "--format", "json", digits)
            let encoded = try BuiltTool.run("encode", "80211", shown.text)
            #expect(encoded.status == 0 && encoded.text == digits + "\n", "\(encoded.errors)")
        }
    }

    @Test func aWrongCheckSequenceIsTold() throws {
        let right = try BuiltTool.run("decode", "80211", "--fcs", "d4000000020000000001d8d6bf8f")
        #expect(right.status == 0 && right.text.contains("fcsValid=true"))
        let wrong = try BuiltTool.run("decode", "80211", "--fcs", "d4000000020000000001d8d6bf80")
        #expect(wrong.status == 1)
        #expect(wrong.text.contains("malformed: frame check sequence at offset 10 has the impossible value 2160056024"))
    }

    @Test func aFrameThatIsTooShortIsTold() throws {
        let outcome = try BuiltTool.run("decode", "80211", "d400")
        #expect(outcome.status == 1 && outcome.text.hasPrefix("no 802.11 frame\nmalformed: 802.11 header at offset 0"))
        #expect(try BuiltTool.run("encode", "80211", #"{"frameControl": 212}"#).status == 65)
    }

    @Test func namesDoNotSteerTheTerminal() throws {
        let outcome = try BuiltTool.run("decode", "80211", String(Self.beacon.prefix(72)) + "00031b5b33")
        #expect(!outcome.text.unicodeScalars.contains { $0.value == 0x1B })
    }
}
