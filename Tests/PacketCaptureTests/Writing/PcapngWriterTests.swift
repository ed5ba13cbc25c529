import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting
import TestSupport

@Suite struct PcapngWriterTests {
    @Test func writesTheFormatByteByByte() throws {
        let file = try ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(options: [.application("n")], into: &output)
            let interface = writer.writeInterface(linkType: .raw, name: "lo0", snapLength: 64, into: &output)
            try writer.writePacket(
                [0xAB, 0xCD].span, interface: interface, time: 4_294_967_297, originalLength: 3,
                options: [.comment("hi")], into: &output)
            try writer.writeStatistics(InterfaceStatistics(time: 1, dropped: 7), interface: interface, into: &output)
        }
        #expect(
            file
                == hex(
                    """
                    0a0d0d0a 28000000 4d3c2b1a 0100 0000 ffffffffffffffff 0400 0100 6e000000 00000000 28000000
                    01000000 28000000 6500 0000 40000000 0200 0300 6c6f3000 0900 0100 09000000 00000000 28000000
                    06000000 30000000 00000000 01000000 01000000 02000000 03000000 abcd0000
                    0100 0200 68690000 00000000 30000000
                    05000000 28000000 00000000 00000000 01000000 0500 0800 0700000000000000 00000000 28000000
                    """))
    }

    @Test(arguments: 0..<20)
    func whatIsWrittenIsReadBack(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var expected: [Pass.Packet] = []
        var names: [String?] = []
        let file = try ByteWriter.collect { output in
            var writer = PcapngWriter()
            var described = 0
            for _ in 0..<generator.number(in: 1...3) {
                writer.writeSection(into: &output)
                var interfaces: [(number: Int, id: Int, linkType: LinkType)] = []
                for _ in 0..<generator.number(in: 1...3) {
                    let linkType = LinkType(rawValue: UInt16(truncatingIfNeeded: generator.next()))
                    let name = generator.pick([nil, "en0", "wlan0mon", "é"])
                    // Resolutions in which every nanosecond is a whole number of ticks.
                    let resolution = TimestampResolution(rawValue: generator.pick([9, 9, 10]))
                    let number = writer.writeInterface(
                        linkType: linkType, name: name, resolution: resolution, into: &output)
                    interfaces.append((number, described, linkType))
                    names.append(name)
                    described += 1
                }
                for _ in 0..<generator.number(in: 0...10) {
                    let interface = generator.pick(interfaces)
                    let bytes = generator.bytes(generator.number(in: 0...50))
                    let time = Int64(generator.number(in: 0...1_800_000_000_000_000_000))
                    let original = generator.number(in: 0...Int(UInt32.max))
                    let options: [PcapngOption] = generator.chance(1, in: 3) ? [.comment("odd")] : []
                    try writer.writePacket(
                        bytes.span, interface: interface.number, time: time, originalLength: original,
                        options: options, into: &output)
                    let record = PacketRecord(
                        frame: expected.count + 1, time: time, interface: interface.id, originalLength: original,
                        capturedLength: bytes.count)
                    var annotations = PacketAnnotations()
                    annotations.comments = options.isEmpty ? [] : ["odd"]
                    expected.append(
                        Pass.Packet(
                            record: record, linkType: interface.linkType, bytes: bytes, options: options,
                            annotations: annotations))
                }
            }
        }
        let pass = Pass(file)
        #expect(pass.error == nil)
        #expect(pass.packets == expected)
        #expect(pass.interfaces.map(\.name) == names)
        #expect(pass.interfaces.map(\.packets).reduce(0, +) == expected.count)
    }

    @Test func timesAreCutToWholeTicks() throws {
        let file = try ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(into: &output)
            let micro = writer.writeInterface(linkType: .raw, resolution: .microseconds, into: &output)
            let binary = writer.writeInterface(
                linkType: .raw, resolution: TimestampResolution(rawValue: 0x81), into: &output)
            let empty: [UInt8] = []
            try writer.writePacket(empty.span, interface: micro, time: 1_999, into: &output)
            try writer.writePacket(empty.span, interface: binary, time: 1_999_999_999, into: &output)
        }
        #expect(Pass(file).packets.map(\.record.time) == [1_000, 1_500_000_000])
    }

    @Test func refusesWhatDoesNotFit() {
        var output = ByteWriter()
        var writer = PcapngWriter()
        #expect(throws: WireError(.invalidValue(0), field: "interface", offset: 0)) {
            try writer.writePacket([1].span, time: 0, into: &output)
        }
        writer.writeSection(into: &output)
        _ = writer.writeInterface(linkType: .raw, into: &output)
        let start = output.count
        #expect(throws: WireError(.invalidValue(.max), field: "packet time", offset: start)) {
            try writer.writePacket([1].span, time: -1, into: &output)
        }
        #expect(output.count == start)
    }

    /// Whatever the length of a tick, what was read is written back as the same ticks.
    @Test(arguments: [0, 3, 6, 7, 9, 0x80, 0x81, 0x8A, 0x94, 0x9D] as [UInt8])
    func ticksSurviveACopy(resolution: UInt8) throws {
        var generator = SeededGenerator(seed: UInt64(resolution))
        let scale = TimestampResolution(rawValue: resolution)
        for offset: Int64 in [0, 1_000_000_000, -7] {
            let ticksPerSecond = try #require(scale.ticksPerSecond)
            let file = ByteWriter.collect { output in
                var writer = PcapngWriter()
                writer.writeSection(into: &output)
                var interface = CaptureInterface(id: 0, linkType: .raw, resolution: scale)
                interface.timestampOffset = offset
                _ = writer.writeInterface(interface, into: &output)
                for _ in 0..<50 {
                    let ticks = UInt64(generator.number(in: 0...Int(clamping: ticksPerSecond))) + 7 * ticksPerSecond
                    let high = UInt32(truncatingIfNeeded: ticks >> 32)
                    var block = hex("06000000 20000000 00000000")
                    for word in [high, UInt32(truncatingIfNeeded: ticks), 0, 0, 32] {
                        for byte in 0..<4 { block.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(byte)))) }
                    }
                    output.writeBytes(block)
                }
            }
            let pass = Pass(file)
            #expect(pass.error == nil)
            #expect(pass.packets.count == 50)
            #expect(try PcapngCopy.copy(file) == file)
        }
    }

    @Test func writesSimplePackets() throws {
        let file = try ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(into: &output)
            _ = writer.writeInterface(linkType: .raw, snapLength: 2, into: &output)
            try writer.writeSimplePacket([1, 2].span, originalLength: 5, into: &output)
            try writer.writeSimplePacket([3].span, into: &output)
        }
        let pass = Pass(file)
        #expect(pass.error == nil)
        #expect(pass.packets.map(\.bytes) == [[1, 2], [3]])
        #expect(pass.packets.map(\.record.originalLength) == [5, 1])
        #expect(pass.packets.allSatisfy { !$0.record.isTimed })
    }

    @Test func refusesMoreSecretsThanReadersKeep() {
        var output = ByteWriter()
        let limit = CaptureReader.maximumSecretsLength
        let secrets = DecryptionSecrets(.tlsKeyLog, bytes: [UInt8](repeating: 65, count: limit + 1))
        #expect(
            throws: WireError(
                .tooLong(length: limit + 1, maximum: limit), field: "decryption secrets", offset: 0)
        ) { try PcapngWriter().writeSecrets(secrets, into: &output) }
        #expect(output.count == 0)
    }
}
