import Testing
import WireCoding
@testable import SealedChannels

@Suite struct TLSTranscriptDatagramsTests {
    /// RFC 6347 §4.2.6.
    @Test func aMessageInDatagramsIsHashedInOneFragment() {
        var transcript = TLSTranscript()
        let body: [UInt8] = [0xAA, 0xBB]
        transcript.appendDatagramMessage(.clientKeyExchange, messageNumber: 7, body: body.span)
        #expect(
            transcript.hash(.sha256) == TLSHash.sha256.hash([16, 0, 0, 2, 0, 7, 0, 0, 0, 0, 0, 2, 0xAA, 0xBB]))
    }
}
