import ServiceDiscovery
import WireTesting

extension Generator where Value == TXTRecord {
    /// Up to six attributes with short keys and values.
    public static var plausible: Generator { Generator { $0.plausibleText() } }

    /// Whole strings of all kinds: empty ones, without `=`, without a key, keys twice and in other cases, values that
    /// are not UTF-8, the longest of 255 bytes, up to hundreds of them; and the record of no bytes.
    public static var extreme: Generator { Generator { TXTRecord(observed: $0.extremeText()) } }
}

extension SeededGenerator {
    mutating func plausibleText() -> TXTRecord {
        let pairs = [
            ("txtvers", "1"), ("path", "/index.html"), ("id", letters(8)), ("model", "J417AP"), ("name", deviceName()),
            ("role", pick(["host", "guest"])), ("peerID", letters(16)),
        ]
        let count = number(in: 0...6)
        return unfailing {
            try TXTRecord(pairs.prefix(count).map { try TXTRecord.Entry(key: $0.0, value: $0.1) })
        }
    }

    /// Whole strings after their length bytes.
    mutating func extremeText() -> [UInt8] {
        var data: [UInt8] = []
        for _ in 0..<extremeCount(upTo: 250) {
            let string: [UInt8]
            switch number(in: 0...6) {
            case 0: string = []
            case 1: string = Array("=value".utf8)
            case 2: string = Array(pick(["key", "KEY=1", "key=", "key=a=b"]).utf8)
            case 3: string = bytes(255)
            default: string = Array(letters(number(in: 1...9)).utf8) + [0x3D] + extremeBytes(upTo: 240)
            }
            data.append(UInt8(string.count))
            data += string
        }
        return data
    }
}
