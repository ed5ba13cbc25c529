import Testing
import WireCoding
import TestSupport

@testable import PacketCapture

@Suite struct PacketAnnotationsTests {
    static let section = PcapngDecoderTests.section
    static let interface = PcapngDecoderTests.interface

    /// An enhanced packet block of one byte with these options.
    private static func packet(_ options: String) -> [UInt8] {
        let options = hex(options)
        var block = ByteWriter()
        let length = UInt32(36 + options.count)
        block.writeUInt32LittleEndian(6)
        block.writeUInt32LittleEndian(length)
        block.writeBytes(hex("00000000 00000000 05000000 01000000 01000000 ab000000"))
        block.writeBytes(options)
        block.writeUInt32LittleEndian(length)
        return block.bytes
    }

    @Test func readsWhatAPacketsOptionsSay() throws {
        let options = """
            0100 0300 6f6464 00 0200 0400 95000081 0400 0800 0500000000000000 0500 0800 0600000000000000
            0600 0400 07000000 0700 0900 02 0200000000000000 000000 0100 0100 78000000 00000000
            """
        let pass = Pass(hex(Self.section + Self.interface) + Self.packet(options))
        #expect(pass.error == nil)
        let annotations = try #require(pass.packets.first?.annotations)
        #expect(annotations.comments == ["odd", "x"])
        #expect(annotations.flags?.direction == .inbound)
        #expect(annotations.flags?.receptionType == .init(rawValue: 5))
        #expect(annotations.flags?.frameCheckSequenceLength == 4)
        #expect(annotations.flags?.linkErrors == [.crc, .symbol])
        #expect(annotations.dropCount == 5)
        #expect(annotations.packetID == 6)
        #expect(annotations.queue == 7)
        #expect(annotations.verdicts.map(\.source) == [.linuxExpressDataPath])
        #expect(annotations.verdicts.map(\.number) == [2])
        #expect(annotations.damage == nil)
        #expect(pass.packets.first?.options.map(\.code) == [1, 2, 4, 5, 6, 7, 1])
    }

    @Test func numbersOfABigEndianSectionAreTurnedAround() throws {
        let packet = """
            00000006 00000054 00000000 00000000 00000001 00000001 00000001 ef000000
            0002 0004 00000002 0004 0008 0000000000000009 0007 0009 01 0000000000000003 000000
            0384 0002 1234 0000 00000000 00000054
            """
        let pass = Pass(hex(PcapngDecoderTests.bigEndianSection + PcapngDecoderTests.bigEndianInterface + packet))
        #expect(pass.error == nil)
        let first = try #require(pass.packets.first)
        #expect(first.annotations.flags?.direction == .outbound)
        #expect(first.annotations.dropCount == 9)
        #expect(first.annotations.verdicts.map(\.number) == [3])
        #expect(first.options.first?.value == [2, 0, 0, 0])
        // The value of an unknown option stays as it is.
        #expect(first.options.last == PcapngOption(code: 900, value: [0x12, 0x34]))
    }

    /// As macOS's tcpdump writes them: processes by their places among those of the section.
    @Test func findsTheProcessOfAPacket() throws {
        let first = "01000080 20000000 6f000000 0200 0500 7374617274 000000 0000 0000 20000000"
        let second = """
            01000080 30000000 de000000 0200 0300 6e6e6e00 0400 1000 000102030405060708090a0b0c0d0e0f
            00000000 30000000
            """
        let options = "0180 0400 01000000 0280 0400 90000000 0380 0400 05000000 0580 0400 2a000000 00000000"
        let pass = Pass(hex(Self.section + first + second + Self.interface) + Self.packet(options))
        #expect(pass.error == nil)
        #expect(pass.processes.map(\.processID) == [111, 222])
        #expect(pass.processes.map(\.name) == ["start", "nnn"])
        let annotations = try #require(pass.packets.first?.annotations)
        #expect(annotations.process?.index == 1)
        #expect(annotations.process?.process?.processID == 222)
        #expect(annotations.process?.process?.uuid == Array(0..<16))
        #expect(annotations.effectiveProcess == ProcessReference(index: 5))
        #expect(annotations.serviceClass == 0x90)
        #expect(annotations.flowID == 42)
        // A later section counts its processes anew.
        let later = Pass(
            hex(Self.section + first + Self.section + second + Self.interface)
                + Self.packet("0180 0400 00000000 00000000"))
        #expect(later.packets.first?.annotations.process?.process?.processID == 222)
        #expect(later.processes.map(\.section) == [0, 1])
        #expect(later.processes.map(\.index) == [0, 0])
    }

    @Test func aWrongLengthIsPlaced() {
        let start = 48 + 32
        let short = Pass(
            hex(Self.section + Self.interface) + Self.packet("0100 0100 61000000 0200 0200 01000000 0100 0100 62000000")
        )
        #expect(short.error == nil)
        #expect(short.packets.first?.annotations.comments == ["a", "b"])
        #expect(
            short.packets.first?.annotations.damage
                == CaptureError(.damaged(.optionLength(code: 2, length: 2)), offset: start + 8))
        let beyond = Pass(hex(Self.section + Self.interface) + Self.packet("0100 0100 61000000 0100 0900 62636465"))
        #expect(beyond.error == nil)
        #expect(beyond.packets.first?.options == [.comment("a")])
        #expect(
            beyond.packets.first?.annotations.damage
                == CaptureError(.damaged(.optionLength(code: 1, length: 9)), offset: start + 8))
    }

    /// Simple packets have padding that looks like options, and pcap files have none at all.
    @Test func otherPacketsHaveNone() throws {
        let simple = "03000000 1c000000 0a000000 01020304 01000400 61626364 1c000000"
        let pass = Pass(hex(Self.section + Self.interface + simple))
        #expect(pass.packets.map(\.options) == [[]])
        #expect(pass.packets.map(\.annotations) == [PacketAnnotations()])
        #expect(Pass(DecompressorTests.plain).packets.allSatisfy { $0.options.isEmpty })
        var reader = try CaptureFile.open(bytes: DecompressorTests.plain).makeReader()
        let before = reader.hasPacketOptions
        _ = try reader.next()
        let after = reader.hasPacketOptions
        #expect([before, after] == [false, false])
    }

    /// The numbers of an obsolete packet's options are those of its own table: 4 is no drop count there.
    @Test func obsoletePacketsHaveFlagsOnly() {
        let packet = """
            02000000 3c000000 0000 ffff 00000000 05000000 01000000 09000000 ab000000
            0200 0400 01000000 0400 0800 0100000000000000 00000000 3c000000
            """
        let pass = Pass(hex(Self.section + Self.interface + packet))
        #expect(pass.error == nil)
        #expect(pass.packets.first?.annotations.flags?.direction == .inbound)
        #expect(pass.packets.first?.annotations.dropCount == nil)
        #expect(pass.packets.first?.options.count == 2)
    }
}
