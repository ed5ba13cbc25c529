import PacketCapture
import Testing
import WireCoding
import TestSupport

@Suite struct PcapngDecoderTests {
    static let section = "0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000"
    static let bigEndianSection = "0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c"
    /// Ethernet, snap length 4, microseconds.
    static let interface = "01000000 14000000 0100 0000 04000000 14000000"
    static let bigEndianInterface = "00000001 00000014 0065 0000 00000000 00000014"
    /// Interface 0, 2^32 + 1 ticks, two bytes of three.
    static let packet = "06000000 24000000 00000000 01000000 01000000 02000000 03000000 abcd0000 24000000"

    /// The start of a file by editcap: section header, interface (nanoseconds), and an IGMP report.
    @Test func readsARealFile() throws {
        let pass = Pass(
            hex(
                """
                0a0d0d0a6c0000004d3c2b1a01000000ffffffffffffffff0400450045646974636170202857697265736861726b2920
                342e302e313720284769742076342e302e3137207061636b6167656420617320342e302e31372d302b64656231327533
                29000000000000006c000000010000002000000001000000000004000900010009000000000000002000000006000000
                5800000000000000a1ede918ee8e900f360000003600000001005e000016024d444e5301080046c00028000040000102
                f9a10a4d000be0000016940400002200f9020000000104000000e00000fb000058000000
                """))
        #expect(pass.error == nil)
        let packet = try #require(pass.packets.first)
        #expect(packet.record.time == 1_795_227_202_490_502_894)
        #expect(packet.record.originalLength == 54)
        #expect(packet.bytes.count == 54)
        #expect(packet.bytes.prefix(6) == [0x01, 0x00, 0x5E, 0x00, 0x00, 0x16])
        #expect(pass.interfaces.first?.snapLength == 262_144)
        #expect(pass.interfaces.first?.resolution.ticksPerSecond == 1_000_000_000)
    }

    @Test func readsAnEnhancedPacket() {
        let pass = Pass(hex(Self.section + Self.interface + Self.packet))
        #expect(pass.packets.map(\.record.time) == [4_294_967_297_000])
        #expect(pass.packets.map(\.record.originalLength) == [3])
        #expect(pass.packets.map(\.bytes) == [[0xAB, 0xCD]])
        #expect(pass.interfaces.map(\.packets) == [1])
    }

