import Testing

@testable import nearscope

@Suite struct FileModeTests {
    @Test func itIsAsChmodHasIt() throws {
        #expect(try FileMode.option("640") == FileMode(bits: 0o640))
        #expect(try FileMode.option("0600").description == "600")
    }

    @Test(arguments: ["", "6", "888", "640x", "7777", "400", "u=rw"]) func anythingElseIsAnError(_ text: String) {
        #expect(throws: OptionValueError.self) { try FileMode.option(text) }
    }
}
