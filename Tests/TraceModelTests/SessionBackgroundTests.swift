import Testing
import TraceModel
import WireCoding

@Suite struct SessionBackgroundTests {
    @Test func portOfMulticastDNSIsTheRegisteredOne() {
        #expect(Session.multicastDNSPort == Int(WellKnownPort.multicastDNS))
    }
}