    /// The bytes of a simple packet end where the snap length cuts it, before the padding.
    @Test func readsASimplePacket() {
        let pass = Pass(hex(Self.section + Self.interface + "03000000 14000000 06000000 01020304 14000000"))
        #expect(
            pass.packets.map(\.record)
                == [
                    PacketRecord(
                        frame: 1, time: 0, interface: 0, originalLength: 6, capturedLength: 4, isTimed: false)
                ])
        let short = Pass(hex(Self.section + Self.interface + "03000000 14000000 03000000 01020300 14000000"))
        #expect(short.packets.map(\.bytes) == [[1, 2, 3]])
    }

    @Test func readsAnObsoletePacket() {
        let packet = "02000000 24000000 0000 ffff 00000000 05000000 01000000 09000000 ab000000 24000000"
        let pass = Pass(hex(Self.section + Self.interface + packet))
        #expect(
            pass.packets.map(\.record)
                == [PacketRecord(frame: 1, time: 5000, interface: 0, originalLength: 9, capturedLength: 1)])
    }

    /// Each section has its own byte order and numbers its interfaces from 0; here they are counted on.
    @Test func countsInterfacesOnOverSections() {
        let packet = "00000006 00000024 00000000 00000000 00000001 00000001 00000001 ef000000 00000024"
        let pass = Pass(
            hex(
                Self.section + Self.interface + Self.packet + Self.bigEndianSection + Self.bigEndianInterface + packet
                    + Self.section + Self.interface + Self.packet))
        #expect(pass.error == nil)
        #expect(pass.packets.map(\.record.interface) == [0, 1, 2])
        #expect(pass.packets.map(\.record.frame) == [1, 2, 3])
        #expect(pass.packets.map(\.linkType) == [.ethernet, .raw, .ethernet])
        #expect(pass.interfaces.map(\.id) == [0, 1, 2])
        #expect(pass.interfaces.map(\.packets) == [1, 1, 1])
    }

    @Test func readsWhatAnInterfaceSaysOfItself() throws {
        let options =
            "0200 0300 656e3000 0300 0200 c3a90000 0900 0100 8a000000 0e00 0800 0a00000000000000 "
            + "0d00 0100 04000000 7fff 0100 ab000000 0000 0000"
        let block = "01000000 4c000000 6c00 0000 00000000" + options + "4c000000"
        let packet = "06000000 20000000 00000000 00000000 00060000 00000000 00000000 20000000"
        let statistics = "05000000 28000000 00000000 00000000 00000000 0500 0800 0300000000000000 00000000 28000000"
        let pass = Pass(hex(Self.section + block + packet + statistics))
        #expect(pass.error == nil)
        let interface = try #require(pass.interfaces.first)
        #expect(interface.name == "en0")
        #expect(interface.interfaceDescription == "é")
        #expect(interface.linkType == .loop)
        #expect(interface.snapLength == nil)
        #expect(interface.resolution.ticksPerSecond == 1024)
        #expect(interface.frameCheckSequenceLength == 4)
        #expect(interface.dropped == 3)
        // 1536 ticks of 1/1024 s after an offset of ten seconds.
        #expect(pass.packets.map(\.record.time) == [11_500_000_000])
    }

    @Test func aNameThatIsNotUTF8IsRepaired() {
        let block = "01000000 20000000 0100 0000 00000000 0200 0200 61ff0000 00000000 20000000"
        #expect(Pass(hex(Self.section + block)).interfaces.first?.name == "a\u{FFFD}")
    }

    @Test func passesOverUnknownBlocks() {
        let unknown = "ad0b0000 10000000 01020304 10000000"
        let pass = Pass(hex(Self.section + unknown + Self.interface + unknown + Self.packet + unknown))
        #expect(pass.error == nil)
        #expect(pass.packets.count == 1)
    }

    @Test func everyCutSaysWhereTheBrokenBlockBegins() {
        let file = hex(Self.section + Self.interface + Self.packet)
        for length in 4..<file.count where length != 28 && length != 48 {
            let start = length < 28 ? 0 : length < 48 ? 28 : 48
            let size = [0: 28, 28: 20, 48: 36][start] ?? 0
            let available = length - start
            let kind: CaptureError.Kind =
                available >= 12
                ? .endsEarly(.block, needed: size, available: available)
                : .endsEarly(start == 0 ? .fileHeader : .recordHeader, needed: 12, available: available)
            #expect(Pass(Array(file[..<length])).error == CaptureError(kind, offset: start))
        }
        #expect(Pass(file).error == nil)
    }

    /// Six bytes of packet with two of padding: a block of 40 bytes, or of 38 by writers that forget the padding.
    @Test(arguments: [("26000000", "26000000"), ("28000000", "26000000"), ("26000000", "28000000")])
    func lengthsMayLeaveOutThePadding(leading: String, trailing: String) {
        let packet =
            "06000000 \(leading) 00000000 00000000 00000000 06000000 06000000 010203040506 0000 \(trailing)"
        let pass = Pass(hex(Self.section + Self.interface + packet + Self.packet))
        #expect(pass.error == nil)
        #expect(pass.packets.count == 2 && pass.packets.first?.bytes == [1, 2, 3, 4, 5, 6])
    }

    /// Each case: the damaged block behind a section and an interface, what is wrong, and where from its start.
    @Test(
        arguments: [
            ("06000000 08000000 08000000", .blockLength(8), 0),
            ("06000000 0d000000 00000000 00000000", .trailingLength(0, leading: 13), 0),
            ("06000000 04000010 00000000", .blockTooLong(0x1000_0004), 0),
            // A packet's has to be in memory.
            ("06000000 04002000 00000000", .blockTooLong(0x0020_0004), 0),
            ("06000000 10000000 00000000 14000000", .trailingLength(20, leading: 16), 0),
            ("06000000 10000000 00000000 10000000", .blockLength(16), 0),
            ("03000000 0c000000 0c000000", .blockLength(12), 0),
            ("01000000 10000000 00000000 10000000", .blockLength(16), 0),
            ("05000000 10000000 00000000 10000000", .blockLength(16), 0),
            (
                "06000000 20000000 01000000 00000000 00000000 00000000 00000000 20000000",
                .unknownInterface(1), 0
            ),
            (
                "06000000 20000000 ffffffff 00000000 00000000 00000000 00000000 20000000",
                .unknownInterface(.max), 0
            ),
            (
                "06000000 20000000 00000000 00000000 00000000 01000000 00000000 20000000",
                .capturedLength(1, available: 0), 0
            ),
            (
                "06000000 20000000 00000000 00000000 00000000 ffffffff 00000000 20000000",
                .capturedLength(.max, available: 0), 0
            ),
            ("03000000 10000000 02000000 10000000", .capturedLength(2, available: 0), 0),
            (
                "01000000 18000000 0100 0000 00000000 0200 0100 18000000",
                .optionLength(code: 2, length: 1), 16
            ),
            (
                "01000000 18000000 0100 0000 00000000 0900 0000 18000000",
                .optionLength(code: 9, length: 0), 16
            ),
            (
                "01000000 1c000000 0100 0000 00000000 0e00 0400 00000000 1c000000",
                .optionLength(code: 14, length: 4), 16
            ),
            ("0a0d0d0a 1c000000 01020304", .byteOrderMagic(0x0102_0304), 8),
            (
                "0a0d0d0a 1c000000 4d3c2b1a 0200 0000 ffffffffffffffff 1c000000",
                .sectionVersion(major: 2, minor: 0), 12
            ),
        ] as [(String, CaptureError.Damage, Int)])
    func damageIsNamedAndPlaced(block: String, damage: CaptureError.Damage, offset: Int) {
        let before = hex(Self.section + Self.interface + Self.packet)
        let pass = Pass(before + hex(block))
        #expect(pass.error == CaptureError(.damaged(damage), offset: before.count + offset))
        #expect(pass.packets.count == 1)
    }

    @Test func anInterfaceOfThePreviousSectionIsUnknown() {
        let pass = Pass(hex(Self.section + Self.interface + Self.section + Self.packet))
        #expect(pass.error == CaptureError(.damaged(.unknownInterface(0)), offset: 76))
    }

    @Test func otherVersionsAreNotRead() {
        let pass = Pass(hex("0a0d0d0a 1c000000 4d3c2b1a 0200 0300 ffffffffffffffff 1c000000"))
        #expect(pass.error == CaptureError(.unsupported(.pcapngVersion(major: 2, minor: 3)), offset: 12))
    }
}
