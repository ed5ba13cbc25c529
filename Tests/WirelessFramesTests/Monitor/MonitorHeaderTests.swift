import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

/// The headers that came before radiotap, and beside it.
@Suite struct MonitorHeaderTests {
    @Test func ppiWithTheFieldOf80211() throws {
        let bytes = Frames.bytes(
            "00002000 69000000 02001400 8877665544332211 0100 0c00 9e09 8000 00 00 c9 a1")
        var input = ByteReader(bytes.span)
        let header = try PPIHeader(parsing: &input)
        #expect(header.dataLinkType == 105)
        #expect(header.common?.signal == -55)
        #expect(header.common?.noise == -95)
        #expect(header.common?.channelFrequency == 2462)
        #expect(header.common?.timer == 0x1122_3344_5566_7788)
        #expect(PPICommonField(timer: 5, flags: 1, signal: 0).radioTime == 5)
        #expect(PPICommonField(timer: 5, flags: 3, signal: 0).radioTime == 5000)
        var writer = ByteWriter()
        header.serialize(into: &writer)
        #expect(writer.bytes == bytes)
    }

    @Test func prismInEitherByteOrder() throws {
        let little = Frames.bytes("44000000 24000000 776c616e30 0000000000000000000000 44000400 0000 0400 c9ffffff")
        let big = Frames.bytes("00000044 00000024 776c616e30 0000000000000000000000 00040044 0000 0004 ffffffc9")
        for (bytes, isLittle) in [(little, true), (big, false)] {
            var input = ByteReader(bytes.span)
            let header = try PrismHeader(parsing: &input)
            #expect(header.isLittleEndian == isLittle)
            #expect(header.items == [.init(identifier: 0x0004_0044, value: 0xFFFF_FFC9)])
            var writer = ByteWriter()
            header.serialize(into: &writer)
            #expect(writer.bytes == bytes)
        }
    }

    @Test func prismsItemsInEitherNumbering() {
        for identifiers: [UInt32] in [[0x0003_0044, 0x0006_0044, 0x0007_0044], [0x3041, 0x6041, 0x7041]] {
            var header = PrismHeader(items: [
                .init(identifier: identifiers[0], value: 44), .init(identifier: identifiers[1], value: 0xFFFF_FFC9),
                .init(identifier: identifiers[2], value: 0xFFFF_FFA1),
            ])
            #expect(header.value(.channel) == 44 && header.signal == -55 && header.noise == -95)
            // The radio did not know it.
            header.items[1].status = 1
            #expect(header.signal == nil)
        }
        #expect(PrismHeader.Item(identifier: 0x0044, value: 0).kind == nil)
    }

    @Test func prismsSignalIsReadInPlace() {
        func signal(_ items: [PrismHeader.Item], isLittleEndian: Bool = true) -> Int8? {
            var writer = ByteWriter()
            PrismHeader(items: items, rest: [1, 2], isLittleEndian: isLittleEndian).serialize(into: &writer)
            return PrismView(writer.bytes.span, isLittleEndian: isLittleEndian).signal
        }
        let channel = PrismHeader.Item(identifier: 0x0003_0044, value: 44)
        let rssi = PrismHeader.Item(identifier: 0x0004_0044, value: 0xFFFF_FFC4)
        let strength = PrismHeader.Item(identifier: 0x0006_0044, value: 0xFFFF_FFC9)
        for isLittleEndian in [true, false] {
            #expect(signal([channel, rssi, strength], isLittleEndian: isLittleEndian) == -55)
            #expect(signal([channel, rssi], isLittleEndian: isLittleEndian) == -60)
            #expect(signal([channel], isLittleEndian: isLittleEndian) == nil)
            let missing = PrismHeader.Item(identifier: 0x0006_0044, status: 1, value: 0xFFFF_FFC9)
            #expect(signal([missing], isLittleEndian: isLittleEndian) == nil)
        }
        // Units of the driver's own: neither is dBm, or only the indication is.
        let own = PrismHeader.Item(identifier: 0x6041, value: 45)
        #expect(signal([own]) == nil && signal([PrismHeader.Item(identifier: 0x4041, value: 60), own]) == nil)
        #expect(signal([rssi, own]) == -60 && signal([own, rssi]) == -60)
        // 1 mW and more, and less than a byte holds.
        #expect(signal([PrismHeader.Item(identifier: 0x6041, value: 0)]) == nil)
        #expect(signal([PrismHeader.Item(identifier: 0x6041, value: 0xFFFF_FF7F)]) == nil)
    }

