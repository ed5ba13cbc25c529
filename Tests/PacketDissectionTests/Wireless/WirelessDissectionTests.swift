import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WirelessFrames

@Suite struct WirelessDissectionTests {
    /// QoS data with an mDNS query behind AWDL's data header; the check sequence is right.
    static let awdl = Packets.bytes(
        """
        000019006f0800008877685544332211101871164001cba300 88002c003333000000fb1e2233445566002500ff9473d01f0600
        aaaa030017f20800 03040100000086dd
        60000000002d11fffe800000000000001c2233fffe445566ff0200000000000000000000000000fb
        14e914e9002dceb4 000000000001000000000000085f61697264726f70045f746370056c6f63616c00000c0001 0246de20
        """)
    private static let segment = Array(Packets.ethernetIPv4SYN[14...])
    private static let header = "0801 0000 020000000001 020000000002 020000000003 1000"
    private static let snap = "aaaa03 000000 0800"

    private func plain(_ hex: String, _ payload: [UInt8] = segment) -> DissectedPacket {
        dissect(Packets.bytes(hex) + payload, .ieee80211)
    }

    @Test func aSessionOverAWDL() {
        let packet = dissect(Self.awdl, .ieee80211Radiotap)
        #expect(packet.protocols.names == ["radiotap", "ieee80211", "awdl", "llc", "ipv6", "udp"])
        #expect(packet.destinationPort == 5353)
        #expect(packet.payloadLength == 37)
        #expect(packet.linkSource?.description == "1e:22:33:44:55:66")
        #expect(packet.stop == nil)
        let frame = FrameLayers.layers(
            of: Self.awdl.span, linkType: .ieee80211Radiotap, originalLength: Self.awdl.count)
        #expect(frame.layers.map(\.name) == ["radiotap", "ieee80211", "llc", "awdlData", "ipv6", "udp"])
        #expect(frame.layers[1]["fcsValid"] == .boolean(true))
        #expect(frame.layers[0]["rate"] == .integer(12_000_000))
    }

    @Test func framesMayBeCutInThePaddingAfterTheirHeader() {
        var bytes = Self.awdl
        bytes[16] |= RadiotapFlags.headerPadding.rawValue
        // The MAC header has 26 bytes and begins after 25; two more pad it.
        for isProtected in [false, true] {
            bytes[26] = isProtected ? 0x40 : 0
            for count in 51...53 {
                let frame = FrameLayers.layers(
                    of: bytes.span.extracting(0..<count), linkType: .ieee80211Radiotap, originalLength: bytes.count)
                #expect(frame.layers.map(\.name) == ["radiotap", "ieee80211"])
                #expect(frame.fault == nil)
            }
        }
    }

