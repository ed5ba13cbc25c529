import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct EchoDataPacketTests {
    @Test func theNumberIsLittleEndian() throws {
        let datagram: [UInt8] = [0xE7, 0x03, 0, 0, 0, 0, 0, 0, 0xAA, 0xBB]
        var reader = ByteReader(datagram.span)
        let packet = try EchoDataPacket(parsing: &reader)
        #expect(packet == EchoDataPacket(sequenceNumber: 999, content: [0xAA, 0xBB]))
        #expect(EchoDataPacket.sequenceNumber(in: datagram.span) == 999)
    }

    @Test func readsBackWhatItWrites() throws {
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let packet = EchoDataPacket(
                sequenceNumber: generator.next(), content: generator.bytes(generator.number(in: 0...64)))
            var writer = ByteWriter()
            packet.serialize(into: &writer)
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            #expect(try EchoDataPacket(parsing: &reader) == packet)
            #expect(EchoDataPacket.sequenceNumber(in: bytes.span) == packet.sequenceNumber)
        }
    }

    @Test func aShortDatagramHasNoNumber() {
        for count in 0..<8 {
            let datagram = [UInt8](repeating: 1, count: count)
            #expect(EchoDataPacket.sequenceNumber(in: datagram.span) == nil)
            let expected = WireError(
                .truncated(needed: 8, available: count), field: "echo sequence number", offset: 0)
            #expect(throws: expected) {
                var reader = ByteReader(datagram.span)
                _ = try EchoDataPacket(parsing: &reader)
            }
        }
    }
}
