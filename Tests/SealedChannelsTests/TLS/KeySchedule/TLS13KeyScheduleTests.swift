import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct TLS13KeyScheduleTests {
    private let handshake = TLS13KeySchedule(hash: .sha256).handshake(sharedSecret: SecretBytes(RFC8448.sharedSecret))

    private func transcript(_ messages: [[UInt8]]) -> [UInt8] {
        var transcript = TLSTranscript()
        for message in messages { transcript.append(message) }
        return transcript.hash(.sha256)
    }

    private var toServerHello: [UInt8] { transcript([RFC8448.clientHello, RFC8448.serverHello]) }
    private var toServerFinished: [UInt8] {
        transcript([RFC8448.clientHello, RFC8448.serverHello, RFC8448.serverFlight])
    }

    @Test func derivesTheSecretsOfTheSpecification() {
        #expect(TLS13KeySchedule(hash: .sha256).secret == SecretBytes(RFC8448.earlySecret))
        #expect(handshake.secret == SecretBytes(RFC8448.handshakeSecret))
        #expect(handshake.master.secret == SecretBytes(RFC8448.masterSecret))
        #expect(
            handshake.clientHandshakeTraffic(transcriptHash: toServerHello).secret
                == SecretBytes(RFC8448.clientHandshakeTraffic))
        #expect(
            handshake.serverHandshakeTraffic(transcriptHash: toServerHello).secret
                == SecretBytes(RFC8448.serverHandshakeTraffic))
        #expect(
            handshake.master.clientTraffic(transcriptHash: toServerFinished).secret
                == SecretBytes(RFC8448.clientTraffic))
        #expect(
            handshake.master.serverTraffic(transcriptHash: toServerFinished).secret
                == SecretBytes(RFC8448.serverTraffic))
    }

    @Test func derivesKeyAndNonceOfTheSpecification() {
        let secret = SecretBytes(RFC8448.serverHandshakeTraffic)
        #expect(
            TLSHash.sha256.expandLabel(secret, "key", byteCount: 16) == SecretBytes(RFC8448.serverHandshakeKey))
        #expect(
            TLSHash.sha256.expandLabel(secret, "iv", byteCount: 12) == SecretBytes(RFC8448.serverHandshakeVector))
    }

    @Test func finishedMessagesFollowFromTheSecretsOfTheHandshake() {
        let server = TLS13TrafficSecret(SecretBytes(RFC8448.serverHandshakeTraffic), hash: .sha256)
        // The flight ends with a Finished message of 36 bytes.
        let before = transcript([RFC8448.clientHello, RFC8448.serverHello, Array(RFC8448.serverFlight.dropLast(36))])
        #expect(server.verifyData(transcriptHash: before) == SecretBytes(RFC8448.serverFinished))
        let client = TLS13TrafficSecret(SecretBytes(RFC8448.clientHandshakeTraffic), hash: .sha256)
        #expect(
            client.verifyData(transcriptHash: toServerFinished)
                == SecretBytes(Array(RFC8448.clientFinished.dropFirst(4))))
    }

    /// RFC 8448 §3 and §4: the ticket of the first session is the key of the second, whose binder proves it.
    @Test func aTicketStandsForTheKeyThatItsBinderProves() {
        let toClientFinished = transcript([
            RFC8448.clientHello, RFC8448.serverHello, RFC8448.serverFlight, RFC8448.clientFinished,
        ])
        let key = handshake.master.resumptionKey(transcriptHash: toClientFinished, ticketNonce: [0, 0])
        #expect(key == SecretBytes(hex("4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3")))
        let resumed = TLS13KeySchedule(hash: .sha256, preSharedKey: key)
        #expect(
            resumed.secret
                == SecretBytes(hex("9b2188e9b2fc6d64d71dc329900e20bb41915000f678aa839cbb797cb7d8332c")))
        let truncated = hex("63224b2e4573f2d3454ca84b9d009a04f6be9e05711a8396473aefa01e924a14")
        #expect(
            resumed.binder(isExternal: false, transcriptHash: truncated)
                == SecretBytes(hex("3add4fb2d8fdf822a0ca3cf7678ef5e88dae990141c5924d57bb6fa31b9e5f9d")))
        #expect(
            resumed.binder(isExternal: true, transcriptHash: truncated)
                != resumed.binder(isExternal: false, transcriptHash: truncated))
    }

    @Test func withASharedKeyAloneThereIsNoOtherSecret() {
        let early = TLS13KeySchedule(hash: .sha384, preSharedKey: SecretBytes([1, 2, 3]))
        let zeros = SecretBytes([UInt8](repeating: 0, count: 48))
        #expect(early.handshake(sharedSecret: nil).secret == early.handshake(sharedSecret: zeros).secret)
    }
}
