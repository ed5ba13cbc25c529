import TraceAnalysis
import WireCoding

/// A time in a capture as `--from` and `--to` take it: time after the first packet (`12.5`, `200ms`, `1.5min`), a date and
/// time by RFC 3339 (`2025-11-06T08:49:37.25Z`, or at an offset from UTC), or a time of the day in UTC (`10:15:03.5`).
enum CaptureTime: Equatable {
    case sinceFirstPacket(Int64)
    /// Nanoseconds since 1970.
    case absolute(Int64)
    /// Nanoseconds since midnight.
    case ofDay(Int64)

    private static let day: Int64 = 86_400_000_000_000

    /// Reads the value of an option.
    static let option: @Sendable (String) throws -> CaptureTime = { text in
        guard let time = CaptureTime(argument: text) else {
            throw OptionValueError(
                "expected a time after the first packet such as 12.5 or 1.5min, or a time of the clock such as "
                    + "2025-11-06T08:49:37Z or 08:49:37 (UTC)")
        }
        return time
    }

    init?(argument: String) {
        if let time = Self.sinceFirstPacket(argument) {
            self = .sinceFirstPacket(time)
        } else if let nanoseconds = Self.since1970(argument) {
            self = .absolute(nanoseconds)
        } else if let nanoseconds = Self.sinceMidnight(argument) {
            self = .ofDay(nanoseconds)
        } else {
            return nil
        }
    }

    /// The time in a capture that begins at a moment.
    ///
    /// A time of the day is that of the day when the capture begins, in UTC; where that would be more than twelve hours
    /// before the capture, that of the next day, so that a capture can go on past midnight.
    ///
    /// - Parameter start: Nanoseconds since 1970.
    func time(inCaptureFrom start: Int64) -> FrameSelector.Time {
        switch self {
        case .sinceFirstPacket(let nanoseconds): return .sinceFirstPacket(nanoseconds)
        case .absolute(let nanoseconds): return .absolute(nanoseconds)
        case .ofDay(let nanoseconds):
            let midnight = start - (start % Self.day + Self.day) % Self.day
            let time = midnight + nanoseconds
            return .absolute(start - time > Self.day / 2 ? time + Self.day : time)
        }
    }

    /// Whether it is later than another in every capture; false if only the capture can decide.
    func isAfter(_ other: CaptureTime) -> Bool {
        switch (self, other) {
        case (.sinceFirstPacket(let own), .sinceFirstPacket(let other)): own > other
        case (.absolute(let own), .absolute(let other)): own > other
        default: false
        }
    }

    /// Less than the 32 years of a thousand million seconds, so that sums with times of captures fit.
    private static func sinceFirstPacket(_ text: String) -> Int64? {
        guard let number = UnitNumber(text), number.unit.isEmpty || TimeSpan.Unit(number.unit) != nil,
            let span = TimeSpan(text, plain: .seconds)
        else { return nil }
        return span.nanoseconds < 1_000_000_000_000_000_000 ? span.nanoseconds : nil
    }

    /// A date and time between the years 1970 and 2199.
    private static func since1970(_ text: String) -> Int64? {
        RFC3339.nanoseconds(text).flatMap { (0..<7_258_118_400_000_000_000).contains($0) ? $0 : nil }
    }

    /// `10:15`, `9:15:03` or `10:15:03.5`, also with a Z. `9:15` could be minutes and seconds.
    private static func sinceMidnight(_ text: String) -> Int64? {
        let parts = (text.hasSuffix("Z") ? text.dropLast() : text[...]).split(
            separator: ":", omittingEmptySubsequences: false)
        let isShortHour = parts[0].utf8.count == 1
        guard parts.count == 3 || (parts.count == 2 && !isShortHour) else { return nil }
        let hour = isShortHour ? "0" + parts[0] : String(parts[0])
        let time = ([hour, String(parts[1])] + [parts.count == 3 ? String(parts[2]) : "00"]).joined(separator: ":")
        return RFC3339.nanoseconds("1970-01-01T\(time)Z").flatMap {
            (0..<day).contains($0) ? $0 : nil
        }
    }
}
