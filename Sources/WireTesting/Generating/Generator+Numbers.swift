extension Generator where Value: FixedWidthInteger & Sendable {
    /// Any number of the type.
    public static var plausible: Generator { Generator { $0.integer() } }

    /// Numbers at which programs break, see ``SeededGenerator/boundary(_:)``.
    public static var extreme: Generator { Generator { $0.boundary() } }
}

extension Generator where Value == String {
    /// Names of people's devices.
    public static var plausible: Generator { Generator { $0.deviceName() } }

    /// None to 300 characters of all of Unicode, most of them problematic for some program.
    public static var extreme: Generator { Generator { $0.text($0.extremeCount(upTo: 300)) } }
}

extension Generator where Value == [UInt8] {
    /// Up to 64 bytes of any value.
    public static var plausible: Generator { Generator { $0.bytes($0.number(in: 0...64)) } }

    /// None to 65,535 bytes: zeros, ones, any bytes, UTF-8 and what is almost UTF-8.
    public static var extreme: Generator { Generator { $0.extremeBytes(upTo: 0xFFFF) } }
}

extension SeededGenerator {
    /// A number of things: most often few, sometimes none or the most.
    public mutating func extremeCount(upTo maximum: Int) -> Int {
        guard maximum > 0 else { return untapedExtremeCount(upTo: maximum) }
        return Int(compound(upTo: UInt64(maximum)) { UInt64($0.untapedExtremeCount(upTo: maximum)) })
    }

    private mutating func untapedExtremeCount(upTo maximum: Int) -> Int {
        switch number(in: 0...15) {
        case 0...2: 0
        case 3...5: min(1, maximum)
        case 6: maximum
        case 7: max(0, maximum - 1)
        case 8: number(in: 0...maximum)
        default: number(in: 0...min(maximum, 12))
        }
    }

    /// Bytes of several kinds, and of a length that is most often short.
    public mutating func extremeBytes(from minimum: Int = 0, upTo maximum: Int) -> [UInt8] {
        let count = minimum + extremeCount(upTo: maximum - minimum)
        switch number(in: 0...5) {
        case 0: return [UInt8](repeating: 0, count: count)
        case 1: return [UInt8](repeating: 0xFF, count: count)
        case 2: return Array(text(count).utf8.prefix(count))
        case 3: return (0..<count).map { _ in pick(Self.brokenUTF8) }
        default: return bytes(count)
        }
    }

    /// Bytes that are at home in UTF-8, and where in a row seldom right: continuations without a beginning, beginnings of
    /// two to six bytes, the two that never occur.
    package static let brokenUTF8: [UInt8] = [
        0x41, 0x80, 0xBF, 0xC0, 0xC1, 0xC3, 0xA4, 0xE0, 0xED, 0xA0, 0xEF, 0xF0, 0x9F, 0xF4, 0x90, 0xF5, 0xF8, 0xFE,
        0xFF,
    ]
}
