import Testing
import WireCoding
import WirelessFrames

@testable import TraceAnalysis

@Suite struct RadioRateTests {
    @Test func highestRates() {
        // Two streams with scheme 9, with and without the short guard interval in 80 MHz.
        let map: UInt16 = 0xFFFA
        #expect(
            RadioRate.highest(
                VHTCapabilitiesElement(capabilityInformation: 0x20, receiveMCSMap: map, transmitMCSMap: map))
                == 866_600_000)
        #expect(
            RadioRate.highest(
                VHTCapabilitiesElement(capabilityInformation: 0, receiveMCSMap: map, transmitMCSMap: map))
                == 866_600_000 * 0.9)
        #expect(
            RadioRate.highest(
                VHTCapabilitiesElement(capabilityInformation: 0, receiveMCSMap: .max, transmitMCSMap: .max)) == nil)
        let two = AWDLHTCapabilities(htCapabilityInfo: 0x016F, ampduParameters: 0, supportedMCSSet: [0xFF, 0xFF, 0])
        #expect(RadioRate.highest(two) == 300_000_000)
        let narrow = AWDLHTCapabilities(htCapabilityInfo: 0, ampduParameters: 0, supportedMCSSet: [0xFF])
        #expect(RadioRate.highest(narrow) == 65_000_000)
        let none = AWDLHTCapabilities(htCapabilityInfo: 0x016F, ampduParameters: 0, supportedMCSSet: [0x01])
        #expect(RadioRate.highest(none) == nil)
    }

    /// An element of 802.11ax, for two streams.
    private static func highEfficiency(widths: UInt8, map: UInt16) -> HECapabilitiesElement {
        HECapabilitiesElement.with {
            $0.phyCapabilities = [widths]
            $0.mcsMaps = [.init(receive: map, transmit: map)]
        }
    }

    @Test func ratesOfHighEfficiency() {
        #expect(RadioRate.highest(Self.highEfficiency(widths: 0x04, map: 0xFFFA)) == 1_201_000_000)
        #expect(RadioRate.highest(Self.highEfficiency(widths: 0x02, map: 0xFFFD)) == 229_400_000)
        #expect(RadioRate.highest(Self.highEfficiency(widths: 0, map: 0xFFF0)) == 172_000_000)
        #expect(RadioRate.highest(Self.highEfficiency(widths: 0x04, map: .max)) == nil)
    }

    @Test func highEfficiencyGoesBeforeVeryHighThroughput() {
        var body = ByteWriter()
        Self.highEfficiency(widths: 0x04, map: 0xFFFA).serialize(into: &body)
        let high: [UInt8] = [255, UInt8(body.count + 1), 35] + body.bytes
        let veryHigh: [UInt8] = [191, 12, 0x20, 0, 0, 0, 0xFA, 0xFF, 0, 0, 0xFA, 0xFF, 0, 0]
        #expect(RadioRate.highest(inElements: (veryHigh + high).span) == 1_201_000_000)
        #expect(RadioRate.highest(inElements: veryHigh.span) == 866_600_000)
        // A foreign extension, and one that is cut off.
        let foreign: [UInt8] = [255, 2, 36, 0]
        #expect(RadioRate.highest(inElements: (foreign + veryHigh).span) == 866_600_000)
        #expect(RadioRate.highest(inElements: ([255, 3, 35, 1, 2] + veryHigh).span) == 866_600_000)
        #expect(RadioRate.highest(inElements: ([255, 0] + veryHigh).span) == 866_600_000)
    }
}
