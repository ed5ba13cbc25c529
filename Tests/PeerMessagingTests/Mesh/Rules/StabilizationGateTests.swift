import PeerMessaging
import Testing

@Suite struct StabilizationGateTests {
    @Test func nothingPassesBeforeFourSeconds() {
        #expect(!StabilizationGate.isBroken(after: .seconds(4)))
        #expect(StabilizationGate.isBroken(after: .milliseconds(3999)))
        #expect(!StabilizationGate.isBroken(after: .milliseconds(3999), tolerance: .milliseconds(1)))
    }

    @Test func theRoundTripIsNotHeldAgainstTheSender() {
        #expect(!StabilizationGate.isBroken(after: .milliseconds(3960), tolerance: .milliseconds(40)))
        #expect(StabilizationGate.isBroken(after: .milliseconds(3959), tolerance: .milliseconds(40)))
    }
}
