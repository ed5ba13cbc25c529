import TestSupport
import Testing
import WireCoding
@testable import SealedChannels

@Suite struct TLSTranscriptTests {
    @Test func messagesAreHashedWithTheirHeaders() {
        var transcript = TLSTranscript()
        let (client, server) = (RFC8448.clientHello, RFC8448.serverHello)
        transcript.append(.clientHello, body: client.span.extracting(4..<client.count))
        transcript.append(.serverHello, body: server.span.extracting(4..<server.count))
        // RFC 8448 §3, "derive secret".
        #expect(
            transcript.hash(.sha256) == hex("860c06edc07858ee8e78f0e7428c58edd6b43f2ca3e6e95f02ed063cf0e1cad8"))
        #expect(transcript.hash(.sha384) == TLSHash.sha384.hash(RFC8448.clientHello + RFC8448.serverHello))
    }

    @Test func nothingIsHashedAsNothing() {
        #expect(
            TLSTranscript().hash(.sha256) == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    }

    /// RFC 8446 §4.4.1.
    @Test func aRetryReplacesTheFirstHelloByItsHash() {
        var transcript = TLSTranscript()
        transcript.append(RFC8448.clientHello)
        transcript.replaceByMessageHash(.sha384)
        transcript.append([2, 0, 0, 0])
        let replaced = [0xFE, 0, 0, 48] + TLSHash.sha384.hash(RFC8448.clientHello)
        #expect(transcript.hash(.sha384) == TLSHash.sha384.hash(replaced + [2, 0, 0, 0]))
    }
}
