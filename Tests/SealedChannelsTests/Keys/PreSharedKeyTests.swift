import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct PreSharedKeyTests {
    private let identity = Array("TicTacToe".utf8)

    @Test func aKeyWithoutAnIdentityIsForAll() throws {
        let key = try PreSharedKey(parsing: "00ffA5")
        #expect(key.identity == nil)
        #expect(key.key(for: identity) == SecretBytes([0x00, 0xFF, 0xA5]))
        #expect(key.key(for: []) == SecretBytes([0x00, 0xFF, 0xA5]))
    }

    @Test func theLastEqualsSignDivides() throws {
        let key = try PreSharedKey(parsing: "a=b==0102")
        #expect(key.identity == Array("a=b=".utf8))
        #expect(key.key(for: Array("a=b=".utf8)) == SecretBytes([1, 2]))
        #expect(key.key(for: Array("a".utf8)) == nil)
        #expect(try PreSharedKey(parsing: "=01").identity == [])
    }

    @Test func saysWhyATextIsNoKey() {
        #expect(throws: PreSharedKey.ParsingError.empty) { try PreSharedKey(parsing: "") }
        #expect(throws: PreSharedKey.ParsingError.empty) { try PreSharedKey(parsing: "name=") }
        #expect(throws: PreSharedKey.ParsingError.notHexadecimal) { try PreSharedKey(parsing: "name=abc") }
        #expect(throws: PreSharedKey.ParsingError.notHexadecimal) { try PreSharedKey(parsing: "0x01") }
        #expect(throws: PreSharedKey.ParsingError.notHexadecimal) { try PreSharedKey(parsing: "a=01:02:") }
        #expect(throws: PreSharedKey.ParsingError.tooLong(byteCount: 65_536)) {
            try PreSharedKey(parsing: String(repeating: "00", count: 65_536))
        }
    }

    /// `printf TicTacToe | openssl dgst -sha256 -hmac 2468`
    @Test func aPasscodeIsTheKeyOfAnHMACOverTheIdentity() {
        let key = PreSharedKey(passcode: "2468").key(for: identity)
        #expect(key == SecretBytes(hex("eaf75ded6a258743c9d4301b7dbf925e4aff88f849e56857edc78c22a3090ee2")))
        #expect(PreSharedKey(passcode: "2468").key(for: [0xFF]) != key)
        #expect(PreSharedKey(passcode: "2469").key(for: identity) != key)
    }

    @Test func noDescriptionShowsAKey() throws {
        var text = ""
        dump(try PreSharedKey(parsing: "abcd"), to: &text)
        dump(PreSharedKey(passcode: "2468"), to: &text)
        for digits in ["abcd", "171", "2468"] { #expect(!text.contains(digits)) }
    }
}
