import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct TCPOptionsTests {
    private func options(_ bytes: [UInt8], originalLength: Int? = nil) -> TCPOptions {
        TCPOptions(dissect(bytes, originalLength: originalLength), bytes: bytes.span)
    }

    private func scan(_ hex: String) -> TCPOptions {
        let bytes = Packets.bytes(hex)
        return TCPOptions(scanning: bytes.span)
    }

    @Test func whatASYNOffers() {
        let offer = options(Packets.ethernetIPv4SYN)
        #expect(offer.maximumSegmentSize == 1460)
        #expect(offer.windowScale == 10)
        #expect(offer.isSACKPermitted && offer.hasTimestamps)
        #expect(offer.multipath == nil && offer.fastOpenCookieLength == nil)
    }

    @Test func aCutKeepsWhatCameBeforeIt() {
        let offer = options(Array(Packets.ethernetIPv4SYN[..<61]), originalLength: 74)
        #expect(offer.maximumSegmentSize == 1460)
        #expect(!offer.hasTimestamps && offer.windowScale == nil)
    }

    @Test func multipathTCPAndFastOpenAreRecognized() {
        #expect(scan("1e0c 0181 0102030405060708").multipath == .capable)
        #expect(scan("1e10 1000" + String(repeating: "00", count: 12)).multipath == .join)
        #expect(scan("2202").fastOpenCookieLength == 0)
        #expect(scan("220a 0102030405060708").fastOpenCookieLength == 8)
        #expect(scan("fe0c f989 0102030405060708").fastOpenCookieLength == 8)
        #expect(scan("fe04 1234").fastOpenCookieLength == nil)
    }

    @Test func aLengthThatLiesEndsTheSearch() {
        #expect(scan("020405b4 0301 0402").isSACKPermitted == false)
        #expect(scan("020405b4 08ff").maximumSegmentSize == 1460)
        #expect(scan("00 0402").isSACKPermitted == false)
    }

    @Test func optionsOfEveryKindComeBack() throws {
        var random = SeededGenerator(seed: 0x7C9)
        for _ in 0..<200 {
            let options: [TCPOption] = [
                .md5Signature(random.bytes(16)),
                .userTimeout(isMinutes: random.chance(1, in: 2), value: UInt16(random.number(in: 0...0x7FFF))),
                .authentication(keyID: 1, nextKeyID: 2, code: random.bytes(12)),
                .multipath(
                    subtype: .init(rawValue: UInt8(random.number(in: 0...15))), flags: 5,
                    data: random.bytes(random.number(in: 0...9))),
                .fastOpen(cookie: random.bytes(random.number(in: 0...16))), .experimentalFastOpen(cookie: [1, 2]),
            ]
            var writer = ByteWriter()
            for option in options { option.serialize(into: &writer) }
            let bytes = writer.bytes
            var input = ByteReader(bytes.span)
            for option in options {
                let read = try TCPOption(parsing: &input)
                #expect(read == option)
            }
            let left = input.remaining
            #expect(left == 0)
        }
    }

    @Test func namesOfMultipathTCP() {
        #expect(TCPOption.MultipathSubtype.dataSequenceSignal.name == "DSS")
        #expect(TCPOption.MultipathSubtype(rawValue: 15).name == nil)
    }
}
