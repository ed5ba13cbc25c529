import WireCoding
import WirelessFrames

/// The highest data rates of radios, by the capabilities that they tell, in bits per second.
enum RadioRate {
    /// Of one spatial stream in 80 MHz with the short guard interval, by the highest modulation and coding scheme: 7, 8, 9
    /// (IEEE 802.11 §21.5, table for 80 MHz and one stream).
    private static let veryHighThroughput = [325_000_000.0, 390_000_000, 433_300_000]

    /// What very high throughput capabilities allow; nil where they allow no stream.
    static func highest(_ capabilities: VHTCapabilitiesElement) -> Double? {
        // Two bits for each number of streams: the highest scheme above 7, or 3 for none.
        let supported = (0..<8).map { Int(capabilities.receiveMCSMap >> UInt16(2 * $0) & 3) }
        guard let streams = supported.lastIndex(where: { $0 != 3 }) else { return nil }
        let rate = veryHighThroughput[supported[streams]] * Double(streams + 1)
        // Bit 5: short guard interval in 80 MHz. Without it symbols take a ninth more.
        return capabilities.capabilityInformation & 0x20 != 0 ? rate : rate * 0.9
    }

    /// What high throughput capabilities allow: one stream for each byte of the set that has scheme 7 (§19.5).
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

    /// What the elements of a container allow; nil where they say nothing of very high throughput.
    static func highest(inElements bytes: Span<UInt8>) -> Double? {
        var elements = InformationElements(bytes)
        while let element = try? elements.next() {
            guard element.id == .vhtCapabilities else { continue }
            var input = ByteReader(bytes.extracting(element.body))
            return (try? VHTCapabilitiesElement(parsing: &input)).flatMap(highest)
        }
        return nil
    }
}
