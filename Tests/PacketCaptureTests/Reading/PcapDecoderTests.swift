import PacketCapture
import Testing
import WireCoding
import TestSupport

@Suite struct PcapDecoderTests {
    /// Version 2.4, snap length 65535, link type 127.
    let littleEndian = hex("d4c3b2a1 0200 0400 00000000 00000000 ffff0000 7f000000")
    let bigEndian = hex("a1b2c3d4 0002 0004 00000000 00000000 0000ffff 0000007f")

    /// The first bytes of a NAN beacon's capture, cut to six bytes of packet.
    @Test func readsARecord() throws {
        let pass = Pass(littleEndian + hex("80ada469 01000000 06000000 77000000 00001900 6f08"))
        #expect(pass.error == nil)
        let packet = try #require(pass.packets.first)
        #expect(
            packet.record
                == PacketRecord(
                    frame: 1, time: 1_772_400_000_000_001_000, interface: 0, originalLength: 0x77, capturedLength: 6))
        #expect(packet.bytes == hex("00001900 6f08"))
        #expect(packet.linkType == .ieee80211Radiotap)
        #expect(pass.packets.count == 1)
        let interface = try #require(pass.interfaces.first)
        #expect(interface.snapLength == 65535)
        #expect(interface.packets == 1)
        #expect(interface.resolution.ticksPerSecond == 1_000_000)
        #expect(interface.resolution.seconds == 1e-6)
        #expect(interface.frameCheckSequenceLength == nil)
    }

    @Test func bothByteOrdersSayTheSame() {
        let little = Pass(littleEndian + hex("80ada469 01000000 02000000 77000000 abcd"))
        let big = Pass(bigEndian + hex("69a4ad80 00000001 00000002 00000077 abcd"))
        #expect(little == big)
        #expect(little.packets.count == 1)
    }

    @Test(arguments: ["4d3cb2a1 0200 0400", "a1b23c4d 0002 0004"])
    func readsNanoseconds(start: String) {
        let isBig = start.hasPrefix("a1")
        let record = isBig ? "00000001 00000007 00000000 00000000" : "01000000 07000000 00000000 00000000"
        let pass = Pass(hex(start + "00000000 00000000 00000000 00000000" + record))
        #expect(pass.packets.map(\.record.time) == [1_000_000_007])
        #expect(pass.interfaces.first?.resolution.ticksPerSecond == 1_000_000_000)
        #expect(pass.interfaces.first?.snapLength == nil)
    }

    @Test func subSecondsOfASecondAndMoreCarryOver() {
        let pass = Pass(littleEndian + hex("01000000 ffffffff 00000000 00000000"))
        #expect(pass.packets.map(\.record.time) == [1_000_000_000 + 4_294_967_295_000])
    }

    @Test func theLastSecondOfTheFormatFits() {
        let pass = Pass(littleEndian + hex("ffffffff ffffffff 00000000 00000000"))
        #expect(pass.packets.map(\.record.time) == [4_294_967_295_000_000_000 + 4_294_967_295_000])
    }

    @Test func keepsPacketsThatAreLongerThanTheyShouldBe() {
        let header = hex("d4c3b2a1 0200 0400 00000000 00000000 02000000 01000000")
        let pass = Pass(header + hex("00000000 00000000 04000000 03000000 01020304"))
        #expect(pass.packets.first?.bytes == [1, 2, 3, 4])
        #expect(pass.packets.first?.record.originalLength == 3)
    }

    /// The upper bits: a frame check sequence of two 16-bit units, and the flag that says so.
    @Test func takesTheLinkTypeFromTheLowerBits() {
        let pass = Pass(hex("d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000024"))
        #expect(pass.interfaces.first?.linkType == .ethernet)
        #expect(pass.interfaces.first?.frameCheckSequenceLength == 4)
    }

    /// Versions up to 2.2 have the original length first, 2.3 has either.
    @Test(arguments: [
        ("0000", "03000000 02000000"), ("0200", "03000000 02000000"),
        ("0300", "03000000 02000000"), ("0300", "02000000 03000000"), ("0400", "02000000 03000000"),
    ])
    func oldVersionsHaveTheLengthsInAnotherOrder(minor: String, lengths: String) {
        let pass = Pass(
            hex("d4c3b2a1 0200" + minor + "00000000 00000000 ffff0000 01000000 00000000 00000000" + lengths + "0102"))
        #expect(pass.error == nil)
        #expect(pass.packets.map(\.record.capturedLength) == [2])
        #expect(pass.packets.map(\.record.originalLength) == [3])
    }

    @Test func otherVersionsAreNotRead() {
        let pass = Pass(hex("d4c3b2a1 0300 0100 00000000 00000000 ffff0000 01000000"))
        #expect(pass.error == CaptureError(.unsupported(.pcapVersion(major: 3, minor: 1)), offset: 4))
        #expect(pass.error?.category == .notACapture)
    }

    @Test func everyCutSaysWhereTheBrokenRecordBegins() {
        let file = littleEndian + hex("00000000 00000000 02000000 02000000 0102 00000000 00000000 01000000 01000000 03")
        for length in 4..<24 {
            let error = Pass(Array(file[..<length])).error
            #expect(error == CaptureError(.endsEarly(.fileHeader, needed: 24, available: length)))
            #expect(error?.category == .partial)
        }
        for length in 25..<file.count where length != 42 {
            let pass = Pass(Array(file[..<length]))
            let start = length < 42 ? 24 : 42
            let kind: CaptureError.Kind =
                length < start + 16
                ? .endsEarly(.recordHeader, needed: 16, available: length - start)
                : .endsEarly(.packetData, needed: start == 24 ? 18 : 17, available: length - start)
            #expect(pass.error == CaptureError(kind, offset: start))
            #expect(pass.packets.count == (length < 42 ? 0 : 1))
        }
        #expect(Pass(Array(file[..<42])).error == nil)
        #expect(Pass(file).packets.count == 2)
    }

    @Test func aPacketBeyondTheLimitIsDamage() {
        let pass = Pass(littleEndian + hex("00000000 00000000 01001000 01001000") + [0])
        #expect(pass.error == CaptureError(.damaged(.packetTooLong(0x0010_0001)), offset: 24))
        let longest = Pass(littleEndian + hex("00000000 00000000 00001000 00001000") + [0])
        #expect(
            longest.error
                == CaptureError(.endsEarly(.packetData, needed: 0x0010_0010, available: 17), offset: 24))
    }

    /// Eight bytes of interface, protocol and packet type follow the lengths of a record.
    @Test func passesOverWhatKuznetzovsRecordsHaveMore() {
        let little = Pass(
            hex("34cdb2a1 0200 0400 00000000 00000000 ffff0000 01000000")
                + hex("05000000 06000000 02000000 03000000 02000000 0008 00 00 abcd")
                + hex("07000000 00000000 01000000 01000000 02000000 0608 01 00 ef"))
        let big = Pass(
            hex("a1b2cd34 0002 0004 00000000 00000000 0000ffff 00000001")
                + hex("00000005 00000006 00000002 00000003 00000002 0800 00 00 abcd")
                + hex("00000007 00000000 00000001 00000001 00000002 0806 01 00 ef"))
        #expect(little.error == nil)
        #expect(little == big)
        #expect(little.packets.map(\.bytes) == [[0xAB, 0xCD], [0xEF]])
        #expect(little.packets.map(\.record.time) == [5_000_006_000, 7_000_000_000])
        #expect(little.packets.map(\.record.originalLength) == [3, 1])
        let cut = Pass(
            hex("34cdb2a1 0200 0400 00000000 00000000 ffff0000 01000000")
                + hex("05000000 06000000 02000000 03000000 02000000 0008 00"))
        #expect(cut.error == CaptureError(.endsEarly(.recordHeader, needed: 24, available: 23), offset: 24))
    }

    /// Times are UTC whatever time zone and accuracy the header claims.
    @Test func ignoresTheTimeZone() {
        let record = hex("05000000 00000000 00000000 00000000")
        let zoned = Pass(hex("d4c3b2a1 0200 0400 f0f1ffff 06000000 ffff0000 7f000000") + record)
        #expect(zoned == Pass(littleEndian + record))
        #expect(zoned.packets.map(\.record.time) == [5_000_000_000])
    }

    @Test func aWriterSaysHowLongTheFrameCheckSequenceIs() {
        for length: Int? in [nil, 0, 4, 30] {
            let file = ByteWriter.collect {
                PcapWriter(linkType: .ethernet, frameCheckSequenceLength: length).writeHeader(into: &$0)
            }
            #expect(Pass(file).interfaces.first?.frameCheckSequenceLength == length)
            #expect(Pass(file).interfaces.first?.linkType == .ethernet)
        }
        let odd = PcapWriter(linkType: .ethernet, frameCheckSequenceLength: 3)
        #expect(
            Pass(ByteWriter.collect { odd.writeHeader(into: &$0) }).interfaces.first?.frameCheckSequenceLength == nil)
    }
}
