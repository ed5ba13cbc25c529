import Testing
import WirelessFrames

@Suite struct IEEE80211FrameTypeTests {
    @Test func hasTheFourNumbersOfTwoBits() {
        #expect(IEEE80211FrameType(rawValue: 0) == .management)
        #expect(IEEE80211FrameType(rawValue: 2) == .data)
        #expect(IEEE80211FrameType(rawValue: 4) == nil)
    }
}
