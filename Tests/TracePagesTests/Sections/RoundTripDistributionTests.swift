import Testing
import TraceModel

@testable import TracePages

@Suite struct RoundTripDistributionTests {
    private func roundTrips(
        _ values: [Double], _ kind: RoundTrip.Kind = .transport, _ direction: TraceMessage.Direction = .forward
    ) -> [RoundTrip] {
        values.enumerated().map {
            RoundTrip(
                session: 1, kind: kind, direction: direction, time: Double($0.offset), frame: $0.offset,
                value: $0.element)
        }
    }

    @Test func itRisesFrom0InSteps() {
        let steps = RoundTripDistribution.steps(roundTrips([1, 2, 2, 4]), at: 50)
        #expect(steps.map(\.sample.value) == [1, 2, 4] && steps.map(\.share) == [0.25, 0.75, 1])
        let line = RoundTripDistribution.line(steps, on: Scale(from: 0, to: 5))
        #expect(line.map(\.x) == [0, 1, 1, 2, 2, 4, 4, 5])
        #expect(line.map(\.y) == [0, 0, 0.25, 0.25, 0.75, 0.75, 1, 1])
    }

    @Test func ofManyTheShortestAndTheLongestAreSteps() {
        let steps = RoundTripDistribution.steps(roundTrips((1...1000).map(Double.init)), at: 50)
        #expect(steps.count <= 51 && steps.first?.sample.value == 1 && steps.last?.sample.value == 1000)
        #expect(steps.last?.share == 1 && RoundTripDistribution.steps([], at: 50).isEmpty)
    }

    @Test func directionsAndDelayedAcknowledgmentsAreDistinguished() {
        let all =
            roundTrips([0.001, 0.2]) + roundTrips([0.01, 0.011], .transport, .backward)
            + roundTrips([0.3], .application)
            + roundTrips([0.01], .handshake)
        let kinds = RoundTripKinds(all)
        func series(_ sample: RoundTrip) -> RoundTripKinds.Series { kinds.series(sample) }
        #expect(all.map(series) == [.forward, .delayed, .backward, .backward, .application, .handshake])
        #expect(kinds.zeros("lower").isEmpty)
    }

    @Test func roundTripsOf0HaveNoPlaceOnALogarithmicAxisAndThatIsSaid() {
        #expect(!RoundTripKinds(roundTrips([0, 0.00001, 0.1])).zeros("lower").isEmpty)
        #expect(RoundTripKinds(roundTrips([0, 0.01, 0.02])).zeros("lower").isEmpty)
    }

    @Test func ofManyRoundTripsTheMedianOfEachSpanIsShownToo() {
        let values = (0..<1000).map { number -> Double in
            switch number % 100 {
            case 50: 9
            case 70: 0.1
            default: 1 + Double(number % 7) / 100
            }
        }
        let samples = roundTrips(values)
        let shown = SessionRoundTrips.thinned(samples, 30)
        #expect(shown.count <= 30 && shown.count >= 27)
        #expect(shown.count { $0.value == 9 } == 10 && shown.count { $0.value == 0.1 } == 10)
        #expect(shown.count { $0.value >= 1 && $0.value < 2 } >= 7)
    }
}
