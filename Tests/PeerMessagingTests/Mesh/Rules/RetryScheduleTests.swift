import PeerMessaging
import Testing

@Suite struct RetryScheduleTests {
    @Test func waitsOneTwoAndFourSeconds() {
        #expect(
            (0...5).map { RetrySchedule.delay(afterFailure: $0) } == [
                nil, .seconds(1), .seconds(2), .seconds(4), nil, nil,
            ])
        #expect(RetrySchedule.delay(afterFailure: .max) == nil && RetrySchedule.delay(afterFailure: .min) == nil)
    }

    @Test func keepsToTheScheduleWithinTheTolerance() {
        let tolerance = Duration.milliseconds(100)
        #expect(RetrySchedule.allows(.milliseconds(1080), afterFailure: 1, tolerance: tolerance))
        #expect(!RetrySchedule.allows(.milliseconds(899), afterFailure: 1, tolerance: tolerance))
        #expect(!RetrySchedule.allows(nil, afterFailure: 1, tolerance: tolerance))
        #expect(RetrySchedule.allows(nil, afterFailure: 4, tolerance: tolerance))
        #expect(!RetrySchedule.allows(.seconds(8), afterFailure: 4, tolerance: tolerance))
    }

    @Test func whoGoesOnWaitsAsLongAsTheLastTime() {
        let tolerance = Duration.milliseconds(50)
        #expect([0, 1, 2, 3, 4, 9].map(RetrySchedule.leastWait) == [0, 1, 2, 4, 4, 4].map { .seconds($0) })
        #expect(RetrySchedule.isTooSoon(.milliseconds(1949), afterFailure: 2, tolerance: tolerance))
        #expect(!RetrySchedule.isTooSoon(.milliseconds(1950), afterFailure: 2, tolerance: tolerance))
        #expect(!RetrySchedule.isTooSoon(.seconds(60), afterFailure: 2, tolerance: tolerance))
    }

    @Test func namesTheFailuresThatWereNotWaitedFor() {
        let tolerance = Duration.milliseconds(100)
        #expect(RetrySchedule.violations(of: [.seconds(1), .seconds(2), .seconds(4)], tolerance: tolerance) == [])
        #expect(
            RetrySchedule.violations(of: [.seconds(1), .seconds(1), .seconds(4), .seconds(8)], tolerance: tolerance)
                == [2, 4])
    }
}
