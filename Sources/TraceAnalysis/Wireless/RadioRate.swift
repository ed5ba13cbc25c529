import WireCoding
import WirelessFrames

/// The highest data rates of radios, by their announced capabilities, in bits per second.
enum RadioRate {
    /// The rate of one spatial stream in 80 MHz with the short guard interval, by the highest modulation and coding
    /// scheme: 7, 8, 9 (IEEE 802.11 §21.5, table for 80 MHz and one stream).
    private static let veryHighThroughput = [325_000_000.0, 390_000_000, 433_300_000]

    /// The maximum by very high throughput capabilities; nil if they allow no stream.
    static func highest(_ capabilities: VHTCapabilitiesElement) -> Double? {
        // Two bits for each number of streams: the highest scheme above 7, or 3 for none.
        let supported = (0..<8).map { Int(capabilities.receiveMCSMap >> UInt16(2 * $0) & 3) }
        guard let streams = supported.lastIndex(where: { $0 != 3 }) else { return nil }
        let rate = veryHighThroughput[supported[streams]] * Double(streams + 1)
        // Bit 5: short guard interval in 80 MHz. Without it symbols take a ninth more.
        return capabilities.capabilityInformation & 0x20 != 0 ? rate : rate * 0.9
    }

    /// The same by 802.11ax, with the guard interval of 0.8 µs and the highest scheme 7, 9 or 11, in 20, 40 and 80 MHz (IEEE
    /// 802.11ax §27.5, tables for one stream).
    private static let highEfficiency = [
        [86_000_000.0, 114_700_000, 143_400_000], [172_100_000, 229_400_000, 286_800_000],
        [360_300_000, 480_400_000, 600_500_000],
    ]

    /// The maximum by high efficiency capabilities in at most 80 MHz; nil if they allow no stream.
    static func highest(_ capabilities: HECapabilitiesElement) -> Double? {
        guard let map = capabilities.mcsMaps.first?.receive, let widths = capabilities.phyCapabilities.first else {
            return nil
        }
        // Two bits for each number of streams: 0 to scheme 7, 1 to 9, 2 to 11, 3 none.
        let supported = (0..<8).map { Int(map >> UInt16(2 * $0) & 3) }
        guard let streams = supported.lastIndex(where: { $0 != 3 }) else { return nil }
        // Bit 1: 40 MHz at 2.4 GHz; bit 2: 40 and 80 MHz above.
        let width = widths & 0x04 != 0 ? 2 : widths & 0x02 != 0 ? 1 : 0
        return highEfficiency[width][supported[streams]] * Double(streams + 1)
    }

    /// The maximum by high throughput capabilities: one stream for each byte of the set that has scheme 7 (§19.5).
    static func highest(_ capabilities: AWDLHTCapabilities) -> Double? {
        let streams = capabilities.supportedMCSSet.prefix(4).filter { $0 & 0x80 != 0 }.count
        guard streams > 0 else { return nil }
        let info = capabilities.htCapabilityInfo
        let isWide = info & 0x02 != 0
        let hasShortInterval = info & (isWide ? 0x40 : 0x20) != 0
        let rate =
            isWide ? (hasShortInterval ? 150_000_000.0 : 135_000_000) : hasShortInterval ? 72_200_000 : 65_000_000
        return rate * Double(streams)
    }

    /// The maximum by the elements of a container: by high efficiency, without it by very high throughput; nil if they
    /// have neither.
    static func highest(inElements bytes: Span<UInt8>) -> Double? {
        var elements = InformationElements(bytes)
        var veryHigh: Double?
        while let element = try? elements.next() {
            var input = ByteReader(bytes.extracting(element.body))
            switch element.id {
            case .vhtCapabilities:
                veryHigh = veryHigh ?? (try? VHTCapabilitiesElement(parsing: &input)).flatMap(highest)
            case .extension:
                guard let number = try? input.readUInt8("element ID extension"),
                    ElementIDExtension(rawValue: number) == .heCapabilities,
                    let high = (try? HECapabilitiesElement(parsing: &input)).flatMap(highest)
                else { continue }
                return high
            default: continue
            }
        }
        return veryHigh
    }
}
