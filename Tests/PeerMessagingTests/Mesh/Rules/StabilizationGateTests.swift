import PeerMessaging
import Testing

@Suite struct StabilizationGateTests {
    @Test func onlyIdentificationsPassBeforeFourSeconds() {
        for kind in MeshMessageView.Kind.allCases {
            #expect(StabilizationGate.isBroken(by: kind, after: .milliseconds(3999)) == (kind != .identification))
            #expect(!StabilizationGate.isBroken(by: kind, after: .seconds(4)))
        }
        #expect(StabilizationGate.isBroken(after: .milliseconds(3999)))
        #expect(!StabilizationGate.isBroken(after: .milliseconds(3999), tolerance: .milliseconds(1)))
    }

    @Test func theRoundTripIsNotHeldAgainstTheSender() {
        #expect(!StabilizationGate.isBroken(by: .direct, after: .milliseconds(3960), tolerance: .milliseconds(40)))
        #expect(StabilizationGate.isBroken(by: .direct, after: .milliseconds(3959), tolerance: .milliseconds(40)))
    }
}
