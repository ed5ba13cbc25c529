import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct TLSRecordHeaderTests {
    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let header = TLSRecordHeader(
                contentType: TLSContentType(rawValue: UInt8(generator.number(in: 0...255))),
                version: TLSVersion(rawValue: UInt16(generator.number(in: 0...65_535))),
                length: UInt16(generator.number(in: 0...TLSRecordHeader.maximumLength)))
            var writer = ByteWriter()
            header.serialize(into: &writer)
            let bytes = writer.bytes
            #expect(bytes.count == TLSRecordHeader.size)
            var reader = ByteReader(bytes.span)
            #expect(try TLSRecordHeader(parsing: &reader) == header)
        }
    }

    @Test func everyCutIsAnError() {
        for count in 0..<5 {
            let cut = Array(TLSFlights.client13[..<count])
            let expected = WireError(.truncated(needed: 5, available: count), field: "TLS record header", offset: 0)
            #expect(throws: expected) {
                var reader = ByteReader(cut.span)
                _ = try TLSRecordHeader(parsing: &reader)
            }
        }
    }

    private static func looksLikeHandshake(_ prefix: some Sequence<UInt8>) -> Bool {
        TLSRecordHeader.looksLikeHandshake(Array(prefix).span)
    }

    @Test func hellosLookLikeAHandshake() {
        for flight in [TLSFlights.client12, TLSFlights.server12, TLSFlights.client13, TLSFlights.server13] {
            for count in 6...20 { #expect(Self.looksLikeHandshake(flight[..<count])) }
            #expect(!Self.looksLikeHandshake(flight[..<5]))
        }
    }

    @Test func otherBytesDoNot() {
        // Content type, record version, message type, message length, message version.
        for (place, value) in [(0, 23), (1, 2), (2, 9), (5, 16), (6, 9), (9, 2)] as [(Int, UInt8)] {
            var changed = Array(TLSFlights.client13[..<16])
            changed[place] = value
            #expect(!Self.looksLikeHandshake(changed), "byte \(place)")
        }
        #expect(!Self.looksLikeHandshake("HELLO everyone".utf8))
        // A record that is too short for the header of a message.
        #expect(!Self.looksLikeHandshake([0x16, 0x03, 0x01, 0x00, 0x03, 0x01, 0, 0, 0]))
    }

    private static func looksLikeAlert(_ prefix: some Sequence<UInt8>) -> Bool {
        TLSRecordHeader.looksLikeAlert(Array(prefix).span)
    }

    @Test func anAlertInClearIsKnownByItsLengthAndLevel() {
        let alert: [UInt8] = [0x15, 3, 3, 0, 2, 2, 40]
        for count in 0...7 { #expect(Self.looksLikeAlert(alert[..<count]) == (count >= 6)) }
        // Another type, another version, an encrypted alert's length, a level that there is not.
        for (place, value) in [(0, 0x17), (1, 2), (2, 5), (3, 1), (4, 26), (5, 0), (5, 3)] as [(Int, UInt8)] {
            var changed = alert
            changed[place] = value
            #expect(!Self.looksLikeAlert(changed), "byte \(place)")
        }
    }
}
