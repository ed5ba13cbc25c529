import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct CaptureReaderTests {
    /// A pcapng file with interfaces of several resolutions, some packets larger than a stream's first buffer, and
    /// statistics.
    static func sample(seed: UInt64, packets: Int, longest: Int) throws -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var writer = PcapngWriter()
        var file = ByteWriter()
        for _ in 0..<2 {
            writer.writeSection(options: [.comment("a test")], into: &file)
            let first = writer.writeInterface(linkType: .ethernet, name: "en0", into: &file)
            let second = writer.writeInterface(linkType: .raw, resolution: .microseconds, into: &file)
            for index in 0..<packets {
                let bytes = generator.bytes(generator.number(in: 0...longest))
                try writer.writePacket(
                    bytes.span, interface: generator.pick([first, second]), time: Int64(index) * 1_000_003,
                    originalLength: bytes.count + 5, into: &file)
            }
            try writer.writeStatistics(InterfaceStatistics(time: 1, dropped: 9), interface: second, into: &file)
        }
        return file.bytes
    }

    @Test func aStreamYieldsWhatTheFileYields() throws {
        let file = try Self.sample(seed: 1, packets: 6, longest: 60)
        let whole = Pass(file)
        #expect(whole.error == nil)
        #expect(whole.packets.count == 12)
        #expect(Pass(pieces: [file]) == whole)
        #expect(Pass(pieces: file.map { [$0] }) == whole)
    }

    @Test func whereTheStreamIsCutIntoPiecesDoesNotMatter() throws {
        var generator = SeededGenerator(seed: 2)
        let file = try Self.sample(seed: 3, packets: 8, longest: 300)
        let whole = Pass(file)
        for _ in 0..<50 {
            var pieces: [[UInt8]] = []
            var start = 0
            while start < file.count {
                let end = min(file.count, start + generator.number(in: 0...200))
                pieces.append(Array(file[start..<end]))
                start = end
            }
            #expect(Pass(pieces: pieces) == whole)
        }
    }

    /// The buffer of a stream begins with a few KiB: it has to move and to grow.
    @Test func packetsLargerThanTheBufferArriveWhole() throws {
        let file = try Self.sample(seed: 4, packets: 6, longest: 400_000)
        #expect(file.count > 1 << 20)
        #expect(Pass(pieces: [file]) == Pass(file))
    }

    @Test func aCutStreamFailsLikeACutFile() throws {
        let file = try Self.sample(seed: 5, packets: 2, longest: 20)
        for length in 4..<file.count {
            let cut = Array(file[..<length])
            #expect(Pass(pieces: cut.map { [$0] }) == Pass(cut))
        }
    }

    @Test func anErrorIsThrownAgain() throws {
        let file = try Self.sample(seed: 6, packets: 1, longest: 0)
        var reader = try CaptureFile.open(bytes: Array(file.dropLast())).makeReader()
        #expect(try reader.next() != nil)
        #expect(try reader.next() != nil)
        var errors: [CaptureError] = []
        for _ in 0..<3 {
            do throws(CaptureError) { _ = try reader.next() } catch { errors.append(error) }
        }
        #expect(errors.count == 3)
        #expect(Set(errors).count == 1)
        #expect(errors.first?.category == .partial)
    }

    @Test func theEndIsReachedAgain() throws {
        let file = try Self.sample(seed: 7, packets: 1, longest: 9)
        var reader = try CaptureFile.open(bytes: file).makeReader()
        let before = reader.bytes.count
        #expect(before == 0)
        while try reader.next() != nil {}
        #expect(try reader.next() == nil)
        let after = (count: reader.bytes.count, offset: reader.offset, dropped: reader.interfaces.map(\.dropped))
        #expect(after.count == 0)
        #expect(after.offset == file.count)
        #expect(after.dropped == [nil, 9, nil, 9])
    }

    /// Whatever the bytes are, a pass ends, and the stream agrees with the file.
    @Test(arguments: 0..<8)
    func damagedBytesNeverTrapOrHang(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(100 + seed))
        let pcapng = try Self.sample(seed: UInt64(seed), packets: 3, longest: 40)
        let pcap = DecompressorTests.plain
        for _ in 0..<250 {
            var file = generator.chance(1, in: 2) ? pcapng : pcap
            for _ in 0..<generator.number(in: 1...6) {
                file[generator.number(in: 0...file.count - 1)] = generator.pick([0, 1, 4, 0x7F, 0x80, 0xFE, 0xFF])
            }
            let whole = Pass(file)
            #expect(Pass(pieces: [file]) == whole)
            #expect(whole.packets.reduce(0) { $0 + $1.bytes.count } <= file.count)
        }
    }
}