    @Test func prismsChannelAndClockAreReadInPlace() {
        func view(_ items: [(UInt32, UInt32)], status: UInt16 = 0, isLittleEndian: Bool = true) -> PrismView {
            var writer = ByteWriter()
            let items = items.map { PrismHeader.Item(identifier: $0.0, status: status, value: $0.1) }
            PrismHeader(items: items, isLittleEndian: isLittleEndian).serialize(into: &writer)
            return PrismView(writer.bytes.span, isLittleEndian: isLittleEndian)
        }
        for isLittleEndian in [true, false] {
            let told = view([(0x2041, 0xFFFF_FFF0), (0x3041, 36)], isLittleEndian: isLittleEndian)
            #expect(told.radioTime == 0xFFFF_FFF0 && told.channelFrequency == 5180)
            let unknown = view([(0x2041, 7), (0x3041, 36)], status: 1, isLittleEndian: isLittleEndian)
            #expect(unknown.radioTime == nil && unknown.channelFrequency == nil)
        }
        let other = view([(0x0002_0044, 0), (0x0003_0044, 0), (0x0003_0044, 6)])
        #expect(other.radioTime == nil && other.channelFrequency == nil)
    }

    @Test(
        arguments: [
            (0, nil), (1, 2412), (13, 2472), (14, 2484), (36, 5180), (165, 5825), (2437, 2437), (5_745_000, 5745),
            (0xFFFF_FFFF, nil),
        ] as [(UInt32, UInt16?)])
    func aChannelIsANumberMHzOrKHz(number: UInt32, frequency: UInt16?) {
        #expect(AVSHeader.channelFrequency(number, radioType: 8) == frequency)
        // Of a radio that hops, it is which hops.
        #expect(AVSHeader.channelFrequency(number, radioType: 1) == nil)
    }

    @Test func lengthsThatLieHaveTheirPlace() {
        #expect(failure("000007006900000000") { _ = try PPIHeader(parsing: &$0) }?.field == "PPI length")
        #expect(failure("00000c0069000000 02001400") { _ = try PPIHeader(parsing: &$0) }?.offset == 12)
        let prism = "44000000 17000000 " + String(repeating: "00", count: 16)
        #expect(failure(prism) { _ = try PrismHeader(parsing: &$0) }?.field == "Prism length")
        let avs = "80211001 0000003f " + String(repeating: "00", count: 56)
        #expect(failure(avs) { _ = try AVSHeader(parsing: &$0) }?.field == "AVS length")
        #expect(failure("80211001") { _ = try AVSHeader(parsing: &$0) }?.kind == .truncated(needed: 64, available: 4))
    }

    private func failure(_ hex: String, _ body: (inout ByteReader) throws -> Void) -> WireError? {
        let bytes = Frames.bytes(hex)
        var input = ByteReader(bytes.span)
        do {
            try body(&input)
            return nil
        } catch {
            return error as? WireError
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SeededGenerator(seed: 0xA75)
        for _ in 0..<200 {
            let common = PPICommonField(
                timer: random.next(), flags: 5, rate: 22, channelFrequency: 2412, channelFlags: 7, hopSet: 1,
                hopPattern: 2, signal: -4, noise: 3)
            var value = ByteWriter()
            common.serialize(into: &value)
            let ppi = PPIHeader(
                dataLinkType: 105,
                fields: [
                    .init(type: 9, value: random.bytes(5), padding: random.bytes(3)),
                    .init(type: PPIHeader.commonField, value: value.bytes),
                ], flags: 1, rest: random.bytes(random.number(in: 0...3)))
            #expect(ppi.common == common)
            let prism = PrismHeader(
                deviceField: random.bytes(16),
                items: (0..<random.number(in: 0...10)).map {
                    .init(identifier: UInt32($0), status: 1, value: UInt32(truncatingIfNeeded: random.next()))
                }, rest: random.bytes(random.number(in: 0...11)), isLittleEndian: random.chance(1, in: 2))
            let avs = AVSHeader(
                macTime: random.next(), hostTime: random.next(), radioType: 5, channel: 6, rate: 540, antenna: 1,
                priority: 0, signalType: 2, signal: -50, noise: -90, preamble: 1, encoding: 2,
                extensionBytes: random.bytes(16))
            #expect(avs.signalStrength == -50)
            var writer = ByteWriter()
            ppi.serialize(into: &writer)
            prism.serialize(into: &writer)
            avs.serialize(into: &writer)
            let bytes = writer.bytes
            var input = ByteReader(bytes.span)
            let readPPI = try PPIHeader(parsing: &input)
            #expect(readPPI == ppi)
            let readPrism = try PrismHeader(parsing: &input)
            #expect(readPrism == prism)
            let readAVS = try AVSHeader(parsing: &input)
            #expect(readAVS == avs)
        }
    }
}
