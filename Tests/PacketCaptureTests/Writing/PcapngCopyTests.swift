import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct PcapngCopyTests {
    /// A file with all that this module reads and writes: sections, processes, interfaces with random options, packets
    /// with random options, statistics.
    static func file(seed: UInt64) throws -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var writer = PcapngWriter()
        var file = ByteWriter()
        for _ in 0..<generator.number(in: 1...3) {
            writer.writeSection(options: options(&generator, codes: [1, 2, 3, 4, 0x123]), into: &file)
            for index in 0..<generator.number(in: 0...3) {
                writer.writeProcess(
                    CaptureProcess(
                        processID: UInt32(index), name: generator.pick([nil, "mDNSResponder", "é"]),
                        uuid: generator.chance(1, in: 2) ? generator.bytes(16) : nil), into: &file)
            }
            var interfaces: [Int] = []
            for _ in 0..<generator.number(in: 1...4) {
                interfaces.append(
                    writer.writeInterface(
                        linkType: LinkType(rawValue: UInt16(truncatingIfNeeded: generator.next())),
                        name: generator.pick([nil, "en0"]), snapLength: UInt32(generator.number(in: 0...65535)),
                        resolution: TimestampResolution(rawValue: generator.pick([6, 9, 0x8A])),
                        options: options(&generator, codes: [1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 15, 16, 17, 2988, 500]),
                        into: &file))
            }
            for _ in 0..<generator.number(in: 0...8) {
                let bytes = generator.bytes(generator.number(in: 0...80))
                try writer.writePacket(
                    bytes.span, interface: generator.pick(interfaces),
                    time: Int64(generator.number(in: 0...2_000_000_000_000_000_000)),
                    originalLength: generator.number(in: 0...100_000),
                    options: options(&generator, codes: [1, 2, 3, 4, 5, 6, 7, 0x8001, 0x8002, 0x8003, 900]),
                    into: &file)
            }
        }
        try writer.writeStatistics(
            InterfaceStatistics(
                time: 5_000_000_000, startTime: 1_000_000_000, endTime: 4_000_000_000, received: generator.next(),
                dropped: 3, filterAccepted: 9, systemDropped: 2, delivered: 1, comments: ["over"]),
            interface: 0, into: &file)
        return file.bytes
    }

    private static func options(_ generator: inout SeededGenerator, codes: [UInt16]) -> [PcapngOption] {
        (0..<generator.number(in: 0...4)).map { _ in
            PcapngOption(code: generator.pick(codes), value: generator.bytes(generator.number(in: 0...20)))
        }
    }

    /// Interfaces, comments and options of every kind, known or not, right or wrong, byte for byte.
    @Test(arguments: 0..<60)
    func aCopyHasTheSameBytes(seed: Int) throws {
        let file = try Self.file(seed: UInt64(seed))
        #expect(Pass(file).error == nil)
        #expect(try PcapngCopy.copy(file) == file)
    }

    @Test(arguments: 0..<10)
    func aStreamSaysTheSameAsTheFile(seed: Int) throws {
        let file = try Self.file(seed: UInt64(seed))
        #expect(Pass(pieces: file.map { [$0] }) == Pass(file))
    }

    @Test(arguments: 0..<20)
    func damageNeverTrapsOrHangs(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        let file = try Self.file(seed: UInt64(seed))
        for _ in 0..<60 {
            var damaged = file
            for _ in 0..<generator.number(in: 1...4) {
                damaged[generator.number(in: 0...file.count - 1)] = generator.pick([0, 1, 3, 4, 0x7F, 0x80, 0xFF])
            }
            #expect(Pass(pieces: [damaged]) == Pass(damaged))
        }
    }

    @Test(arguments: 0..<3)
    func everyCutIsTheSameErrorInAStream(seed: Int) throws {
        let file = try Self.file(seed: UInt64(seed))
        for length in stride(from: 4, to: file.count, by: 3) {
            let cut = Array(file[..<length])
            #expect(Pass(pieces: [cut]) == Pass(cut))
        }
    }
}
