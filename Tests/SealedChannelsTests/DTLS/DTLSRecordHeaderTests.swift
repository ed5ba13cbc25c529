import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct DTLSRecordHeaderTests {
    private static func parse(_ bytes: [UInt8]) throws(WireError) -> DTLSRecordHeader {
        var reader = ByteReader(bytes.span)
        return try DTLSRecordHeader(parsing: &reader)
    }

    private static func looksLikeDTLS(_ datagram: [UInt8]) -> Bool { DTLSRecordHeader.looksLikeDTLS(datagram.span) }

    @Test func readsACapturedHeader() throws {
        let header = try Self.parse(TLSFlights.clientDatagrams[3])
        #expect(header.contentType == .applicationData)
        #expect(header.version == .dtls12)
        #expect(header.epoch == 1)
        #expect(header.length == 30)
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let header = DTLSRecordHeader(
                contentType: TLSContentType(rawValue: UInt8(generator.number(in: 0...255))),
                version: TLSVersion(rawValue: UInt16(generator.number(in: 0...65_535))),
                epoch: UInt16(generator.number(in: 0...65_535)), sequenceNumber: generator.next() >> 16,
                length: UInt16(generator.number(in: 0...18_432)))
            var writer = ByteWriter()
            header.serialize(into: &writer)
            #expect(writer.count == DTLSRecordHeader.size)
            #expect(try Self.parse(writer.bytes) == header)
        }
    }

    @Test func everyCutAndALongRecordAreErrors() {
        for count in 0..<13 {
            let expected = WireError(.truncated(needed: 13, available: count), field: "DTLS record header", offset: 0)
            #expect(throws: expected) { try Self.parse(Array(TLSFlights.clientDatagrams[0][..<count])) }
        }
        var long = TLSFlights.clientDatagrams[0]
        long.replaceSubrange(11..<13, with: [0x48, 0x01])
        #expect(throws: WireError(.tooLong(length: 18_433, maximum: 18_432), field: "DTLS record length", offset: 11)) {
            try Self.parse(long)
        }
    }

    @Test func capturedDatagramsLookLikeDTLS() {
        for datagram in TLSFlights.clientDatagrams + TLSFlights.serverDatagrams {
            #expect(Self.looksLikeDTLS(datagram))
            // Records fill a datagram exactly.
            #expect(!Self.looksLikeDTLS(Array(datagram.dropLast())))
            #expect(!Self.looksLikeDTLS(datagram + [0]))
        }
        // A ServerHello of DTLS 1.3, and an encrypted record behind it.
        #expect(Self.looksLikeDTLS(TLSFlights.serverDatagrams[1] + [0x2E, 0, 1, 0, 2, 9, 9]))
    }

    @Test func otherDatagramsDoNot() {
        #expect(!Self.looksLikeDTLS([]))
        #expect(!Self.looksLikeDTLS([0x2E, 0, 1, 0, 2, 9, 9]))
        var changed = TLSFlights.clientDatagrams[0]
        changed[0] = 19
        #expect(!Self.looksLikeDTLS(changed))
        changed[0] = 22
        changed[1] = 0x03
        #expect(!Self.looksLikeDTLS(changed))
    }
}
