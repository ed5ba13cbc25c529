import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct DescriptionFitTests {
    private func fit(_ name: String, _ bytes: [UInt8]) throws -> DescriptionFit {
        try Examples.compiled(name).fit(bytes.span)
    }

    @Test func upToFourMessagesAreLookedAt() throws {
        let move = hex("02000000 01000000 61")
        let compiled = "tictactoe.protocol.yaml"
        #expect(try fit(compiled, move + move + move.prefix(5)) == DescriptionFit(messages: 2))
        #expect(try fit(compiled, (0..<6).flatMap { _ in move }) == DescriptionFit(messages: 4))
        #expect(try fit(compiled, move + hex("02000000 ffffffff")) == DescriptionFit(messages: 1, isRefuted: true))
    }

    @Test func whereNamesAreGivenTypesMustHaveOne() throws {
        // JSON lines read as a kind of 7 and a length of 34.
        #expect(try fit("lengths.len-tlv.protocol.yaml", hex("07 0001 31")).isRefuted)
        #expect(try fit("lengths.len-tlv.protocol.yaml", hex("01 0001 31")) == DescriptionFit(messages: 1))
    }

    @Test func magicIsTheFirstBytes() throws {
        let lens = try Examples.compiled("lens.protocol.yaml")
        let (whole, short) = (hex("4c4e5343 01"), hex("4c4e53"))
        let isFound = (lens.hasMagic(whole.span), lens.hasMagic(short.span))
        #expect(isFound == (true, false))
        let scene = try Examples.compiled("scene.protocol.yaml")
        let isAnything = scene.hasMagic(short.span)
        #expect(!isAnything)
    }
}
