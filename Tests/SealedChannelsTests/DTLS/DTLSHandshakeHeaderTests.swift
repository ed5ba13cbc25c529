import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct DTLSHandshakeHeaderTests {
    private static func parse(_ bytes: [UInt8]) throws(WireError) -> DTLSHandshakeHeader {
        var reader = ByteReader(bytes.span)
        return try DTLSHandshakeHeader(parsing: &reader)
    }

    @Test func readsACapturedFragment() throws {
        // The end of a Certificate.
        let header = try Self.parse(Array(TLSFlights.serverDatagrams[2][13...]))
        #expect(
            header
                == DTLSHandshakeHeader(
                    type: .certificate, length: 384, messageNumber: 2, fragmentOffset: 149, fragmentLength: 235))
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let length = generator.number(in: 0...0xFF_FFFF)
            let offset = generator.number(in: 0...length)
            let header = DTLSHandshakeHeader(
                type: TLSHandshakeType(rawValue: UInt8(generator.number(in: 0...255))), length: length,
                messageNumber: UInt16(generator.number(in: 0...65_535)), fragmentOffset: offset,
                fragmentLength: generator.number(in: 0...length - offset))
            var writer = ByteWriter()
            header.serialize(into: &writer)
            #expect(try Self.parse(writer.bytes) == header)
        }
    }

    @Test func everyCutAndAFragmentBeyondTheEndAreErrors() {
        let whole: [UInt8] = [1, 0, 0, 9, 0, 0, 0, 0, 8, 0, 0, 2]
        #expect(throws: WireError(.tooLong(length: 10, maximum: 9), field: "DTLS fragment length", offset: 9)) {
            try Self.parse(whole)
        }
        for count in 0..<12 {
            let expected = WireError(
                .truncated(needed: 12, available: count), field: "DTLS handshake header", offset: 0)
            #expect(throws: expected) { try Self.parse(Array(whole[..<count])) }
        }
    }
}
