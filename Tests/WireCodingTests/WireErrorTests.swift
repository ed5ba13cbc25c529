import Testing
import WireCoding

@Suite struct WireErrorTests {
    @Test func oneSentenceSaysWhatWhereAndByWhichLimit() {
        let cases: [(WireError.Kind, String)] = [
            (.truncated(needed: 4, available: 1), "TTL at offset 7 needs 4 bytes, 1 are there within the RDLENGTH"),
            (.trailingBytes(count: 3), "3 bytes are left over at offset 7 within the RDLENGTH"),
            (.invalidValue(9), "TTL at offset 7 has the impossible value 9"),
            (.tooLong(length: 70, maximum: 63), "TTL at offset 7 is 70 bytes long, the limit is 63"),
            (.badReference(target: 12), "TTL at offset 7 refers to offset 12, which is not allowed"),
        ]
        for (kind, text) in cases {
            #expect(WireError(kind, field: "TTL", offset: 7, limit: "RDLENGTH").description == text)
        }
    }

    @Test func theEndOfTheInputItselfNeedsNoName() {
        let error = WireError(.truncated(needed: 4, available: 1), field: "TTL", offset: 7)
        #expect(error.description == "TTL at offset 7 needs 4 bytes, 1 are there")
    }

    @Test func fieldsAreEqualByName() {
        let written: WireError.Field = "input"
        #expect(written == .input)
        #expect(written.hashValue == WireError.Field.input.hashValue)
        #expect(written != "RDLENGTH")
    }

    @Test func aNameMadeWhileTheProgramRunsIsAsGoodAsALiteral() {
        let made = ["TTL", "RDLENGTH", "Größe", ""].map { WireError.Field(keeping: $0) }
        #expect(made == ["TTL", "RDLENGTH", "Größe", ""])
        #expect(made.map(\.description) == ["TTL", "RDLENGTH", "Größe", ""])
        #expect(Set(made + ["TTL"]).count == 4)
        #expect(WireError.Field(keeping: "a\0b").description == "ab")
    }

    @Test func aNameOfOneCharacterIsANameToo() {
        let field: WireError.Field = "ü"
        #expect(field.description == "ü")
    }
}
