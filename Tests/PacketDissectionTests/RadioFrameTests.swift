import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireTesting
import WirelessFrames

@Suite struct RadioFrameTests {
    private static let awdl = WirelessDissectionTests.awdl
    private static let header = "0801 0000 020000000001 020000000002 020000000003 1000"
    private static let segment = Array(Packets.ethernetIPv4SYN[14...])

    private func frame(_ bytes: [UInt8], _ linkType: LinkType, originalLength: Int? = nil) -> RadioFrame? {
        RadioFrame(bytes.span, linkType: linkType, originalLength: originalLength ?? bytes.count)
    }

    @Test func whatHeaderAndRadioTell() throws {
        let frame = try #require(frame(Self.awdl, .ieee80211Radiotap))
        #expect(frame.signal == -53 && frame.channelFrequency == 5745 && frame.radioTime == 0x1122_3344_5566_7788)
        #expect(frame.protocols == [.radiotap, .ieee80211] && frame.control.isQoSData)
        #expect(frame.headerOffset == 25 && frame.bodyOffset == 51 && frame.bodyEnd == Self.awdl.count - 4)
        let bytes = Self.awdl.span
        #expect(frame.receiver(bytes).description == "33:33:00:00:00:fb")
        #expect(frame.transmitter(bytes).description == "1e:22:33:44:55:66")
        #expect(frame.network(bytes).description == "00:25:00:ff:94:73")
        #expect(frame.sequenceControl(bytes) >> 4 == 0x1F && !frame.isFragment(bytes))
        #expect(frame.qosControl(bytes) == 6 && !frame.isDamaged(bytes))
    }

    @Test func damageIsWhatTheRadioOrTheCheckSays() throws {
        var bytes = Self.awdl
        bytes[90] ^= 1
        #expect(try #require(frame(bytes, .ieee80211Radiotap)).isDamaged(bytes.span))
        bytes = Self.awdl
        bytes[16] |= 0x40
        #expect(try #require(frame(bytes, .ieee80211Radiotap)).isDamaged(bytes.span))
        // A check that was cut off says nothing.
        let cut = Array(bytes.dropLast(2))
        bytes[16] &= 0xBF
        let short = try #require(frame(Array(Self.awdl.dropLast(2)), .ieee80211Radiotap, originalLength: cut.count + 2))
        #expect(!short.isDamaged(Self.awdl.dropLast(2).span))
    }

    @Test func headersOfOtherRadios() throws {
        let ppi = "00002000 69000000 02001400 0011223344556677 0300 0000 8509 0000 00 00 c4 00"
        let common = Packets.bytes(ppi + Self.header) + [0, 0, 0, 0]
        let found = try #require(frame(common, .ppi))
        #expect(found.protocols == [.ppi, .ieee80211] && found.signal == -60 && found.channelFrequency == 2437)
        // The timer counts milliseconds, and the check sequence is at the end.
        #expect(found.radioTime == 0x7766_5544_3322_1100 &* 1000 && found.bodyEnd == common.count - 4)
        let avs =
            "80211001 00000040" + String(repeating: "00", count: 36) + "00000002 ffffffc0"
            + String(repeating: "00", count: 12)
        #expect(try #require(frame(Packets.bytes(avs + Self.header), .ieee80211AVS)).signal == -64)
        let prism = "44000000 18000000 776c616e300000000000000000000000"
        #expect(try #require(frame(Packets.bytes(prism + Self.header), .ieee80211Prism)).headerOffset == 24)
        let told = "44000000 24000000 776c616e30 0000000000000000000000 44000600 0000 0400 c9ffffff"
        #expect(try #require(frame(Packets.bytes(told + Self.header), .ieee80211Prism)).signal == -55)
        #expect(try #require(frame(Packets.bytes(Self.header), .ieee80211)).bodyOffset == 24)
        #expect(frame(Self.awdl, .ethernet) == nil)
    }

    @Test func whatIsCutOrMakesNoSenseIsNone() {
        for count in 0..<51 {
            #expect(frame(Array(Self.awdl[..<count]), .ieee80211Radiotap, originalLength: Self.awdl.count) == nil)
        }
        #expect(frame(Packets.bytes("0101" + Self.header.dropFirst(4)), .ieee80211) == nil, "version 1")
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
            guard let frame = frame(bytes, type, originalLength: length) else { continue }
            #expect(frame.bodyOffset <= frame.bodyEnd)
            _ = frame.isDamaged(bytes.span)
            guard frame.control.type == .data else { continue }
            var packet = DissectedPacket()
            PacketDissector.dissect(frame, bytes.span, into: &packet)
            var last = 0
            while packet.nextSubframe > last {
                last = packet.nextSubframe
                packet = DissectedPacket()
                PacketDissector.dissect(subframeAt: last, of: frame, bytes.span, into: &packet)
            }
            #expect(packet.nextSubframe == 0)
        }
    }

    @Test func theHashOfAFlowIsThatOfTheDissectedPacket() throws {
        let snap = "aaaa03 000000 0800"
        let awdl = "aaaa03 0017f2 0800 0304 0100 0000 0800"
        var hashes: [UInt16] = []
        for link in [snap, awdl] {
            let bytes = Packets.bytes(Self.header + link) + Self.segment
            let frame = try #require(frame(bytes, .ieee80211))
            let hash = try #require(PacketDissector.flowHash(of: frame, bytes.span))
            var packet = DissectedPacket()
            PacketDissector.dissect(frame, bytes.span, into: &packet)
            #expect(packet.flowHash == hash && packet.transport == .tcp && packet.stop == nil)
            hashes.append(hash)
            for count in 24..<bytes.count {
                let cut = Array(bytes[..<count])
                guard let frame = self.frame(cut, .ieee80211, originalLength: bytes.count) else { continue }
                if let found = PacketDissector.flowHash(of: frame, cut.span) { #expect(found == hash) }
            }
        }
        #expect(hashes[0] == hashes[1])
        // Multicast DNS has to be looked at by all.
        let mDNS = try #require(frame(Self.awdl, .ieee80211Radiotap))
        #expect(PacketDissector.flowHash(of: mDNS, Self.awdl.span) == nil)
    }

    @Test func subframesAreDissectedOneAfterTheOther() throws {
        let qos = "8801" + Self.header.dropFirst(4) + "8000"
        let subframe = "020000000009 020000000008 0044" + "aaaa03 000000 0800"
        let bytes = Packets.bytes(qos + subframe) + Self.segment + [0, 0] + Packets.bytes(subframe) + Self.segment
        let frame = try #require(frame(bytes, .ieee80211))
        var packet = DissectedPacket()
        PacketDissector.dissect(frame, bytes.span, into: &packet)
        #expect(packet.transport == .tcp && packet.nextSubframe == 26 + 14 + 68 + 2)
        var second = DissectedPacket()
        PacketDissector.dissect(subframeAt: packet.nextSubframe, of: frame, bytes.span, into: &second)
        #expect(second.transport == .tcp && second.nextSubframe == 0 && second.sourcePort == packet.sourcePort)
        #expect(second.linkSource?.description == "02:00:00:00:00:08")
    }
}
