import Testing
import TraceAnalysis
import WireCoding

@testable import nearscope

@Suite struct CaptureTimeTests {
    @Test func secondsAreFromTheFirstPacketOn() {
        #expect(CaptureTime(argument: "12") == .sinceFirstPacket(12_000_000_000))
        #expect(CaptureTime(argument: "12.5") == .sinceFirstPacket(12_500_000_000))
        #expect(CaptureTime(argument: "0.000000001") == .sinceFirstPacket(1))
        #expect(CaptureTime(argument: "0.0000000019999") == .sinceFirstPacket(1))
    }

    @Test func datesAreAbsolute() {
        #expect(CaptureTime(argument: "1970-01-01T00:00:00Z") == .absolute(0))
        #expect(CaptureTime(argument: "2024-02-29T12:34:56.789Z") == .absolute(1_709_210_096_789_000_000))
        #expect(CaptureTime(argument: "2024-02-29T13:34:56+01:00") == .absolute(1_709_210_096_000_000_000))
        #expect(CaptureTime(argument: "2000-03-01T00:00:00z") == .absolute(951_868_800_000_000_000))
    }

    @Test func unitsAreThoseOfAllOptions() {
        #expect(CaptureTime(argument: "5s") == .sinceFirstPacket(5_000_000_000))
        #expect(CaptureTime(argument: "200ms") == .sinceFirstPacket(200_000_000))
        #expect(CaptureTime(argument: "1.5min") == .sinceFirstPacket(90_000_000_000))
    }

    @Test func clockTimesAreThoseOfTheDayOfTheCapture() throws {
        #expect(CaptureTime(argument: "10:15") == .ofDay(36_900_000_000_000))
        #expect(CaptureTime(argument: "10:15:03.5Z") == .ofDay(36_903_500_000_000))
        #expect(CaptureTime(argument: "2:22:14") == .ofDay(8_534_000_000_000))
        func date(_ time: String, from start: String) throws -> FrameSelector.Time {
            try #require(CaptureTime(argument: time)).time(inCaptureFrom: nanoseconds(start))
        }
        func nanoseconds(_ text: String) throws -> Int64 { try #require(RFC3339.nanoseconds(text)) }
        let morning = "2026-11-22T10:00:00Z"
        #expect(try date("10:15:03", from: morning) == .absolute(nanoseconds("2026-11-22T10:15:03Z")))
        #expect(try date("09:59:59", from: morning) == .absolute(nanoseconds("2026-11-22T09:59:59Z")))
        #expect(try date("23:00:00", from: morning) == .absolute(nanoseconds("2026-11-22T23:00:00Z")))
        // Past midnight.
        #expect(try date("00:10", from: "2026-11-22T23:50:00Z") == .absolute(nanoseconds("2026-11-23T00:10:00Z")))
        #expect(try date("5s", from: morning) == .sinceFirstPacket(5_000_000_000))
    }

    @Test func onlyTimesOfOneKindCanBeCompared() throws {
        func isAfter(_ first: String, _ second: String) throws -> Bool {
            try #require(CaptureTime(argument: first)).isAfter(#require(CaptureTime(argument: second)))
        }
        #expect(try isAfter("2", "1.5") && !isAfter("1.5", "2") && !isAfter("2", "2"))
        #expect(try isAfter("2024-01-02T00:00:00Z", "2024-01-01T00:00:00Z"))
        #expect(try !isAfter("999", "1970-01-01T00:00:00Z") && !isAfter("1970-01-01T00:00:00Z", "1"))
    }

    @Test(arguments: [
        "", "-1", "1.", ".5", "1e3", "12345678901234", "1.2.3", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z",
        "2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-13-01T00:00:00Z",
        "9999-01-01T00:00:00Z", "2024-01-01T00:00:00+1:00", "yesterday", "24:00", "9:15", ":15:03", "1:2:3:4", "5m",
        "99999999999s", "2024-01-01T00:00:00Zé",
    ])
    func othersAreRefused(text: String) {
        #expect(CaptureTime(argument: text) == nil)
    }
}
