import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import MultipeerWire

@Suite struct ReflectedCRCTests {
    /// The check values of both in the catalogue of parametrised CRC algorithms.
    @Test func haveTheirCheckValues() {
        let digits = Array("123456789".utf8)
        var crc32 = ReflectedCRC.crc32
        crc32.add(digits.span)
        #expect(~crc32.state == 0xCBF4_3926)
        var crc16 = ReflectedCRC.crc16
        crc16.add(digits.span)
        #expect(crc16.state == 0xBB3D)
    }

    @Test func bytesCanComeInParts() {
        for seed in 0..<100 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = random.bytes(random.number(in: 0...200))
            let cut = random.number(in: 0...bytes.count)
            let zeros = [UInt8](repeating: 0, count: random.number(in: 0...20))
            for check in [ReflectedCRC.crc32, .crc16] {
                var (whole, parts) = (check, check)
                whole.add((bytes + zeros).span)
                parts.add(bytes.span, 0..<cut)
                parts.add(bytes.span, cut..<bytes.count)
                parts.addZeros(zeros.count)
                #expect(whole.state == parts.state)
            }
        }
    }

    /// The same as one word after another, of any length.
    @Test func deliverySumsDropTheirCarries() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = random.extremeBytes(upTo: 300)
            var sum: UInt16 = 0
            for (index, byte) in bytes.enumerated() where index != 2 && index != 3 {
                sum &+= index % 2 == 0 ? UInt16(byte) : UInt16(byte) << 8
            }
            let checksum = MultipeerDelivery.checksum(of: bytes.span)
            #expect(checksum == ~sum)
        }
    }
}
