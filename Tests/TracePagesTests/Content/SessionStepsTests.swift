import Testing
import TraceModel

@testable import TracePages

@Suite struct SessionStepsTests {
    private var session: Session {
        var session = TraceSamples.session()
        (session.start, session.service) = (10, "s1")
        (session.phases.discover, session.phases.resolve) = (0.5, 0.25)
        return session
    }

    private func service(_ queriers: [Service.Querier], first: Service.Querier? = nil) -> Service {
        var service = Service(
            id: "s1", instance: "Bo", type: "_chat._tcp", domain: "local", fullName: "Bo._chat._tcp.local.",
            firstSeen: 0, lastSeen: 6, state: .announced)
        service.discovery.queriers = queriers
        (service.discovery.firstQuery, service.discovery.latency) = (first?.firstQuery, first?.latency)
        return service
    }

    private func querier(_ address: String, peer: String? = nil, asked: Double, took: Double) -> Service.Querier {
        Service.Querier(
            peer: peer, address: address, firstQuery: asked, firstAnswer: asked + took, latency: took, knownAnswers: 0)
    }

    private func step(_ name: String, _ start: Double, _ length: Double) -> SessionSteps.Step {
        SessionSteps.Step(name: name, start: start, length: length)
    }

    @Test func discoveryBeginsWhenTheInitiatorAsked() {
        let own = querier("10.0.0.1", asked: 4, took: 0.5)
        let steps = SessionSteps(session, service: service([querier("10.0.0.9", asked: 1, took: 0.5), own]))
        #expect(steps.discovery == [step("discover", 4, 0.5), step("resolve", 4.5, 0.25)])
    }

    @Test func theInitiatorIsKnownByItsPeerToo() {
        let own = querier("fe80::1", peer: "p1", asked: 4, took: 0.5)
        #expect(SessionSteps(session, service: service([own])).discovery.first == step("discover", 4, 0.5))
    }

    /// The length in the report is that of the host that asked first, so its question is where the step begins, not the
    /// initiator's, which took another time.
    @Test func startAndLengthAreOfOneHost() {
        let (other, own) = (
            querier("10.0.0.9", asked: 1, took: 0.5), querier("10.0.0.1", peer: "p1", asked: 4, took: 2)
        )
        let steps = SessionSteps(session, service: service([other, own], first: other))
        #expect(steps.discovery == [step("discover", 1, 0.5), step("resolve", 1.5, 0.25)])
    }

    @Test func discoveryOfUnknownTimeEndsAsTheSessionBegins() {
        let own = querier("10.0.0.1", asked: 4, took: 2)
        for service in [nil, service([]), service([own], first: own)] {
            let steps = SessionSteps(session, service: service)
            #expect(steps.discovery == [step("discover", 9.25, 0.5), step("resolve", 9.75, 0.25)])
        }
    }

    @Test func connectingEndsWhenTheConnectionIsThere() {
        var session = session
        (session.established, session.phases.connect, session.phases.identify) = (13.5, 0.5, 1)
        // The first SYN was lost three seconds before.
        #expect(SessionSteps(session, service: nil).session == [step("connect", 13, 0.5), step("identify", 13.5, 1)])
        session.established = nil
        #expect(SessionSteps(session, service: nil).session == [step("connect", 10, 0.5), step("identify", 10, 1)])
    }

    @Test func aSessionWithoutPhasesHasNoSteps() {
        #expect(SessionSteps(TraceSamples.session(), service: service([])).all.isEmpty)
    }
}
