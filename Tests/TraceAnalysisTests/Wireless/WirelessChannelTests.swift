import Testing

@testable import TraceAnalysis

@Suite struct WirelessChannelTests {
    @Test func numbersOfAllBands() {
        let channels = [
            2412: 1, 2437: 6, 2472: 13, 2484: 14, 5180: 36, 5220: 44, 5745: 149, 5935: 2, 5955: 1, 7115: 233,
        ]
        for (frequency, channel) in channels {
            #expect(WirelessChannel.number(atFrequency: frequency) == channel, "\(frequency) MHz")
        }
        for frequency in [0, 2413, 2400, 5181, 7200] { #expect(WirelessChannel.number(atFrequency: frequency) == nil) }
    }
}
