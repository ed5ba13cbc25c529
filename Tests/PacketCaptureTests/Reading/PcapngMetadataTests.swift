import Testing
import WireCoding
import TestSupport

@testable import PacketCapture

@Suite struct PcapngMetadataTests {
    static let section = PcapngDecoderTests.section
    static let interface = PcapngDecoderTests.interface
    static let packet = PcapngDecoderTests.packet

    @Test func readsWhatASectionSaysOfItself() throws {
        let pass = Pass(
            hex(
                """
                0a0d0d0a 40000000 4d3c2b1a 0100 0000 ffffffffffffffff
                0200 0300 4d616300 0300 0200 4f530000 0400 0100 61000000 0100 0200 68690000 0000 0000 40000000
                """) + hex(Self.section))
        #expect(pass.error == nil)
        let section = try #require(pass.sections.first)
        #expect(section.hardware == "Mac")
        #expect(section.operatingSystem == "OS")
        #expect(section.application == "a")
        #expect(section.comments == ["hi"])
        #expect(section.byteOrder == .littleEndian)
        #expect(section.options.map(\.code) == [2, 3, 4, 1])
        #expect(pass.sections.map(\.id) == [0, 1])
    }

    /// The same description in both byte orders; numbers come out little-endian, text and addresses as they are.
    @Test func readsAllThatAnInterfaceSaysInBothByteOrders() throws {
        let little = """
            01000000 98000000 0100 0000 00000000
            0400 0800 c0a80101 ffffff00
            0500 1100 20010db8000000000000000000000001 40 000000
            0600 0600 020304050607 0000
            0700 0800 0234 56fffe789abc
            0800 0800 00e1f50500000000
            0b00 0400 00 746370
            0c00 0300 6f7378 00
            0f00 0200 68770000
            1000 0800 0100000000000000
            1100 0800 0200000000000000
            0100 0100 63000000
            0000 0000 98000000
            """
        let big = """
            00000001 00000098 0001 0000 00000000
            0004 0008 c0a80101 ffffff00
            0005 0011 20010db8000000000000000000000001 40 000000
            0006 0006 020304050607 0000
            0007 0008 0234 56fffe789abc
            0008 0008 0000000005f5e100
            000b 0004 00 746370
            000c 0003 6f7378 00
            000f 0002 68770000
            0010 0008 0000000000000001
            0011 0008 0000000000000002
            0001 0001 63000000
            0000 0000 00000098
            """
        let pass = Pass(hex(Self.section + little + PcapngDecoderTests.bigEndianSection + big))
        #expect(pass.error == nil)
        #expect(pass.metadataDamage == nil)
        try #require(pass.interfaces.count == 2)
        for interface in pass.interfaces {
            #expect(
                interface.addresses.map(\.address.description) == ["192.168.1.1", "2001:db8::1"])
            #expect(interface.addresses.map(\.prefixLength) == [24, 64])
            #expect(interface.linkAddress == LinkAddress(rawValue: 0x0203_0405_0607))
            #expect(interface.eui64 == 0x0234_56FF_FE78_9ABC)
            #expect(interface.speed == 100_000_000)
            #expect(interface.filter == .expression("tcp"))
            #expect(interface.operatingSystem == "osx")
            #expect(interface.hardware == "hw")
            #expect(interface.transmitSpeed == 1)
            #expect(interface.receiveSpeed == 2)
            #expect(interface.comments == ["c"])
        }
        #expect(pass.interfaces[0].options == pass.interfaces[1].options)
        #expect(pass.interfaces.map(\.section) == [0, 1])
    }

    @Test(
        arguments: [
            ("ffffffff", 32), ("ffffff00", 24), ("80000000", 1), ("00000000", 0), ("ff00ff00", nil), ("00ffffff", nil),
        ] as [(String, Int?)])
    func netmasksAreLengthsWhereTheyCanBe(mask: String, length: Int?) {
        let block = "01000000 24000000 0100 0000 00000000 0400 0800 0a000001 \(mask) 00000000 24000000"
        #expect(
            Pass(hex(Self.section + block)).interfaces.first?.addresses
                == [InterfaceAddress(address: IPAddress(ipv4: 0x0A00_0001), prefixLength: length)])
    }

    /// A description that is wrong in a detail still describes an interface.
    @Test func aWrongDetailIsNotedAndPassedOver() {
        let block = "01000000 20000000 0100 0000 00000000 0600 0400 01020304 00000000 20000000"
        let pass = Pass(hex(Self.section + block + Self.packet))
        #expect(pass.error == nil)
        #expect(pass.packets.count == 1)
        #expect(
            pass.metadataDamage
                == CaptureError(.damaged(.optionLength(code: 6, length: 4)), offset: 28 + 16))
    }

    @Test func readsAllCounters() throws {
        let block = """
            05000000 78000000 00000000 00000000 00000500
            0200 0800 00000000 00000100
            0300 0800 00000000 00000400
            0400 0800 6400000000000000
            0500 0800 0100000000000000
            0600 0800 0200000000000000
            0700 0800 0300000000000000
            0800 0800 0400000000000000
            0100 0400 646f6e65
            00000000 78000000
            """
        let pass = Pass(hex(Self.section + Self.interface + block))
        #expect(pass.error == nil)
        let expected = InterfaceStatistics(
            time: 0x50000 * 1000, startTime: 0x10000 * 1000, endTime: 0x40000 * 1000, received: 100, dropped: 1,
            filterAccepted: 2, systemDropped: 3, delivered: 4, comments: ["done"])
        #expect(pass.interfaces.first?.statistics == expected)
        #expect(pass.interfaces.first?.dropped == 1)
        // A later block that says less leaves the rest.
        let later = "05000000 18000000 00000000 00000000 00000600 18000000"
        let both = Pass(hex(Self.section + Self.interface + block + later))
        #expect(both.interfaces.first?.statistics?.received == 100)
        let time: Int64 = 0x60000 * 1000
        #expect(both.interfaces.first?.statistics?.time == time)
    }

    @Test func readsCountersOfABigEndianSection() {
        let block = """
            00000005 00000030 00000000 00000000 00050000
            0002 0008 00000001 00000002 0004 0008 0000000000000064 00000030
            """
        let pass = Pass(
            hex(PcapngDecoderTests.bigEndianSection + PcapngDecoderTests.bigEndianInterface + block))
        #expect(pass.error == nil)
        let expected = InterfaceStatistics(
            time: 0x50000 * 1000, startTime: 0x1_0000_0002 * 1000, received: 100)
        #expect(pass.interfaces.first?.statistics == expected)
    }

    @Test func readsNames() {
        let block = """
            04000000 58000000
            0100 0a00 c0a80107 612e6200 6300 0000
            0200 1200 fe800000000000000000000000000001 6400 0000
            0300 0800 020304050607 6500
            2301 0400 01020304
            0000 0000 0100 0200 68690000 0000 0000 58000000
            """
        let names = [
            NameResolution(.ip(IPAddress(ipv4: 0xC0A8_0107)), names: ["a.b", "c"]),
            NameResolution(.ip(IPAddress(ipv6High: 0xFE80 << 48, low: 1)), names: ["d"]),
            NameResolution(.link(LinkAddress(rawValue: 0x0203_0405_0607)), names: ["e"]),
        ]
        let pass = Pass(hex(Self.section + block))
        #expect(pass.error == nil)
        #expect(pass.metadataDamage == nil)
        #expect(pass.nameResolutions == names)
        let written = ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(into: &output)
            writer.writeNameResolutions(
                names + [NameResolution(.eui64(7), names: ["f"]), NameResolution(.eui64(8), names: [""])],
                into: &output)
        }
        #expect(Pass(written).nameResolutions == names + [NameResolution(.eui64(7), names: ["f"])])
        #expect(Pass(written).metadataDamage == nil)
    }

    /// Names that lie about their length cost the rest of their block and nothing else.
    @Test(
        arguments: [
            ("04000000 14000000 0100 0900 c0a80107 14000000", .recordLength(9, available: 4), 8),
            ("04000000 14000000 0100 0300 c0a80100 14000000", .recordLength(3, available: 4), 8),
            ("0a000000 10000000 4b534c54 10000000", .blockLength(16), 0),
            ("0a000000 18000000 4b534c54 05000000 61626364 18000000", .recordLength(5, available: 4), 12),
            ("01000080 0c000000 0c000000", .blockLength(12), 0),
            ("01000080 18000000 07000000 0200 0900 61626364 18000000", .optionLength(code: 2, length: 9), 12),
        ] as [(String, CaptureError.Damage, Int)])
    func damageCostsNoPackets(block: String, damage: CaptureError.Damage, offset: Int) {
        let pass = Pass(hex(Self.section + Self.interface + block + Self.packet))
        #expect(pass.error == nil)
        #expect(pass.packets.count == 1)
        #expect(pass.metadataDamage == CaptureError(.damaged(damage), offset: 48 + offset))
    }

    @Test func namesBeyondTheLimitAreLeftOut() {
        let count = CaptureReader.maximumNameResolutions + 5
        let names = (0..<count).map { NameResolution(.ip(IPAddress(ipv4: UInt32($0))), names: ["n"]) }
        let file = ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(into: &output)
            writer.writeNameResolutions(names, into: &output)
        }
        #expect(Pass(file).nameResolutions.count == CaptureReader.maximumNameResolutions)
    }

    @Test func keepsSecretsUpToTheLimitAndCountsTheRest() throws {
        let half = CaptureReader.maximumSecretsLength / 2
        let secrets = (0..<3).map { index in
            DecryptionSecrets(.tlsKeyLog, bytes: [UInt8](repeating: UInt8(65 + index), count: half))
        }
        let file = try ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(into: &output)
            for entry in secrets { try writer.writeSecrets(entry, into: &output) }
        }
        let pass = Pass(file)
        #expect(pass.error == nil)
        #expect(pass.secrets == Array(secrets.prefix(2)))
        #expect(pass.omittedSecretBytes == half)
        #expect(Pass(pieces: [file]) == pass)
    }

    @Test func metadataBeyondTheLimitIsLeftOut() {
        // Comments of 65,535 bytes, 257 of which are more than 16 MiB.
        let comment = PcapngOption(code: 1, value: [UInt8](repeating: 97, count: 65535))
        let file = ByteWriter.collect { output in
            var writer = PcapngWriter()
            writer.writeSection(into: &output)
            for _ in 0..<257 {
                _ = writer.writeInterface(linkType: .raw, name: "x", options: [comment], into: &output)
            }
        }
        let pass = Pass(file)
        #expect(pass.error == nil)
        #expect(pass.interfaces.count == 257)
        #expect(pass.interfaces.last?.resolution == .nanoseconds)
        #expect(pass.interfaces.last?.name == nil)
        let kept = pass.interfaces.reduce(0) { $0 + $1.options.reduce(0) { $0 + $1.value.count } }
        #expect(kept > 15 << 20 && kept <= CaptureReader.maximumMetadataLength)
    }

    /// Statistics that repeat a hundred thousand comments are compared with those before all the same.
    @Test(.timeLimit(.minutes(10))) func repeatedCommentsOfStatisticsTakeNoMoreRoom() {
        var comments = ByteWriter()
        for number in 0..<100_000 {
            comments.writeBytes(hex("0100 0400"))
            comments.writeUInt32(
                0x2020_2020 + UInt32(number % 95) + UInt32(number / 95 % 95) << 8 + UInt32(number / 9025) << 16)
        }
        var block = hex("05000000 98350c00 00000000 00000500 00000000")
        block += comments.bytes + hex("98350c00")
        let length = UInt32(block.count)
        let lengthBytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        block.replaceSubrange(4..<8, with: lengthBytes)
        block.replaceSubrange(block.count - 4..<block.count, with: lengthBytes)
        let pass = Pass(hex(Self.section + Self.interface) + block + block + block + block + block)
        #expect(pass.error == nil)
        #expect(pass.interfaces.first?.statistics?.comments.count == 100_000)
        // A comment that is repeated within one block is more than the one that was there.
        let one = hex("05000000 20000000 00000000 00000500 00000000 01000100 61000000 20000000")
        #expect(Pass(hex(Self.section + Self.interface) + one + one).interfaces.first?.statistics?.comments == ["a"])
    }

    @Test func optionsOfAPacketBeyondTheLimitAreNotRead() {
        let limit = CaptureReader.maximumPacketOptions
        let file = ByteWriter.collect { output in
            output.writeBytes(hex(Self.section + Self.interface))
            let words = [6, UInt32(36 + 4 * (limit + 9)), 0, 0, 0, 4, 4, 0xDDCC_BBAA]
            for word in words { output.writeUInt32(word.byteSwapped) }
            for _ in 0..<limit + 9 { output.writeBytes(hex("0100 0000")) }
            output.writeUInt32(words[1].byteSwapped)
        }
        let pass = Pass(file)
        #expect(pass.error == nil)
        #expect(pass.packets.first?.bytes == hex("aabbccdd"))
        #expect(pass.packets.first?.options.count == limit)
        #expect(pass.packets.first?.annotations.comments.count == limit)
        #expect(pass.packets.first?.annotations.damage == nil)
    }

    @Test func aBatchKeepsTheProcessesOfItsPacketsAndNotTheirComments() {
        var batch = PacketBatch()
        var annotations = PacketAnnotations()
        annotations.comments = [String(repeating: "c", count: 60_000)]
        annotations.process = ProcessReference(index: 7)
        let record = PacketRecord(frame: 1, time: 0, interface: 0, originalLength: 1, capturedLength: 1)
        batch.append(record, bytes: [1].span, linkType: .raw)
        batch.annotate(annotations)
        #expect(batch.annotations(of: 0)?.process?.index == 7)
        #expect(batch.annotations(of: 0)?.comments == [])
    }

    @Test func interfacesBeyondTheLimitAreDamage() {
        let limit = CaptureReader.maximumInterfaces
        var file = ByteWriter()
        file.writeBytes(hex(Self.section))
        let block = hex(Self.interface)
        for _ in 0...limit { file.writeBytes(block) }
        let pass = Pass(file.bytes)
        #expect(pass.interfaces.count == limit)
        #expect(pass.error == CaptureError(.damaged(.tooManyInterfaces), offset: 28 + 20 * limit))
    }

    /// Blocks that nobody needs pass by as their bytes arrive, whatever their size.
    @Test(arguments: ["09000000", "ad0b0000", "ad0b0040", "78563412"])
    func blocksThatAreNotNeededPassByInAStream(type: String) {
        let size = 1 << 20
        let length = hex("0c001000")
        let block = hex(type) + length + [UInt8](repeating: 7, count: size) + length
        let before = hex(Self.section + Self.interface)
        let file = before + block + hex(Self.packet)
        let pieces = stride(from: 0, to: file.count, by: 10_007).map {
            Array(file[$0..<min(file.count, $0 + 10_007)])
        }
        let whole = Pass(file)
        #expect(whole.error == nil)
        #expect(whole.packets.count == 1)
        #expect(Pass(pieces: pieces) == whole)

        var wrong = file
        wrong[before.count + 8 + size] = 0x10
        let error = CaptureError(.damaged(.trailingLength(0x10_0010, leading: 0x10_000C)), offset: before.count)
        #expect(Pass(wrong).error == error)
        #expect(Pass(pieces: [wrong]).error == error)

        for length in [before.count + 13, before.count + 5000, before.count + 8 + size + 2] {
            let cut = Array(file[..<length])
            #expect(Pass(pieces: [cut]).error == Pass(cut).error)
            #expect(Pass(cut).error?.offset == before.count)
        }
    }
}
