import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct NetworkDistanceTests {
    private func session(_ transport: Session.Transport, _ change: (inout Session) -> Void = { _ in }) -> Session {
        var session = Session(
            id: 1, transport: transport, application: .unknown, ending: .fin, midstream: false,
            initiator: .init(address: "10.0.0.1", port: 50000), responder: .init(address: "10.0.0.2", port: 7000),
            interface: 0, firstFrame: 1, start: 0, end: 1, duration: 1)
        (session.forward.packets, session.backward.packets) = (9, 9)
        change(&session)
        return session
    }

    private func delays(_ least: Double, median: Double) -> Distribution {
        var delays = Distribution()
        (delays.count, delays.min, delays.median, delays.max) = (40, least, median, median * 2)
        return delays
    }

    /// Round trips of 36 µs by the handshake, in a conversation whose receivers wait with acknowledgments.
    @Test func delayedAcknowledgmentsDoNotCount() {
        let session = session(.tcp) {
            $0.handshakeRTT = 0.000036
            $0.forward.transportRTT = delays(0.00005, median: 0.0003)
            $0.backward.transportRTT = delays(0.000007, median: 0.0203)
        }
        #expect(NetworkDistance(session).estimate == .init(0.000036, from: .handshake))
    }

    @Test func aSlowHandshakeDoesNotHideFasterAcknowledgments() {
        // The responder looked for the initiator's link address before it answered.
        let session = session(.tcp) {
            $0.handshakeRTT = 0.0065
            $0.capturePoint = .initiator
            $0.forward.transportRTT = delays(0.0021, median: 0.0025)
            $0.backward.transportRTT = delays(0.04, median: 0.04)
        }
        #expect(NetworkDistance(session).estimate == .init(0.0021, from: .transport))
    }

    @Test(arguments: [nil, Session.CapturePoint.middle])
    func betweenTheHostsBothWaysAddUp(_ point: Session.CapturePoint?) {
        let session = session(.tcp) {
            $0.midstream = point == nil
            $0.capturePoint = point
            $0.forward.transportRTT = delays(0.009, median: 0.012)
            $0.backward.transportRTT = delays(0.0095, median: 0.05)
        }
        #expect(NetworkDistance(session).estimate == .init(0.0185, from: .transport))
    }

    /// A client that acknowledges an answer with its next request, 25 ms later.
    @Test func whatAProgramThinksIsNoDistance() {
        let session = session(.tcp) {
            $0.midstream = true
            $0.forward.transportRTT = delays(0.00025, median: 0.0003)
            $0.backward.transportRTT = delays(0.0252, median: 0.026)
        }
        #expect(NetworkDistance(session, pure: (250_000, .max)).estimate == .init(.capturePointUnknown))
        #expect(NetworkDistance(session, pure: (250_000, 60_000)).estimate == .init(0.00031, from: .transport))
    }

    @Test func oneSideAloneIsNoDistanceWhereTheCapturePointIsUnknown() {
        var session = session(.tcp) {
            $0.midstream = true
            $0.backward.transportRTT = delays(0.00002, median: 0.0001)
        }
        #expect(NetworkDistance(session).estimate == .init(.capturePointUnknown))
        session.capturePoint = .responder
        #expect(NetworkDistance(session).estimate == .init(0.00002, from: .transport))
    }

    @Test func besideTheOneWhoAnswersDatagramsShowItsAnsweringTime() {
        var session = session(.udp) {
            $0.capturePoint = .responder
            $0.forward.applicationRTT = delays(0.00006, median: 0.0001)
            $0.applicationRTT = $0.forward.applicationRTT
        }
        #expect(NetworkDistance(session).estimate == .init(.answeringTime))
        session.capturePoint = nil
        #expect(NetworkDistance(session).estimate == .init(.capturePointUnknown))
        session.capturePoint = .initiator
        #expect(NetworkDistance(session).estimate == .init(0.00006, from: .application))
        // The other one asked as well, and these answers came over the network.
        session.capturePoint = .responder
        session.backward.applicationRTT = delays(0.012, median: 0.014)
        #expect(NetworkDistance(session).estimate == .init(0.012, from: .application))
    }

    @Test func longRoundTripsAreNoHostsOwn() {
        let session = session(.udp) {
            $0.forward.applicationRTT = delays(0.018, median: 0.02)
            $0.applicationRTT = $0.forward.applicationRTT
        }
        #expect(NetworkDistance(session).estimate == .init(0.018, from: .application))
    }

    /// At the server of QUIC only the second step is the network's.
    @Test func quicIsTimedByTheStepThatTheNetworkTakes() {
        let session = session(.quic) { $0.handshakeRTT = 0.005 }
        let step: (Int64) -> Int64 = { $0 * 1_000_000 }
        #expect(
            NetworkDistance(session, opening: (step(5), step(21))).estimate == .init(0.021, from: .handshake))
        #expect(NetworkDistance(session, opening: (step(28), step(2))).estimate == .init(0.028, from: .handshake))
        #expect(NetworkDistance(session, opening: (step(7), step(8))).estimate == .init(.capturePointUnknown))
        #expect(NetworkDistance(session).estimate == .init(.noRoundTrip))
    }

    /// Handshakes have the time in them in which hosts compute keys.
    @Test func acknowledgmentsOfQUICAreNearerThanItsHandshake() {
        let opening: (beyond: Int64, before: Int64) = (36_000_000, 400_000)
        let both = Ends<Int64?>(initiator: 21_000_000, responder: 100_000)
        var session = session(.quic) { $0.handshakeRTT = 0.036 }
        func estimate(_ acknowledged: Ends<Int64?>, _ steps: (beyond: Int64, before: Int64)? = opening)
            -> Session.NetworkRTT
        { NetworkDistance(session, opening: steps, acknowledged: acknowledged).estimate }
        #expect(estimate(both) == .init(0.0211, from: .transport))
        #expect(estimate(both, nil) == .init(0.0211, from: .transport))
        // Of one way alone it is not known whether it is the path's.
        #expect(estimate(Ends(initiator: nil, responder: 100_000)) == .init(0.036, from: .handshake))
        #expect(estimate(Ends(initiator: 50_000_000, responder: 100_000)) == .init(0.036, from: .handshake))
        session.capturePoint = .initiator
        #expect(estimate(both) == .init(0.021, from: .transport))
        session.capturePoint = .responder
        #expect(estimate(Ends(initiator: 9_000, responder: 22_000_000)) == .init(0.022, from: .transport))
    }

    @Test func withoutRoundTripsTheReasonIsGiven() {
        #expect(NetworkDistance(session(.tcp)).estimate == .init(.noRoundTrip))
        #expect(NetworkDistance(session(.udp) { $0.backward.packets = 0 }).estimate == .init(.noAnswer))
        for (reason, expected) in [
            (Session.Reason.noAcknowledgments, Session.NetworkRTT.Reason.noAcknowledgments),
            (.doubledPackets, .doubledPackets),
        ] {
            let session = session(.tcp) { $0.limits = [.init(metrics: [], reason: reason, message: "")] }
            #expect(NetworkDistance(session).estimate == .init(expected))
        }
    }
}
