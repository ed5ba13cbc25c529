import Testing
import WireCoding

@testable import PacketCapture
import TestSupport

/// A capture as the tools of each compression pack it.
struct PackedSample: Sendable, CustomTestStringConvertible {
    let compression: Compression
    let bytes: [UInt8]
    /// Bytes at the end that hold no content.
    let trailer: Int

    var testDescription: String { compression.rawValue }

    static let all = [
        // gzip -c
        PackedSample(
            compression: .gzip,
            bytes: hex(
                """
                1f8b0800000000000203f3b5d9b490898185010158181841d4c7e054080f821999985918816220390d28662512000043
                637e6364000000
                """), trailer: 8),
        // zstd -c --check
        PackedSample(
            compression: .zstd,
            bytes: hex(
                """
                28b52ffd0458ad010074024d3cb2a10200040004000100000000f15365000000040000000102030401f1536501000000
                280504007045dcb9a5a7f81be0023525bc09
                """), trailer: 4),
        // lz4 -c
        PackedSample(
            compression: .lz4,
            bytes: hex(
                """
                04224d186440a737000000864d3cb2a1020004000100300400010d0030f153650700001a00000400800102030401f153
                651c00132804001f0501000f50050505050500000000d992a904
                """), trailer: 8),
    ]
}

@Suite struct DecompressorTests {
    /// A pcap file of two packets, 4 and 40 bytes long, which is what the samples hold.
    static let plain =
        hex("4d3cb2a1 0200 0400 00000000 00000000 00000400 01000000 00f15365 00000000 04000000 04000000 01020304")
        + hex("01f15365 01000000 28000000 28000000") + [UInt8](repeating: 5, count: 40)

    /// A frame of eight bytes of content that zstd and lz4 pass over.
    static let skippable = hex("5a2a4d18 08000000 0102030405060708")

    @Test(arguments: PackedSample.all)
    func readsWhatTheUnpackedFileHolds(sample: PackedSample) throws {
        let pass = Pass(pieces: [sample.bytes])
        #expect(pass.error == nil)
        #expect(pass.packets.count == 2)
        #expect(pass == Pass(Self.plain))
        #expect(pass == Pass(pieces: sample.bytes.map { [$0] }))
        #expect(pass == Pass(sample.bytes))
        #expect(try CaptureFile.open(bytes: sample.bytes).compression == sample.compression)
    }

    @Test(arguments: PackedSample.all)
    func joinsFramesAndPassesOverPadding(sample: PackedSample) {
        // The second frame is a whole capture, whose header reads as a record of 67,108,864 bytes' time.
        let joined = Pass(pieces: [sample.bytes, sample.bytes])
        let plain = Pass(Self.plain + Self.plain)
        #expect(joined == plain)
        #expect(Pass(pieces: [sample.bytes, [UInt8](repeating: 0, count: 600)]) == Pass(Self.plain))
    }

