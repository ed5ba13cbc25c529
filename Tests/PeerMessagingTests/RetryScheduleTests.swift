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

    @Test func namesTheFailuresThatWereNotWaitedFor() {
        let tolerance = Duration.milliseconds(100)
        #expect(RetrySchedule.violations(of: [.seconds(1), .seconds(2), .seconds(4)], tolerance: tolerance) == [])
        #expect(
            RetrySchedule.violations(of: [.seconds(1), .seconds(1), .seconds(4), .seconds(8)], tolerance: tolerance)
                == [2, 4])
    }
}
