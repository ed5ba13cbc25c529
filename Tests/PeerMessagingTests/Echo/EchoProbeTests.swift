import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct EchoProbeTests {
    /// The first probe of a captured test over UDP, from a sender that is little-endian.
    private static let captured: [UInt8] = [0x52, 0xA5, 0x7F, 0x37, 0xFA, 0x02, 0x00, 0x00]

    @Test func aStampHasTwoReadings() throws {
        var reader = ByteReader(Self.captured.span)
        let probe = try EchoProbe(parsing: &reader)
        #expect(probe.ticks(in: .little) == 0x02FA_377F_A552)
        #expect(probe.ticks(in: .big) == 0x52A5_7F37_FA02_0000)
        #expect(reader.remaining == 0)
        #expect(EchoProbe(ticks: 0x02FA_377F_A552, byteOrder: .little) == probe)
    }

    @Test func stampsAreNotText() throws {
        func probe(_ bytes: [UInt8]) throws -> EchoProbe {
            var reader = ByteReader(bytes.span)
            return try EchoProbe(parsing: &reader)
        }
        #expect(try !probe(Self.captured).isText)
        // Nanoseconds since 1970, in this year.
        #expect(!EchoProbe(ticks: 1_790_000_000_000_000_000, byteOrder: .big).isText)
        #expect(try !probe([UInt8](repeating: 0x80, count: 8)).isText)
        for text in ["hello 1\n", "12345678", "grüße\n"] { #expect(try probe(Array(text.utf8)).isText) }
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let order = generator.pick(EchoProbe.ByteOrder.allCases)
            let ticks = generator.next()
            let probe = EchoProbe(ticks: ticks, byteOrder: order)
            var writer = ByteWriter()
            probe.serialize(into: &writer)
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            #expect(try EchoProbe(parsing: &reader) == probe)
            #expect(probe.ticks(in: order) == ticks)
        }
    }

    @Test func sevenOctetsAreNoProbe() {
        let cut = Array(Self.captured.dropLast())
        #expect(throws: WireError(.truncated(needed: 8, available: 7), field: "echo probe", offset: 0)) {
            var reader = ByteReader(cut.span)
            _ = try EchoProbe(parsing: &reader)
        }
    }
}
