import ServiceDiscovery
import WireTesting

extension Generator where Value == DiscoveryInfo {
    /// The facts that apps publish about themselves: some of a name, a role, a version.
    public static var plausible: Generator {
        Generator { random in
            var values: [String: String] = [:]
            if random.chance(2, in: 3) { values["name"] = random.deviceName() }
            if random.chance(1, in: 2) { values["role"] = random.pick(["host", "guest"]) }
            if random.chance(1, in: 2) { values["v"] = "\(random.number(in: 1...9))" }
            return unfailing { try DiscoveryInfo(values) }
        }
    }

    /// None to 200 pairs, with every character that keys may have, values of all of Unicode, and pairs of all the 255 bytes
    /// that fit.
    public static var extreme: Generator { Generator { $0.extremeDiscoveryInfo() } }
}

extension SeededGenerator {
    fileprivate mutating func extremeDiscoveryInfo() -> DiscoveryInfo {
        // The equals sign ends a key.
        let characters = Array(0x20...0x7E as ClosedRange<UInt8>).filter { $0 != 0x3D }
        var values: [String: String] = [:]
        for index in 0..<extremeCount(upTo: 200) {
            // The number keeps keys apart, which are the same in any case of letters.
            let rest = (0..<extremeCount(upTo: 200)).map { _ in pick(characters) }
            let key = "\(index)~" + String(decoding: rest, as: UTF8.self)
            values[key] = text(ofBytes: extremeCount(upTo: TXTRecord.Entry.maximumLength - 1 - key.utf8.count))
        }
        return unfailing { try DiscoveryInfo(values) }
    }

    /// Text of at most that many bytes of UTF-8.
    private mutating func text(ofBytes count: Int) -> String {
        var scalars = String.UnicodeScalarView()
        var size = 0
        while size < count {
            var scalar = scalar()
            if size + UTF8.width(scalar) > count { scalar = "x" }
            size += UTF8.width(scalar)
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
