import Testing
import WireSimulation
import WireTesting

@testable import PeerMessaging

/// Numbers become the nearest `Double`, whichever way they take.
@Suite struct JSONNumberTests {
    private func read(_ text: String) throws -> Double {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner(bytes.span)
        let value = try scanner.readNumber()
        try scanner.expectEnd()
        return value
    }

    @Test(arguments: [
        "0", "-0", "1", "784111777", "816920534.3597851", "816920538.75358", "1e+16", "1e22", "1e23", "-0.5",
        "9007199254740993", "9007199254740993.0", "9223372036854775808", "18446744073709551615", "99999999999999999.99",
        "0.0000000000000000000000001", "1234567890123456789e-27", "1.7976931348623157e308", "5e-324", "0e400", "0.0e-5",
        "123456789012345678901234567890", "0.30000000000000004", "4503599627370496.5", "4503599627370497.5",
    ])
    func equalsTheStandardLibrary(_ text: String) throws {
        #expect(try read(text).bitPattern == Double(text)?.bitPattern)
    }

    @Test func roundsLikeTheStandardLibrary() throws {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<200_000 {
            let digits = String(generator.next() >> UInt64(generator.number(in: 0...40)))
            let point = generator.number(in: 1...digits.count)
            let text = digits.prefix(point) + (point < digits.count ? "." + digits.dropFirst(point) : "")
            let exponent = generator.chance(1, in: 3) ? "e\(generator.number(in: -30...30))" : ""
            let number = String(text) + exponent
            #expect(try read(number).bitPattern == Double(number)?.bitPattern, "\(number)")
        }
    }

    /// Numbers halfway between two doubles, and a little to the side, divided by powers of ten.
    @Test func roundsTiesToEven() throws {
        var generator = SeededGenerator(seed: 32)
        for _ in 0..<20_000 {
            let odd = (UInt64(1) << 53 + generator.next() >> 12) << 1 | 1
            for neighbor in [odd - 1, odd, odd + 1] {
                for text in ["\(neighbor)", "\(neighbor).0", "\(neighbor)e-1", "\(neighbor)e-3"] {
                    #expect(try read(text).bitPattern == Double(text)?.bitPattern, "\(text)")
                }
            }
        }
    }

    @Test func givesBackShortestDigits() throws {
        var generator = SeededGenerator(seed: 33)
        for _ in 0..<100_000 {
            let value = 816_920_534 + Double(generator.next() >> 11) * 0x1p-33
            #expect(try read("\(value)") == value)
        }
    }

    @Test(
        arguments: [
            ("01", .invalidNumber, 0), ("-", .invalidNumber, 1), ("-x", .invalidNumber, 1), ("1.", .invalidNumber, 2),
            ("1.e5", .invalidNumber, 2), ("1e", .invalidNumber, 2), ("1e+", .invalidNumber, 3),
            ("1e400", .numberOutOfRange, 0),
            ("-1e400", .numberOutOfRange, 1), ("1e-400", .numberOutOfRange, 0), (" null", .wrongType, 1),
            ("+1", .unexpectedByte, 0), ("1e99999999999999999999", .numberOutOfRange, 0), ("1-2", .trailingBytes, 1),
        ] as [(String, JSONDecodingError.Kind, Int)])
    func refuses(_ text: String, kind: JSONDecodingError.Kind, offset: Int) {
        #expect(throws: JSONDecodingError(kind, offset: offset)) { try read(text) }
    }
}
