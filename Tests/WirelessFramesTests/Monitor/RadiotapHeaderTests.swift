import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct RadiotapHeaderTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> RadiotapHeader {
        var input = ByteReader(bytes.span)
        return try RadiotapHeader(parsing: &input)
    }

    @Test func theUsualFieldsOfASniffer() throws {
        let header = try parse(Frames.awdlData)
        #expect(header.length == 25)
        let (groups, error) = header.groups()
        #expect(error == nil)
        #expect(
            groups == [
                [
                    .tsft(0x1122_3344_5568_7788), .flags(.frameCheckSequence), .rate(24),
                    .channel(frequency: 5745, flags: 0x0140), .signal(-53), .noise(-93), .antenna(0),
                ]
            ])
    }

    @Test func aSecondPresenceWordBeginsAgain() throws {
        let (groups, error) = try parse(Frames.twoAntennas).groups()
        #expect(error == nil)
        #expect(groups[0].first == .tsft(0x1122_3344_556A_B788))
        #expect(groups[1] == [.signal(-61), .antenna(0)])
    }

    /// A header that the capture cut has the same presence words, whatever they are.
    @Test(arguments: [[0xA000_40AE, 0x2000_0821] as [UInt32], [1], [0x8000_0000, 1], [0x0000_40AE]])
    func theWordsOfACutHeaderEndWhereTheySay(words: [UInt32]) {
        let header = RadiotapHeader(presence: words, content: [1, 2, 3, 4, 5, 6, 7, 8])
        let bytes = Array(ByteWriter.bytes(header.serialize(into:)).dropLast(2))
        var input = ByteReader(bytes.span)
        let prefix = RadiotapHeader.parsePrefix(&input)
        #expect(prefix?.header.presence == words && prefix?.header.content == [1, 2, 3, 4, 5, 6])
        #expect(prefix?.length == header.length)
    }

    @Test func ratesOf80211nAnd80211ac() throws {
        let mcs = try parse(Frames.mcs).groups().groups[0]
        #expect(mcs.contains(.mcs(known: 0x27, flags: 4, index: 7)))
        #expect(mcs.contains(.ampdu(reference: 123_456, flags: 4, delimiter: 0)))
        #expect(
            mcs.last
                == .timestamp(value: 0x1122_3344_556B_7788, accuracy: 22, unitAndPosition: 0x12, flags: 1))
        let vht = try parse(Frames.vht).groups().groups[0]
        guard case .vht(let rate) = vht.last else {
            Issue.record("no VHT field")
            return
        }
        #expect(rate.bandwidth == 4)
        #expect(rate.mcsNSS == 0x9200_0000)
    }

    @Test func vendorsDataAndTLVsKeepTheirBytes() throws {
        // Bits 30 and 31: a vendor's data, whose own presence word says nothing to us. Bit 28: TLVs.
        let vendor = Frames.bytes("00001800 000000c0 ffffff3f 00904c 07 0300 aabbcc 00 0000")
        let read = try parse(vendor + [0])
        #expect(read.groups().groups[0] == [.vendor(organization: 0x00904C, subspace: 7, bytes: [0xAA, 0xBB, 0xCC])])
        let tlvs = Frames.bytes("00001500 02000010 10 000000 2000 0300 010203 00 0b")
        let (groups, error) = try parse(tlvs).groups()
        #expect(error == nil)
        #expect(groups == [[.flags(.frameCheckSequence), .tlv(type: 0x20, bytes: [1, 2, 3])]])
    }

    @Test func fieldsAfterOneOfUnknownSizeAreLeftAlone() throws {
        // The second word goes on with field 32, which nobody has defined.
        let header = try parse(Frames.bytes("00000e00 04000080 01000000 0c ff"))
        let (groups, error) = header.groups()
        #expect(groups.first == [.rate(12)])
        #expect(error == nil)
    }

    @Test(arguments: [
        ("00000700000000", "radiotap header", 0), ("0000070000000000", "radiotap length", 0),
        ("0000090000000000", "radiotap header", 0), ("0000080000000080", "radiotap presence", 8),
    ])
    func headersThatContradictThemselves(hex: String, field: String, offset: Int) {
        do throws(WireError) {
            _ = try parse(Frames.bytes(hex))
            Issue.record("no error")
        } catch {
            #expect(error.field.description == field)
            #expect(error.offset == offset)
        }
    }

    @Test func fieldsBeyondTheHeadersLengthAreAnErrorWithItsPlace() throws {
        let header = try parse(Frames.bytes("00000a00 01000000 0102"))
        let (groups, error) = header.groups(baseOffset: 100)
        #expect(groups == [[]])
        #expect(error?.offset == 108)
    }

    @Test func anEndlessChainOfPresenceWordsIsRefused() {
        var bytes = Frames.bytes("00000802")
        for _ in 0..<129 { bytes += [0, 0, 0, 0x80] }
        #expect(throws: WireError.self) { _ = try parse(bytes) }
    }

    @Test func theViewReadsTheSameFieldsInPlace() throws {
        for bytes in Frames.radiotap {
            let fields = try parse(bytes).groups().groups[0]
            guard let view = RadiotapView(bytes.span) else {
                Issue.record("no view")
                continue
            }
            #expect(view.length == bytes.count)
            #expect(view.tsft.map { fields.contains(.tsft($0)) } == true)
            #expect(view.signal.map { fields.contains(.signal($0)) } == true)
            #expect(view.channelFrequency == 5745)
            #expect(fields.contains(.flags(view.flags)))
        }
    }

    @Test func theViewFindsXChannelWhereThereIsNoChannelField() {
        var random = SeededGenerator(seed: 0x18)
        let extended = RadiotapField.extendedChannel(flags: 0x40140, frequency: 5180, channel: 36, maxPower: 20)
        for _ in 0..<400 {
            let others = fields(&random).filter { $0.number != 3 && $0.number != 18 }
            let before = others.filter { $0.number < 18 }
            let group = before + [extended] + others.filter { $0.number > 18 }
            var writer = ByteWriter()
            RadiotapHeader(groups: [group, [.signal(-40)]]).serialize(into: &writer)
            #expect(RadiotapView(writer.bytes.span)?.channelFrequency == 5180)
            // The Channel field counts where both are there, and a cut one is none.
            let both = before.filter { $0.number < 3 } + [.channel(frequency: 2412, flags: 0)]
            var two = ByteWriter()
            RadiotapHeader(groups: [both + before.filter { $0.number > 3 } + [extended]]).serialize(into: &two)
            #expect(RadiotapView(two.bytes.span)?.channelFrequency == 2412)
            var cut = ByteWriter()
            RadiotapHeader(groups: [before + [extended]]).serialize(into: &cut)
            #expect(RadiotapView(Array(cut.bytes.dropLast()).span)?.channelFrequency == nil)
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SeededGenerator(seed: 0x4AD10)
        for _ in 0..<400 {
            let groups = (0..<random.number(in: 1...3)).map { _ in fields(&random) }
            let header = RadiotapHeader(groups: groups)
            var writer = ByteWriter()
            header.serialize(into: &writer)
            let read = try parse(writer.bytes)
            #expect(read == header)
            let (again, error) = read.groups()
            #expect(error == nil)
            #expect(again == groups)
        }
    }

    private func fields(_ random: inout SeededGenerator) -> [RadiotapField] {
        let word = random.next()
        let half = UInt16(truncatingIfNeeded: word >> 8)
        let small = UInt8(truncatingIfNeeded: word)
        let all: [RadiotapField] = [
            .tsft(word), .flags(RadiotapFlags(rawValue: small)), .rate(small), .channel(frequency: 2412, flags: half),
            .fhss(hopSet: 1, hopPattern: small), .signal(-40), .noise(-95), .lockQuality(half), .txAttenuation(half),
            .txAttenuationDecibels(half), .txPower(-3), .antenna(small), .signalDecibels(small), .noiseDecibels(9),
            .rxFlags(half), .txFlags(half), .rtsRetries(small), .dataRetries(small),
            .extendedChannel(flags: UInt32(half), frequency: 5745, channel: 149, maxPower: small),
            .mcs(known: 7, flags: small, index: 3), .ampdu(reference: UInt32(half), flags: 4, delimiter: 1),
            .vht(
                .init(known: 1, flags: 2, bandwidth: 3, mcsNSS: 0x9200_0000, coding: 5, group: small, partialAID: 7)),
            .timestamp(value: word, accuracy: 2, unitAndPosition: 3, flags: small),
            .he(.init(data1: half, data2: 2, data3: 3, data4: 4, data5: 5, data6: half)),
            .heMultiUser(flags1: half, flags2: 1, channel1: UInt32(half) << 16, channel2: 0x0102_0304),
            .heOtherUser(user1: half, user2: 2, position: small, known: 4), .zeroLengthPSDU(small),
            .legacySignal(known: 3, rateAndLength: half),
        ]
        return all.filter { _ in random.chance(1, in: 2) }
    }

    @Test func vendorsDataAndTLVsAreWrittenWhereReadersLookForThem() throws {
        let vendor = RadiotapField.vendor(organization: 0x00904C, subspace: 7, bytes: [1, 2, 3])
        let tlv = RadiotapField.tlv(type: 0x20, bytes: [4, 5, 6])
        let groups: [[RadiotapField]] = [[.flags([]), vendor], [], [.signal(-40), tlv, tlv]]
        let header = RadiotapHeader(groups: groups)
        #expect(header.presence == [0xC000_0002, 0xA000_0000, 0x1000_0020])
        let (again, error) = header.groups()
        #expect(error == nil)
        #expect(again == groups)
    }

    @Test func whatAHighEfficiencyRateSaysDependsOnWhatIsKnown() {
        let he = RadiotapField.HE(data1: 0x4020, data3: 0x0B00, data5: 2, data6: 2)
        #expect(he.mcs == 11 && he.bandwidth == 2 && he.streams == 2)
        #expect(RadiotapField.HE(data1: 0, data3: 0x0B00).mcs == nil)
    }

    @Test func randomHeadersNeverLeaveTheirBytes() {
        var random = SeededGenerator(seed: 0x4AD11)
        for _ in 0..<4000 {
            var bytes = random.bytes(random.number(in: 0...80))
            if bytes.count > 4, random.chance(3, in: 4) { (bytes[2], bytes[3]) = (UInt8(bytes.count), 0) }
            let view = RadiotapView(bytes.span)
            guard let header = try? parse(bytes) else { continue }
            #expect(view?.length == header.length)
            var writer = ByteWriter()
            header.serialize(into: &writer)
            #expect(writer.bytes == Array(bytes.prefix(header.length)))
            _ = header.groups()
        }
    }
}
