import Testing

@testable import nearscope

@Suite struct CaptureRotationTests {
    @Test func sizesAndAges() {
        #expect(CaptureRotation(argument: "100MB") == .bytes(100_000_000))
        #expect(CaptureRotation(argument: "64kib") == .bytes(65_536))
        #expect(CaptureRotation(argument: "2GB") == .bytes(2_000_000_000))
        #expect(CaptureRotation(argument: "60s") == .nanoseconds(60_000_000_000))
        #expect(CaptureRotation(argument: "10min") == .nanoseconds(600_000_000_000))
        #expect(CaptureRotation(argument: "1h") == .nanoseconds(3_600_000_000_000))
        #expect(CaptureRotation(argument: "1.5h") == .nanoseconds(5_400_000_000_000))
    }

    @Test(arguments: [
        "", "100", "MB", "0s", "-1s", "5m", "9223372036854775807GB", "9223372036854775807d", "٣s",
    ])
    func anythingElseIsNone(_ argument: String) {
        #expect(CaptureRotation(argument: argument) == nil)
    }
}
