import Foundation
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct RFC3339Tests {
    private static func time(_ text: String) -> RFC3339.Time? { RFC3339.time(Array(text.utf8).span) }

    private static let times: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00.000000000Z"),
        (-1, "1969-12-31T23:59:59.999999999Z"),
        (951_782_400_000_000_001, "2000-02-29T00:00:00.000000001Z"),
        (1_709_251_199_999_999_999, "2024-02-29T23:59:59.999999999Z"),
        (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000000000Z"),
        (Int64.max, "2262-04-11T23:47:16.854775807Z"),
        (Int64.min, "1677-09-21T00:12:43.145224192Z"),
    ]

    @Test(arguments: times)
    func timesHaveOneText(time: Int64, text: String) {
        #expect(RFC3339.text(time) == text)
        #expect(RFC3339.nanoseconds(text) == time)
    }

    @Test(arguments: 0..<10)
    func textsAreReadAsTheyAreWritten(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let time = Int64(bitPattern: generator.next())
            #expect(RFC3339.nanoseconds(RFC3339.text(time)) == time)
        }
    }

    @Test(arguments: 0..<10)
    func datesAreFoundations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<100 {
            let seconds = generator.number(in: -9_000_000_000...9_000_000_000)
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(RFC3339.text(Int64(seconds) * 1_000_000_000) == expected.dropLast() + ".000000000Z")
            #expect(RFC3339.nanoseconds(expected) == Int64(seconds) * 1_000_000_000)
        }
    }

    @Test(
        arguments: [
            ("2024-02-29T12:34:56Z", 1_709_210_096, 0), ("2024-02-29t12:34:56.5z", 1_709_210_096, 500_000_000),
            ("2024-02-29 12:34:56.0000000019Z", 1_709_210_096, 1), ("2024-02-29T13:34:56+01:00", 1_709_210_096, 0),
            ("2024-02-29T11:04:56-0130", 1_709_210_096, 0), ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
        ] as [(String, Int64, Int64)])
    func formsThatAreAllowed(text: String, seconds: Int64, nanoseconds: Int64) throws {
        let time = try #require(Self.time(text))
        #expect(time == (seconds, nanoseconds))
    }

    @Test(arguments: [
        "", "Z", "2025-11-06", "2025-11-06T08:00:00", "2025-11-06T08:00:00.Z", "2025-13-06T08:00:00Z",
        "2023-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2025-11-00T08:00:00Z", "2025-11-06T24:00:00Z",
        "2025-11-06T08:60:00Z", "2025-11-06T08:00:61Z", "2025-11-06T08:00:00+1:00", "2025-11-06T08:00:00+24:00",
        "2025-11-06T08:00:00+01:60", "2025-11-06T08:00:00+01:00Z", "2025-11-06T08:00:00Zé", "2025/11/06T08:00:00Z",
        "25-11-06T08:00:00.000Z", "2025-11-06_08:00:00Z", "-025-11-06T08:00:00Z", "2025-11-06T08:00:00.5",
    ])
    func othersAreRefused(text: String) {
        #expect(Self.time(text) == nil)
        #expect(RFC3339.nanoseconds(text) == nil)
    }

    @Test(arguments: ["9999-11-06T08:00:00Z", "2262-04-11T23:47:16.854775808Z", "1677-09-21T00:12:43.145224191Z"])
    func nanosecondsThatDoNotFitAreNone(text: String) {
        #expect(Self.time(text) != nil)
        #expect(RFC3339.nanoseconds(text) == nil)
    }

    @Test func decimalsAreCutOff() {
        #expect(RFC3339.text((0, 999_999_999), decimals: 3) == "1970-01-01T00:00:00.999Z")
        #expect(RFC3339.text((-1, 5_000_000), decimals: 3) == "1969-12-31T23:59:59.005Z")
    }
}
