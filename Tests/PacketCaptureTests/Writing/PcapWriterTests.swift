import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting
import TestSupport

@Suite struct PcapWriterTests {
    @Test func writesTheFormatByteByByte() throws {
        let writer = PcapWriter(linkType: .ethernet, snapLength: 65535, precision: .microseconds)
        let file = try ByteWriter.collect { output in
            writer.writeHeader(into: &output)
            try writer.writePacket([0xAB, 0xCD].span, time: 1_000_002_999, originalLength: 3, into: &output)
        }
        #expect(
            file
                == hex(
                    """
                    d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000
                    01000000 02000000 02000000 03000000 abcd
                    """))
    }

    @Test(arguments: 0..<20)
    func whatIsWrittenIsReadBack(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let isMicro = generator.chance(1, in: 2)
        let writer = PcapWriter(
            linkType: LinkType(rawValue: UInt16(truncatingIfNeeded: generator.next())),
            snapLength: UInt32(truncatingIfNeeded: generator.next()),
            precision: isMicro ? .microseconds : .nanoseconds)
        var expected: [Pass.Packet] = []
        let file = try ByteWriter.collect { output in
            writer.writeHeader(into: &output)
            for index in 0..<generator.number(in: 0...20) {
                let bytes = generator.bytes(generator.number(in: 0...90))
                let time = Int64(generator.number(in: 0...4_294_967_295_999_999_999))
                let original = generator.number(in: 0...Int(UInt32.max))
                try writer.writePacket(bytes.span, time: time, originalLength: original, into: &output)
                let record = PacketRecord(
                    frame: index + 1, time: isMicro ? time / 1000 * 1000 : time, interface: 0,
                    originalLength: original, capturedLength: bytes.count)
                expected.append(Pass.Packet(record: record, linkType: writer.linkType, bytes: bytes))
            }
        }
        let pass = Pass(file)
        #expect(pass.error == nil)
        #expect(pass.packets == expected)
        #expect(pass.interfaces.first?.linkType == writer.linkType)
        #expect(pass.interfaces.first?.snapLength == (writer.snapLength == 0 ? nil : Int(writer.snapLength)))
    }

    @Test(arguments: [-1, 4_294_967_296_000_000_000])
    func refusesTimesThatDoNotFit(time: Int64) {
        var output = ByteWriter()
        #expect(throws: WireError(.invalidValue(UInt64(bitPattern: time)), field: "packet time", offset: 0)) {
            try PcapWriter(linkType: .raw).writePacket([1].span, time: time, into: &output)
        }
        #expect(output.count == 0)
    }

    @Test func refusesLengthsThatDoNotFit() {
        var output = ByteWriter()
        #expect(throws: WireError(.invalidValue(1 << 32), field: "original length", offset: 0)) {
            try PcapWriter(linkType: .raw).writePacket([1].span, time: 0, originalLength: 1 << 32, into: &output)
        }
        #expect(output.count == 0)
    }
}
