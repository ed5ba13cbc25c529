import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct TLS12KeyScheduleTests {
    private let secret = SecretBytes(Array(0..<48))

    /// `openssl kdf -keylen 100 -kdfopt digest:SHA256 -kdfopt hexsecret:000102…2f -kdfopt hexseed:… TLS1-PRF`, whose
    /// seed is the text `test label` and the bytes a0 to af; then the same with 148 and SHA384.
    @Test func thePseudorandomFunctionIsThatOfOpenSSL() {
        let seed = Array(0xA0..<0xB0 as Range<UInt8>)
        #expect(
            TLSHash.sha256.pseudorandom(secret, "test label", seed: seed, byteCount: 100)
                == SecretBytes(
                    hex(
                        """
                        71c782b0816a0e66fa0577ee6825e8aecd999d889e021d40663a702a264cb9354510d6d3fd4b721d442331a3bacb0d
                        5500a74e6ba2d16269fd10cef0bfbdffe38cf800a482d08ed6cced30c44c26c1f1c6ccd6434c9b26fb164880c843f2
                        73764e2cefa6
                        """)))
        #expect(
            TLSHash.sha384.pseudorandom(secret, "test label", seed: seed, byteCount: 148)
                == SecretBytes(
                    hex(
                        """
                        a27433c76f8990a0ea7f62aef2908ef6aba9eac131d78f6e6ef6dc5651dc7b0360ecfa6b9983f1a902fbcec3bb8011
                        e394eccb094b8e79c6d63ac13f86f7300204e026dd31f0d408681e248f832738b45445eb54a27a562cff4403c25899
                        673e7f071b088eb999f36502ade972d795f1dcd58c0954b05a38358f6be9a5ee4c0c88c4460e806c48266d6f349b59
                        700383dd4270c2
                        """)))
    }

    @Test func aSharedKeyAloneHasZerosBesideIt() {
        #expect(
            TLS12KeySchedule.premasterSecret(preSharedKey: SecretBytes([0xAA, 0xBB, 0xCC]))
                == SecretBytes([0, 3, 0, 0, 0, 0, 3, 0xAA, 0xBB, 0xCC]))
    }

    /// The session hash ends with the client's key exchange.
    @Test func aPasscodeGivesTheMasterSecretThatThePeerLogged() throws {
        var transcript = TLSTranscript()
        for flight in CapturedSessions.preSharedKey.prefix(3) {
            for record in try TLSRecords(flight) where record.header.contentType == .handshake {
                transcript.append(record.fragment)
                if record.fragment.first == TLSHandshakeType.clientKeyExchange.rawValue { break }
            }
        }
        let key = try #require(PreSharedKey(passcode: "2468").key(for: Array("TicTacToe".utf8)))
        let master = TLS12KeySchedule.extendedMasterSecret(
            premaster: TLS12KeySchedule.premasterSecret(preSharedKey: key), sessionHash: transcript.hash(.sha256),
            hash: .sha256)
        #expect(master == SecretBytes(CapturedSessions.preSharedKeyMaster))
    }

    /// Without the first ClientHello and its answer, if there are some; each message as if it had come whole.
    @Test func messagesInDatagramsHaveTheirNumbersInTheHash() throws {
        var transcript = TLSTranscript()
        for datagram in CapturedSessions.datagrams.prefix(3) {
            for record in try DTLSRecords(datagram)
            where record.header.contentType == .handshake && record.header.epoch == 0 {
                var reader = ByteReader(record.fragment.span)
                let header = try DTLSHandshakeHeader(parsing: &reader)
                let body = reader.readRemainingBytes()
                transcript.appendDatagramMessage(header.type, messageNumber: header.messageNumber, body: body.span)
            }
        }
        let key = try #require(PreSharedKey(passcode: "4711").key(for: Array("TicTacToe".utf8)))
        let master = TLS12KeySchedule.extendedMasterSecret(
            premaster: TLS12KeySchedule.premasterSecret(preSharedKey: key), sessionHash: transcript.hash(.sha256),
            hash: .sha256)
        #expect(master == SecretBytes(CapturedSessions.datagramsMaster))
    }

    @Test func thereAreNoKeysOfThisVersionForASuiteOfAnother() throws {
        let parameters = try #require(TLSCipherSuite(rawValue: 0x1301).parameters)
        #expect(
            TLS12SessionKeys(master: secret, clientRandom: [], serverRandom: [], parameters: parameters) == nil)
    }
}
