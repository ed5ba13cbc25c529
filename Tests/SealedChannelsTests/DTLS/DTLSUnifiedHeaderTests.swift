import Testing
import WireCoding
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct DTLSUnifiedHeaderTests {
    @Test func readsTheShortestAndTheLongest() throws {
        // RFC 9147 §4, figure 4: minimal, and with everything.
        let short: [UInt8] = [0x22, 0xAB, 0xFF]
        var reader = ByteReader(short.span)
        let minimal = try DTLSUnifiedHeader(parsing: &reader)
        #expect(minimal == DTLSUnifiedHeader(firstByte: 0x22, sequenceNumber: 0xAB))
        #expect(minimal.firstByte & 3 == 2)
        #expect(reader.remaining == 1)
        let long: [UInt8] = [0x3F, 1, 2, 3, 0xAB, 0xCD, 0x01, 0x02]
        var other = ByteReader(long.span)
        let full = try DTLSUnifiedHeader(parsing: &other, connectionIDLength: 3)
        #expect(
            full == DTLSUnifiedHeader(firstByte: 0x3F, connectionID: [1, 2, 3], sequenceNumber: 0xABCD, length: 0x0102))
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let firstByte = 0x20 | UInt8(generator.number(in: 0...31))
            let header = DTLSUnifiedHeader(
                firstByte: firstByte, connectionID: firstByte & 0x10 == 0 ? [] : generator.bytes(5),
                sequenceNumber: UInt16(generator.number(in: 0...(firstByte & 8 == 0 ? 255 : 65_535))),
                length: firstByte & 4 == 0 ? 0 : UInt16(generator.number(in: 0...65_535)))
            var writer = ByteWriter()
            header.serialize(into: &writer)
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            #expect(try DTLSUnifiedHeader(parsing: &reader, connectionIDLength: 5) == header, "seed \(seed)")
            for count in 0..<bytes.count {
                let cut = Array(bytes[..<count])
                #expect(throws: WireError.self) {
                    var reader = ByteReader(cut.span)
                    _ = try DTLSUnifiedHeader(parsing: &reader, connectionIDLength: 5)
                }
            }
        }
    }

    @Test func otherFirstBytesStartNone() {
        #expect(throws: WireError(.invalidValue(0x16), field: "DTLS unified header", offset: 0)) {
            let bytes: [UInt8] = [0x16, 0, 0]
            var reader = ByteReader(bytes.span)
            _ = try DTLSUnifiedHeader(parsing: &reader)
        }
    }
}
