import Testing
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
}
