import Testing
import TraceModel
import WireCoding

@testable import TraceReports

/// Values that the implementations of the specification (github.com/corelight/community-id-spec) have, too.
@Suite struct CommunityIDTests {
    private func text(_ source: String, _ sourcePort: UInt16, _ target: String, _ port: UInt16, _ number: UInt8) throws
        -> String
    {
        let ends = try (#require(IPAddress(source)), #require(IPAddress(target)))
        return CommunityID((ends.0, sourcePort), (ends.1, port), ipProtocol: number).text
    }

    @Test func flowsHaveTheTextsOfOtherTools() throws {
        #expect(try text("128.232.110.120", 34855, "66.35.250.204", 80, 6) == "1:LQU9qZlK+B5F3KDmev6m5PMibrg=")
        #expect(try text("192.168.1.52", 54585, "8.8.8.8", 53, 17) == "1:d/FP5EW3wiY1vCndhwleRRKHowQ=")
        #expect(
            try text("fe80::200:86ff:fe05:80da", 1024, "fe80::260:97ff:fe07:69ea", 80, 6)
                == "1:s7ALrfGR0WTSRs8NDJ8QlQUeqtY=")
    }

    @Test func bothDirectionsAreOneFlow() throws {
        #expect(try text("10.0.0.2", 1, "10.0.0.1", 2, 6) == text("10.0.0.1", 2, "10.0.0.2", 1, 6))
        #expect(try text("10.0.0.1", 2, "10.0.0.1", 1, 17) == text("10.0.0.1", 1, "10.0.0.1", 2, 17))
    }

    @Test func quicIsUDPAndAnEndWithoutAnAddressHasNone() {
        let session = { (transport: Session.Transport, address: String) in
            SessionSamples.session {
                $0.transport = transport
                $0.initiator = .init(address: address, port: 5)
            }
        }
        #expect(CommunityID(session(.quic, "10.0.0.9")) == CommunityID(session(.udp, "10.0.0.9")))
        #expect(CommunityID(session(.tcp, "10.0.0.9")) != CommunityID(session(.udp, "10.0.0.9")))
        #expect(CommunityID(session(.tcp, "02:00:00:00:00:01")) == nil)
    }
}
