import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct RadioFrameTests {
    private static let awdl = WirelessDissectionTests.awdl
    private static let header = "0801 0000 020000000001 020000000002 020000000003 1000"
    private static let segment = Array(Packets.ethernetIPv4SYN[14...])

    private func isDamaged(_ bytes: [UInt8], originalLength: Int? = nil) -> Bool? {
        read(bytes, .ieee80211Radiotap, originalLength: originalLength)?.isDamaged(bytes.span)
    }

    private func read(_ bytes: [UInt8], _ linkType: LinkType, originalLength: Int? = nil) -> RadioFrame? {
        RadioFrame(bytes.span, linkType: linkType, originalLength: originalLength ?? bytes.count)
    }

    @Test func whatHeaderAndRadioTell() throws {
        let frame = try #require(read(Self.awdl, .ieee80211Radiotap))
        #expect(frame.signal == -53 && frame.channelFrequency == 5745 && frame.radioTime == 0x1122_3344_5568_7788)
        #expect(frame.protocols == [.radiotap, .ieee80211] && frame.control.isQoSData)
        #expect(frame.headerOffset == 25 && frame.bodyOffset == 51 && frame.bodyEnd == Self.awdl.count - 4)
        let bytes = Self.awdl.span
        let addresses = [frame.receiver(bytes), frame.transmitter(bytes), frame.network(bytes)]
        #expect(addresses.map(\.description) == ["33:33:00:00:00:fb", "1e:22:33:44:55:66", "00:25:00:ff:94:73"])
        let (sequence, isFragment) = (frame.sequenceControl(bytes) >> 4, frame.isFragment(bytes))
        #expect(sequence == 0x1FD && !isFragment)
        let (qos, isDamaged) = (frame.qosControl(bytes), frame.isDamaged(bytes))
        #expect(qos == 6 && !isDamaged)
    }

    @Test func damageIsWhatTheRadioOrTheCheckSays() throws {
        var bytes = Self.awdl
        bytes[90] ^= 1
        #expect(isDamaged(bytes) == true)
        bytes = Self.awdl
        bytes[16] |= 0x40
        #expect(isDamaged(bytes) == true)
        // A check that was cut off says nothing.
        #expect(isDamaged(Array(Self.awdl.dropLast(2)), originalLength: Self.awdl.count) == false)
    }

    @Test func aDamagedHeaderIsDamage() throws {
        let whole = Self.awdl
        for (place, value) in [(25, whole[25] | 1), (25, 0x88 | 0), (26, whole[26] | 3)] as [(Int, UInt8)] {
            var bytes = whole
            bytes[place] = value
            // The radio says so, and the frame is too short for what its header says now.
            bytes[16] |= 0x40
            bytes = Array(bytes[..<(25 + 18)])
            let frame = try #require(read(bytes, .ieee80211Radiotap))
            let isDamaged = frame.isDamaged(bytes.span)
            #expect(frame.isUnreadable && isDamaged)
            let packet = PacketDissector.dissect(
                bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            #expect(packet.stop == .badFrameCheckSequence && packet.protocols.contains(.ieee80211))
        }
        // Without a word of damage it is a fault of the header.
        var bytes = Self.header
        bytes.replaceSubrange(bytes.startIndex..<bytes.index(bytes.startIndex, offsetBy: 2), with: "09")
        #expect(read(Packets.bytes(bytes), .ieee80211) == nil)
    }

    @Test func headersOfOtherRadios() throws {
        let ppi = "00002000 69000000 02001400 0011223344556677 0300 0000 8509 0000 00 00 c4 00"
        let common = Packets.bytes(ppi + Self.header) + [0, 0, 0, 0]
        let found = try #require(read(common, .ppi))
        #expect(found.protocols == [.ppi, .ieee80211] && found.signal == -60 && found.channelFrequency == 2437)
        // The timer counts milliseconds, and the check sequence is at the end.
        #expect(found.radioTime == 0x7766_5544_3322_1100 &* 1000 && found.bodyEnd == common.count - 4)
        let avs =
            "80211001 00000040" + String(repeating: "00", count: 36) + "00000002 ffffffc0"
            + String(repeating: "00", count: 12)
        #expect(try #require(read(Packets.bytes(avs + Self.header), .ieee80211AVS)).signal == -64)
        let prism = "44000000 18000000 776c616e300000000000000000000000"
        #expect(try #require(read(Packets.bytes(prism + Self.header), .ieee80211Prism)).headerOffset == 24)
        let told = "44000000 24000000 776c616e30 0000000000000000000000 44000600 0000 0400 c9ffffff"
        #expect(try #require(read(Packets.bytes(told + Self.header), .ieee80211Prism)).signal == -55)
        #expect(try #require(read(Packets.bytes(Self.header), .ieee80211)).bodyOffset == 24)
        #expect(read(Self.awdl, .ethernet) == nil)
    }

    @Test func oldHeadersTellTimeAndChannel() throws {
        let avs =
            "80211001 00000040 0000000100000002 0000000000000000 00000004 00000095"
            + String(repeating: "00", count: 32)
        let told = try #require(read(Packets.bytes(avs + Self.header), .ieee80211AVS))
        #expect(told.radioTime == 0x1_0000_0002 && told.channelFrequency == 5745 && told.signal == nil)
        let silent = "80211001 00000040" + String(repeating: "00", count: 56)
        let untold = try #require(read(Packets.bytes(silent + Self.header), .ieee80211AVS))
        #expect(untold.radioTime == nil && untold.channelFrequency == 0)
        let prism =
            "44000000 30000000 776c616e30 0000000000000000000000 41200000 0000 0400 05000000"
            + "41300000 0000 0400 06000000"
        let old = try #require(read(Packets.bytes(prism + Self.header), .ieee80211Prism))
        #expect(old.radioTime == 5 && old.channelFrequency == 2437)
    }

    @Test func whatIsCutOrMakesNoSenseIsNone() {
        for count in 0..<51 {
            #expect(read(Array(Self.awdl[..<count]), .ieee80211Radiotap, originalLength: Self.awdl.count) == nil)
        }
        #expect(read(Packets.bytes("0101" + Self.header.dropFirst(4)), .ieee80211) == nil, "version 1")
    }

    @Test func anyBytesAreSafe() {
        var generator = SeededGenerator(seed: 0x80211)
        let types: [LinkType] = [.ieee80211, .ieee80211Radiotap, .ieee80211Prism, .ieee80211AVS, .ppi]
        for _ in 0..<20_000 {
            var bytes = generator.pick([Self.awdl, generator.bytes(generator.number(in: 0...80))])
            for _ in 0..<generator.number(in: 0...4) where !bytes.isEmpty {
                bytes[generator.number(in: 0...bytes.count - 1)] = generator.bytes(1)[0]
            }
            let type = generator.pick(types)
            let length = generator.number(in: 0...bytes.count + 20)
            guard let frame = read(bytes, type, originalLength: length) else { continue }
            #expect(frame.bodyOffset <= frame.bodyEnd)
            _ = frame.isDamaged(bytes.span)
            _ = frame.hasPackets(bytes.span)
            guard frame.control.type == .data else { continue }
            var packet = DissectedPacket()
            PacketDissector.dissect(frame, bytes.span, into: &packet)
            var last = 0
            repeat {
                #expect(packet.nextSubframe == 0 || packet.nextSubframe > last)
                last = packet.nextSubframe
            } while PacketDissector.dissectNext(&packet, of: frame, bytes.span)
        }
    }

    @Test func theHashOfAFlowIsThatOfTheDissectedPacket() throws {
        let snap = "aaaa03 000000 0800"
        let awdl = "aaaa03 0017f2 0800 0304 0100 0000 0800"
        var hashes: [UInt16] = []
        for link in [snap, awdl] {
            let bytes = Packets.bytes(Self.header + link) + Self.segment
            let frame = try #require(read(bytes, .ieee80211))
            let found = PacketDissector.flowHash(of: frame, bytes.span)
            let hash = try #require(found)
            var packet = DissectedPacket()
            PacketDissector.dissect(frame, bytes.span, into: &packet)
            #expect(packet.flowHash == hash && packet.transport == .tcp && packet.stop == nil)
            hashes.append(hash)
            for count in 24..<bytes.count {
                let cut = Array(bytes[..<count])
                guard let frame = read(cut, .ieee80211, originalLength: bytes.count) else { continue }
                if let found = PacketDissector.flowHash(of: frame, cut.span) { #expect(found == hash) }
            }
        }
        #expect(hashes[0] == hashes[1])
        // Multicast DNS has to be looked at by all.
        let mDNS = try #require(read(Self.awdl, .ieee80211Radiotap))
        let hash = PacketDissector.flowHash(of: mDNS, Self.awdl.span)
        #expect(hash == nil)
    }

    @Test func subframesAreDissectedOneAfterTheOther() throws {
        let qos = "8801" + Self.header.dropFirst(4) + "8000"
        let subframe = "020000000009 020000000008 0044" + "aaaa03 000000 0800"
        let bytes = Packets.bytes(qos + subframe) + Self.segment + [0, 0] + Packets.bytes(subframe) + Self.segment
        let frame = try #require(read(bytes, .ieee80211))
        var packet = DissectedPacket()
        PacketDissector.dissect(frame, bytes.span, into: &packet)
        #expect(packet.transport == .tcp && packet.nextSubframe == 26 + 14 + 68 + 2)
        let first = packet
        let hasSecond = PacketDissector.dissectNext(&packet, of: frame, bytes.span)
        #expect(hasSecond && packet.transport == .tcp && packet.sourcePort == first.sourcePort)
        #expect(packet.linkSource?.description == "02:00:00:00:00:08" && packet.nextSubframe == 0)
        let hasThird = PacketDissector.dissectNext(&packet, of: frame, bytes.span)
        #expect(!hasThird && packet.sourcePort == first.sourcePort)
    }
}
