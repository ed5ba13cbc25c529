import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct RoundTripThinningTests {
    private func session(_ id: Int, samples: Int) -> Session {
        var session = Session(
            id: id, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(address: "10.0.0.1", port: 1), responder: .init(address: "10.0.0.2", port: 2),
            interface: 0,
            firstFrame: 1, start: 0, end: 1, duration: 1)
        session.forward.transportRTT.count = samples
        return session
    }

    private func kept(of samples: Int) -> [Int] {
        var thinning = RoundTripThinning([session(1, samples: samples)])
        return (0..<samples).filter { number in
            thinning.includes(
                RoundTrip(session: 1, kind: .transport, direction: .forward, time: 0, frame: number, value: 0))
        }
    }

    @Test func upToTheLimitAllAreKept() {
        #expect(kept(of: 10_000).count == 10_000)
        #expect(kept(of: 0).isEmpty)
    }

    @Test(arguments: [10_001, 25_000, 1_000_000]) func beyondItTheyAreThinnedEvenly(samples: Int) {
        let kept = kept(of: samples)
        #expect((5_000...10_000).contains(kept.count))
        let steps = Set(zip(kept, kept.dropFirst()).map { $1 - $0 })
        #expect(steps.count == 1)
    }

    @Test func eachSessionHasItsOwn() {
        var thinning = RoundTripThinning([session(1, samples: 20_000), session(2, samples: 5)])
        let one = { (session: Int) in
            RoundTrip(session: session, kind: .transport, direction: .forward, time: 0, frame: 1, value: 0)
        }
        #expect(thinning.includes(one(1)) && !thinning.includes(one(1)))
        #expect(thinning.includes(one(2)) && thinning.includes(one(2)) && !thinning.includes(one(3)))
    }

    @Test func whatTheReportDoesNotCountIsNotHandedOn() {
        var thinning = RoundTripThinning([session(1, samples: 3)])
        for (kind, direction) in [
            (RoundTrip.Kind.transport, TraceMessage.Direction.backward), (.application, .forward),
            (.handshake, .forward),
        ] {
            let roundTrip = RoundTrip(session: 1, kind: kind, direction: direction, time: 0, frame: 1, value: 0)
            let isIncluded = thinning.includes(roundTrip)
            #expect(!isIncluded)
        }
    }
}
