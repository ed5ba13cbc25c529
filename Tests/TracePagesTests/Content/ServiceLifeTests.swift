import Testing
import TraceModel

@testable import TracePages

@Suite struct ServiceLifeTests {
    private func service(_ state: Service.State, _ events: [(Double, Service.Event.Kind)] = []) -> Service {
        var service = Service(
            id: "s1", instance: "iPad", type: "_mesh._udp", domain: "local", fullName: "iPad._mesh._udp.local.",
            firstSeen: 1, lastSeen: 3, state: state)
        service.timeline = events.map { Service.Event(time: $0, frame: 1, event: $1, source: nil, detail: nil) }
        return service
    }

    private func spans(_ service: Service, successor: Service? = nil) -> [ClosedRange<Double>] {
        ServiceLife(service, successor: successor, until: 20).spans
    }

    @Test func anAnnouncedNameLastsToTheEnd() {
        #expect(spans(service(.announced, [(1, .probe), (2, .announce)])) == [1...20])
        #expect(spans(service(.conflicted)) == [1...20])
    }

    @Test func aGoodbyeAndTheEndOfTTLsEndIt() {
        #expect(spans(service(.gone, [(2, .announce), (5, .goodbye)])) == [1...5])
        #expect(spans(service(.expired, [(2, .announce), (12, .expire)])) == [1...12])
    }

    @Test func whatComesBackHasASecondSpan() {
        let events: [(Double, Service.Event.Kind)] = [(2, .announce), (5, .goodbye), (8, .reannounce)]
        #expect(spans(service(.announced, events)) == [1...5, 8...20])
    }

    @Test func aRenamedNameLastsUntilTheNextOne() {
        var later = service(.announced)
        later.firstSeen = 4
        #expect(spans(service(.renamed), successor: later) == [1...4])
        #expect(spans(service(.probing)) == [1...3])
    }
}