    @Test func aDataHeaderOfAnotherKindThanAWDLsEndsThePacket() {
        let data = "08000000 ffffffffffff 020000000001 002500ff9473 1000 aaaa030017f20800"
        func packet(head: String) -> DissectedPacket {
            dissect(Packets.bytes(data + head + "0100 0000 0800") + Self.segment, .ieee80211)
        }
        #expect(packet(head: "0304").destinationPort == 9000)
        let other = packet(head: "4500")
        #expect(other.transport == .none && !other.protocols.contains(.ipv4))
        #expect(
            other.stop?.error
                == WireError(.invalidValue(0x4500), field: "AWDL data header", offset: 32, limit: .input))
        let bytes = Packets.bytes(data + "4500 0100 0000 0800") + Self.segment
        let frame = RadioFrame(bytes.span, linkType: .ieee80211, originalLength: bytes.count)
        #expect(frame.flatMap { PacketDissector.flowHash(of: $0, bytes.span) } == nil)
    }

    @Test func aFrameThatFailsItsCheckIsNotBelievedButShown() {
        var bytes = Self.awdl
        bytes[100] ^= 1
        let packet = dissect(bytes, .ieee80211Radiotap)
        #expect(packet.stop == .badFrameCheckSequence)
        #expect(packet.transport == .none)
        #expect(packet.protocols == [.radiotap, .ieee80211])
        let layers = FrameLayers.layers(of: bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            .layers
        #expect(layers[1]["fcsValid"] == .boolean(false))
        #expect(layers.last?.name == "udp")
    }

    @Test func aCheckThatWasCutOffSaysNothing() {
        let cut = Array(Self.awdl.dropLast(6))
        let packet = dissect(cut, .ieee80211Radiotap, originalLength: Self.awdl.count)
        #expect(packet.destinationPort == 5353)
        #expect(packet.payloadLength == 37 && packet.capturedPayloadLength == 35)
    }

    @Test func dataToAnAccessPointPlainAndPadded() {
        let packet = plain(Self.header + Self.snap)
        #expect(packet.protocols == [.ieee80211, .llc, .ipv4, .tcp])
        #expect(packet.linkDestination?.description == "02:00:00:00:00:03")
        #expect(packet.linkSource?.description == "02:00:00:00:00:02")
        // Flags: padding of the header of 26 bytes to 28.
        let padded = "00000900 02000000 20 8801 0000 020000000001 020000000002 020000000003 1000 0000 eeee" + Self.snap
        #expect(dissect(Packets.bytes(padded) + Self.segment, .ieee80211Radiotap).destinationPort == 9000)
    }

    @Test func theCheckOfAPaddedFrameIsThatOfHeaderAndBody() {
        let header = Packets.bytes("8801 0000 020000000001 020000000002 020000000003 1000 0000")
        let body = Packets.bytes(Self.snap) + Self.segment
        func packet(sumOf bytes: [UInt8]) -> [UInt8] {
            let check = FrameCheckSequence.of(bytes.span)
            // Flags: check sequence and padding.
            return Packets.bytes("00000900 02000000 30") + header + [0, 0] + body
                + (0..<4).map { UInt8(truncatingIfNeeded: check >> (8 * UInt32($0))) }
        }
        for (bytes, isValid) in [
            (packet(sumOf: header + body), true), (packet(sumOf: header + [0, 0] + body), false),
        ] {
            let frame = FrameLayers.layers(
                of: bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            #expect(frame.layers[1]["fcsValid"] == .boolean(isValid))
            let packet = dissect(bytes, .ieee80211Radiotap)
            #expect((packet.stop == .badFrameCheckSequence) == !isValid)
            let radio = RadioFrame(bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            let isDamaged = radio?.isDamaged(bytes.span)
            #expect(isDamaged == !isValid)
        }
    }

    @Test(arguments: [
        ("8000", "0200", "beacon", 24), ("d000", "", "action category", 24),
        ("b000", "0000", "management fixed fields", 24),
        ("0840", "61", "cipher header", 24), ("d000", "0409506f9a18", "NAN subtype", 30),
    ])
    func fixedPartsThatAreMissingAreAFaultUnlessTheSnapLengthTookThem(
        control: String, body: String, field: String, offset: Int
    ) {
        let bytes = Packets.bytes("\(control)0000 ffffffffffff 020000000001 002500ff9473 1000 \(body)")
        let layer = field == "NAN subtype" ? "nan" : "ieee80211"
        let frame = FrameLayers.layers(of: bytes.span, linkType: .ieee80211, originalLength: bytes.count)
        #expect(frame.fault?.layer == layer && frame.fault?.offset == offset)
        #expect(frame.fault?.message.hasPrefix(field) == true)
        let cut = FrameLayers.layers(of: bytes.span, linkType: .ieee80211, originalLength: bytes.count + 40)
        #expect(cut.fault == nil)
    }

    @Test func headersThatTheCaptureCutAreShownAsFarAsTheyGo() throws {
        func layers(_ count: Int) -> [FrameLayer] {
            let cut = Array(Self.awdl.prefix(count))
            let frame = FrameLayers.layers(
                of: cut.span, linkType: .ieee80211Radiotap, originalLength: Self.awdl.count)
            #expect(frame.fault == nil)
            return frame.layers
        }
        let whole = layers(Self.awdl.count)
        let (radio, header) = (whole[0], whole[1])
        for count in 4..<radio.length {
            let cut = try #require(layers(count).first)
            #expect(cut.length == count && cut["length"] == radio["length"], "\(count)")
            // What is there is what the whole header has.
            for field in cut.fields where field.name != "present" { #expect(field.value == radio[field.name]) }
        }
        #expect(layers(radio.length - 1)[0]["signal"] == radio["signal"])
        #expect(layers(radio.length).map(\.name) == ["radiotap"])
        for count in 2..<header.length {
            let cut = try #require(layers(header.offset + count).last)
            #expect(cut.name == "ieee80211" && cut.length <= count, "\(count)")
            #expect(cut["type"] == header["type"] && (cut["address1"] != nil) == (count >= 10))
            #expect((cut["address2"] != nil) == (count >= 16) && (cut["sequenceNumber"] != nil) == (count >= 24))
            for field in cut.fields { #expect(field.value == header[field.name]) }
        }
    }

    @Test(
        arguments: [
            (
                "44000000 30000000 776c616e300000000000000000000000 44000300 0000 0400 0b000000 44000600 0000 0400 c9ffffff",
                LinkType.ieee80211Prism, "prism", 8
            ),
            (
                "80211001 00000040 0000000000000005 0000000000000006 00000002 0000000b 00000014 00000000 00000000"
                    + "00000002 ffffffc9 ffffffa1 00000000 00000000", .ieee80211AVS, "avs", 4
            ),
            ("00002000 69000000 02001400 0500000000000000 0000 0c00 9e09 8000 00 00 c9 a1", .ppi, "ppi", 8),
        ] as [(String, LinkType, String, Int)])
    func cutHeadersOfOtherRadiosAreShownAsFarAsTheyGo(
        hex: String, linkType: LinkType, name: String, least: Int
    ) throws {
        let bytes = Packets.bytes(hex)
        func layers(_ count: Int) -> [FrameLayer] {
            let frame = FrameLayers.layers(
                of: Array(bytes.prefix(count)).span, linkType: linkType, originalLength: bytes.count + 100)
            #expect(frame.fault == nil)
            return frame.layers
        }
        let whole = try #require(layers(bytes.count).first)
        #expect(whole["signal"] == .integer(-55))
        #expect(layers(least - 1).isEmpty)
        for count in least..<bytes.count {
            let cut = try #require(layers(count).first, "\(count)")
            #expect(cut.name == name && cut.offset == 0 && cut.length <= count && !cut.fields.isEmpty)
            for field in cut.fields where field.name != "items" { #expect(field.value == whole[field.name]) }
        }
        // Without the last byte of a field that is shown.
        #expect(layers(bytes.count - 9)[0].fields.count < whole.fields.count)
    }

    @Test func aLongAWDLHeaderIsCutOrBrokenByWhatItSays() {
        // The long form: nothing before the elements, then one of 200 bytes.
        let start = "0800 0000 020000000001 020000000002 002500ff9473 1000 aaaa03 0017f2 0800 0304 0100"
        let long = Packets.bytes(start + "03 00 01 c8")
        guard case .cut(let fault)? = dissect(long, .ieee80211, originalLength: 400).stop else {
            Issue.record("not cut")
            return
        }
        #expect(fault.field == .awdlDataHeader && fault.first == 200 && fault.second == 0)
        // In a frame that ends within the element no snap length is to blame.
        guard case .malformed(let broken)? = dissect(long, .ieee80211, originalLength: long.count + 20).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(broken.first == 200)
        let many = Packets.bytes(start + "03 00" + String(repeating: "0100", count: 65))
        guard case .malformed(let excess)? = dissect(many, .ieee80211, originalLength: 400).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(excess.kind == .tooMany && excess.field == .awdlElements && excess.first == 65)
    }

    @Test(arguments: [("0000", 5), ("0200", 5000)])
    func ppisTimerIsShownInMicroseconds(flags: String, time: Int64) {
        let ppi = "00002000 69000000 02001400 0500000000000000 \(flags) 0000 0000 0000 00 00 00 00"
        let bytes = Packets.bytes(ppi + "d4000000 020000000001")
        let frame = FrameLayers.layers(of: bytes.span, linkType: .ppi, originalLength: bytes.count)
        #expect(frame.layers.first?["tsft"] == .integer(time))
    }

    @Test func whatCannotBeReadIsNamed() {
        #expect(plain("0841" + Self.header.dropFirst(4)).stop == .protected(.ieee80211Data))
        #expect(plain("0805" + Self.header.dropFirst(4)).stop == .ieee80211Fragment)
        let null = plain("4801" + Self.header.dropFirst(4))
        #expect(null.stop == nil && null.protocols == [.ieee80211])
        let acknowledgment = plain("d4000000 020000000001", [])
        #expect(acknowledgment.stop == nil && acknowledgment.linkSource == nil)
        guard case .malformed(let fault) = plain("0801 0000 0200", []).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(fault.field == .ieee80211Header)
    }

    @Test func theFirstSubframeOfAnAggregateIsDissectedAllAreShown() {
        let qos = "8801" + Self.header.dropFirst(4) + "8000"
        let subframe = "020000000009 020000000008 0044" + Self.snap
        let bytes = Packets.bytes(qos + subframe) + Self.segment + [0, 0] + Packets.bytes(subframe) + Self.segment
        let packet = dissect(bytes, .ieee80211)
        #expect(packet.protocols == [.ieee80211, .amsdu, .llc, .ipv4, .tcp])
        #expect(packet.linkSource?.description == "02:00:00:00:00:08")
        let frame = FrameLayers.layers(of: bytes.span, linkType: .ieee80211, originalLength: bytes.count)
        let names = ["amsdu", "llc", "ipv4", "tcp"]
        #expect(frame.layers.map(\.name) == ["ieee80211"] + names + names)
        #expect(frame.fault == nil)
        let short = Array(bytes.dropLast(1))
        let broken = FrameLayers.layers(of: short.span, linkType: .ieee80211, originalLength: short.count)
        #expect(broken.fault?.layer == "amsdu")
    }

    @Test(
        arguments: [
            ("44000000 18000000 776c616e300000000000000000000000", LinkType.ieee80211Prism, "prism"),
            ("80211001 00000040" + String(repeating: "00", count: 56), .ieee80211AVS, "avs"),
            ("80211001 00000040" + String(repeating: "00", count: 56), .ieee80211Prism, "avs"),
            ("00002000 69000000 02001400 0000000000000000 0000 0000 0000 0000 00 00 00 00", .ppi, "ppi"),
        ] as [(String, LinkType, String)])
    func headersBeforeTheFrame(hex: String, linkType: LinkType, name: String) {
        let bytes = Packets.bytes(hex + Self.header + Self.snap) + Self.segment
        let packet = dissect(bytes, linkType)
        #expect(packet.destinationPort == 9000)
        #expect(packet.protocols.names.first == name)
        let frame = FrameLayers.layers(of: bytes.span, linkType: linkType, originalLength: bytes.count)
        #expect(frame.layers.map(\.name) == [name, "ieee80211", "llc", "ipv4", "tcp"])
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            if case .malformed(let fault) = dissect(cut, linkType, originalLength: bytes.count).stop {
                Issue.record("\(count): \(fault)")
            }
            let cutFrame = FrameLayers.layers(of: cut.span, linkType: linkType, originalLength: bytes.count)
            #expect(cutFrame.fault == nil)
        }
    }
}