    @Test(arguments: PackedSample.all.dropFirst())
    func passesOverSkippableFrames(sample: PackedSample) {
        let file = Self.skippable + Self.skippable + sample.bytes + Self.skippable
        #expect(Pass(pieces: [file]) == Pass(Self.plain))
        #expect(Pass(pieces: file.map { [$0] }) == Pass(Self.plain))
        let cut = Pass(pieces: [Self.skippable + sample.bytes.dropLast()])
        #expect(cut.packets.count == 2)
        #expect(
            cut.error
                == CaptureError(.compressedStreamEndsEarly(sample.compression), offset: 15 + sample.bytes.count))
    }

    @Test func aFileOfSkippableFramesAloneHasEnded() {
        #expect(
            Pass(pieces: [Self.skippable]).error == CaptureError(.compressedStreamEndsEarly(.zstd), offset: 16))
        // A length that lies.
        #expect(
            Pass(pieces: [hex("502a4d18 ffffffff 0102")]).error
                == CaptureError(.compressedStreamEndsEarly(.zstd), offset: 0x1_0000_0007))
    }

    @Test(arguments: PackedSample.all)
    func bytesBehindTheStreamAreDamage(sample: PackedSample) {
        for garbage: [UInt8] in [[7], [7, 8, 9, 10, 11]] {
            let pass = Pass(pieces: [sample.bytes + [0] + garbage])
            #expect(pass.packets.count == 2)
            #expect(
                pass.error
                    == CaptureError(
                        .damaged(.afterCompressedStream(sample.compression)), offset: sample.bytes.count + 1))
        }
    }

    @Test(arguments: PackedSample.all)
    func everyCutIsReportedAfterThePacketsBeforeIt(sample: PackedSample) {
        for length in 4..<sample.bytes.count {
            let pass = Pass(pieces: [Array(sample.bytes[..<length])])
            #expect(pass.error == CaptureError(.compressedStreamEndsEarly(sample.compression), offset: length))
            #expect(pass.error?.category == .partial)
            #expect(length < sample.bytes.count - sample.trailer || pass.packets.count == 2)
        }
    }

    @Test(arguments: PackedSample.all)
    func aWrongChecksumIsReportedAfterThePackets(sample: PackedSample) {
        var bytes = sample.bytes
        bytes[bytes.count - (sample.compression == .gzip ? 8 : 1)] ^= 1
        let pass = Pass(pieces: [bytes])
        #expect(pass.packets.count == 2)
        #expect(pass.error?.kind == .damaged(.compression(sample.compression)))
    }

    @Test(arguments: PackedSample.all)
    func damagedBytesNeverHangOrTrap(sample: PackedSample) {
        for index in sample.bytes.indices {
            for bit in 0..<8 {
                var bytes = sample.bytes
                bytes[index] ^= 1 << UInt8(bit)
                #expect(Pass(pieces: [bytes]).packets.count <= 100)
            }
        }
    }

    /// A capture that is recognized before its stream breaks can be opened, so that there is something to report.
    @Test func aStreamThatBreaksWithinTheFileHeaderCanBeOpened() throws {
        let start = Self.stored(Array(Self.plain[..<12]), isLast: false)
        let file = try CaptureFile.open(bytes: start)
        #expect(file.format == .pcap)
        #expect(
            throws: CaptureError(.compressedStreamEndsEarly(.zstd), offset: start.count)
        ) { _ = try file.makeReader() }
        let nothing = Self.stored([], isLast: false)
        #expect(throws: CaptureError(.compressedStreamEndsEarly(.zstd), offset: nothing.count)) {
            try CaptureFile.open(bytes: nothing)
        }
    }

    /// Blocks before a damaged one are delivered, even where all arrive at once.
    @Test func whatPrecedesADamagedBlockIsRead() {
        let blockOfTheReservedType: [UInt8] = [0x07, 0, 0]
        let pass = Pass(pieces: [Self.stored(Self.plain, isLast: false) + blockOfTheReservedType])
        #expect(pass.packets.count == 2)
        #expect(pass.error?.kind == .damaged(.compression(.zstd)))

        let blockOfTwoGigabytes = hex("ffffff7f")
        let block = [UInt8(Self.plain.count), 0, 0, 0x80] + Self.plain
        let other = Pass(pieces: [hex("04224d18 6440a7") + block + blockOfTwoGigabytes])
        #expect(other.packets.count == 2)
        #expect(other.error?.kind == .damaged(.compression(.lz4)))
    }

    /// Found by fuzzing: what was left of a block came out of the call that came upon the next one, and was lost with it.
    @Test(arguments: [1, 1000, 65_536, 131_071, 131_072, 131_073, 200_000, 1 << 20])
    func whatPrecedesDamageDoesNotDependOnTheRoomForIt(room: Int) throws {
        // Two blocks of 128 KiB of the same byte, and one of the reserved type.
        let zstd = hex("28b52ffd 0058 020010 11 020010 22 060000")
        // Two stored blocks of 64 KiB, and one that is longer than the header allows.
        let block = hex("00000180") + [UInt8](repeating: 0x33, count: 1 << 16)
        let lz4 = hex("04224d18 6440a7") + block + block + hex("00000280")
        for (compression, bytes, length) in [(Compression.zstd, zstd, 1 << 18), (.lz4, lz4, 1 << 17)] {
            let decompressor = try Decompressor(compression, ByteStream(pieces: [bytes]), after: [], at: 0)
            var buffer = [UInt8](repeating: 0, count: room)
            var count = 0
            #expect(throws: CaptureError.self) {
                while true {
                    let more = try decompressor.read(into: &buffer, from: 0)
                    guard more > 0 else { break }
                    count += more
                }
            }
            #expect(count == length, "\(compression)")
        }
    }

    @Test func aWindowBeyondTheLimitIsRefused() {
        // Frames whose descriptor asks for 2^28 bytes of window.
        let frame = hex("28b52ffd 00 90 010000")
        let refusal = CaptureError(.unsupported(.windowTooLarge))
        #expect(Pass(pieces: [frame]).error == refusal)
        #expect(refusal.category == .notACapture)
        #expect(refusal.description.contains("zstd -d --long=31"))
        let sample = PackedSample.all[1].bytes
        let pass = Pass(pieces: [sample + frame])
        #expect(pass.packets.count == 2)
        #expect(pass.error == CaptureError(.windowTooLarge, offset: sample.count))
        #expect(pass.error?.category == .partial)
        #expect(pass.error?.description.contains("zstd -d --long=31") == true)
    }

    @Test(arguments: PackedSample.all)
    func aStreamWithinAnotherIsNotRead(sample: PackedSample) {
        let error = CaptureError(.unsupported(.nested(sample.compression, within: .zstd)))
        #expect(Pass(pieces: [Self.stored(sample.bytes)]).error == error)
        #expect(error.category == .notACapture)
    }

    @Test func otherFormatsWithinAStreamAreNamed() {
        let pass = Pass(pieces: [Self.stored(Array("snoop\0\0\0\0\0\0\u{2}".utf8))])
        #expect(pass.error == CaptureError(.unsupported(.foreign(.snoop))))
    }

    /// A small file can unpack to much; what is in memory stays small, and the packets are counted one by one.
    @Test func aBombIsReadPieceByPiece() {
        // 16 blocks of 65,536 zeros each: records of packets without bytes.
        let run: [UInt8] = [0x02, 0x00, 0x08, 0x00]
        let header = Array(Self.plain[..<24])
        var file = hex("28b52ffd 00 50") + [UInt8(24 << 3), 0, 0] + header
        for _ in 0..<16 { file += run }
        file += [0x01, 0, 0]
        #expect(file.count == 100)
        let pass = Pass(pieces: [file])
        #expect(pass.error == nil)
        #expect(pass.packets.count == 16 * 65536 / 16)
    }

    /// What DEFLATE packs best (RFC 1951 §3.2.6): each 13 bits give 258 bytes.
    @Test(arguments: [1 << 16, 1 << 20])
    func aGzipBombIsReadPieceByPiece(length: Int) throws {
        let file = Self.gzip(Array(Self.plain[..<24]), zeros: length)
        #expect(length > 140 * file.count)
        let pass = Pass(pieces: [file])
        #expect(pass.error == nil)
        #expect(pass.packets.count == length / 16)

        // No read gives more than there is room for, so that memory is the same for both.
        let bomb = try Decompressor(.gzip, ByteStream(pieces: [file]), after: [], at: 0)
        var buffer = [UInt8](repeating: 1, count: 4096)
        var (produced, reads) = (0, 0)
        while case let count = try bomb.read(into: &buffer, from: 0), count > 0 {
            produced += count
            reads += 1
        }
        #expect(produced == 24 + length && buffer.count == 4096)
        #expect(reads <= produced / 4096 + 2)
    }

    /// A gzip member (RFC 1952) with those bytes, the last of which is a zero, and so many zeros behind them.
    private static func gzip(_ start: [UInt8], zeros: Int) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1 != 0) } }
        // A last block with fixed codes: 0 to 143 have eight bits from 0x30 on, written from the highest bit.
        func addCode(_ code: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(code >> bit & 1 != 0) }
        }
        func addLiteral(_ byte: UInt8) {
            byte < 144 ? addCode(0x30 + Int(byte), 8) : addCode(0x190 + Int(byte) - 144, 9)
        }
        add(0b011, 3)
        start.forEach(addLiteral)
        for _ in 0..<zeros / 258 {
            // Length 258 is code 285, distance 1 is code 0.
            addCode(0b1100_0101, 8)
            addCode(0, 5)
        }
        for _ in 0..<zeros % 258 { addLiteral(0) }
        addCode(0, 7)
        var writer = ByteWriter()
        writer.writeBytes(hex("1f8b 08 00 00000000 00 03"))
        for first in stride(from: 0, to: bits.count, by: 8) {
            let byte = (first..<min(first + 8, bits.count)).reduce(0) { $0 | (bits[$1] ? 1 : 0) << ($1 - first) }
            writer.writeUInt8(UInt8(byte))
        }
        writer.writeUInt32LittleEndian(checksum(start, zeros: zeros))
        writer.writeUInt32LittleEndian(UInt32(start.count + zeros))
        return writer.bytes
    }

    /// CRC-32 as in RFC 1952 §8.
    private static func checksum(_ start: [UInt8], zeros: Int) -> UInt32 {
        let table = (0..<256 as Range<UInt32>).map { index in
            (0..<8).reduce(index) { value, _ in value & 1 != 0 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
        var sum = UInt32.max
        for byte in start { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ sum >> 8 }
        for _ in 0..<zeros { sum = table[Int(sum & 255)] ^ sum >> 8 }
        return ~sum
    }

    /// A zstd frame that holds those bytes as they are.
    private static func stored(_ bytes: [UInt8], isLast: Bool = true) -> [UInt8] {
        let header = bytes.count << 3 | (isLast ? 1 : 0)
        return hex("28b52ffd 00 50")
            + [UInt8(truncatingIfNeeded: header), UInt8(truncatingIfNeeded: header >> 8), 0] + bytes
    }
}
