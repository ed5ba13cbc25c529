import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct TLS13TrafficSecretTests {
    private let secret = TLS13TrafficSecret(SecretBytes(RFC8448.clientTraffic), hash: .sha256)

    /// Computed with HKDFExpand of Python's `cryptography`.
    @Test func anUpdateGivesTheNextSecret() {
        #expect(
            secret.next.secret == SecretBytes(hex("fcdfcc72725aaee48bf64e4fd8b749cdbdbab39d90da0b26e2245ca6ea167207")))
        #expect(
            secret.next.next.secret
                == SecretBytes(hex("68474fe58c172143d0a009a76edd231b0d934f3058588ea0852662279e54a573")))
    }

    @Test func eachGenerationOpensItsOwnRecordsOnly() throws {
        let first = try #require(secret.protection(.aesGCM(keySize: 16)))
        let second = try #require(secret.next.protection(.aesGCM(keySize: 16)))
        let sealed = try second.seal([1, 2, 3], contentType: .applicationData, number: 0)
        #expect(throws: RecordProtectionError.notAuthentic) { _ = try first.open(sealed, number: 0) }
        #expect(try second.open(sealed, number: 0).content == [1, 2, 3])
    }

    @Test func thereAreNoBlocksInThisVersion() {
        #expect(secret.protection(.aesCBC(keySize: 16, .sha256)) == nil)
    }
}
