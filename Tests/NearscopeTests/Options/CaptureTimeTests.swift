import TraceAnalysis
import Testing

@testable import nearscope
import TraceModel

@Suite struct CaptureTimeTests {
    @Test func secondsAreFromTheFirstPacketOn() {
        #expect(CaptureTime(argument: "12")?.time == .sinceFirstPacket(12_000_000_000))
        #expect(CaptureTime(argument: "12.5")?.time == .sinceFirstPacket(12_500_000_000))
        #expect(CaptureTime(argument: "0.000000001")?.time == .sinceFirstPacket(1))
        #expect(CaptureTime(argument: "0.0000000019999")?.time == .sinceFirstPacket(1))
    }

    @Test func datesAreAbsolute() {
        #expect(CaptureTime(argument: "1970-01-01T00:00:00Z")?.time == .absolute(0))
        #expect(CaptureTime(argument: "2024-02-29T12:34:56.789Z")?.time == .absolute(1_709_210_096_789_000_000))
        #expect(CaptureTime(argument: "2024-02-29T13:34:56+01:00")?.time == .absolute(1_709_210_096_000_000_000))
        #expect(CaptureTime(argument: "2000-03-01T00:00:00z")?.time == .absolute(951_868_800_000_000_000))
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
        "9999-01-01T00:00:00Z", "2024-01-01T00:00:00+1:00", "yesterday", "2024-01-01T00:00:00Zé",
    ])
    func othersAreRefused(text: String) {
        #expect(CaptureTime(argument: text)?.time == nil)
    }
}
