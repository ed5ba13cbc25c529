import ArgumentParser
import TraceAnalysis

/// A time in a capture as `--from` and `--to` take it: seconds after the first packet (`12.5`), or a date and time by
/// RFC 3339 (`2025-11-06T08:49:37.25Z`, or at an offset from UTC).
struct CaptureTime: ExpressibleByArgument {
    let time: FrameSelector.Time

    init?(argument: String) {
        let text = Array(argument.utf8)[...]
        if let nanoseconds = Self.nanoseconds(text) {
            time = .sinceFirstPacket(nanoseconds)
        } else if let nanoseconds = Self.since1970(text) {
            time = .absolute(nanoseconds)
        } else {
            return nil
        }
    }

    /// Whether it is later than another in every capture; false where only the capture can tell.
    func isAfter(_ other: CaptureTime) -> Bool {
        switch (time, other.time) {
        case (.sinceFirstPacket(let own), .sinceFirstPacket(let other)): own > other
        case (.absolute(let own), .absolute(let other)): own > other
        default: false
        }
    }

    /// Seconds of up to nine digits, so that 64 bits hold the nanoseconds, and of up to nine decimals that count.
    private static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let parts = text.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = parts.first.flatMap({ number($0, 1...9) }) else { return nil }
        guard parts.count == 2 else { return seconds * 1_000_000_000 }
        guard let fraction = fraction(parts[1]) else { return nil }
        return seconds * 1_000_000_000 + fraction
    }

    /// `2025-11-06T08:49:37`, a fraction or none, `Z` or an offset; between the years 1970 and 2199.
    private static func since1970(_ text: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(text)
        let marks: [(Int, [UInt8])] = [(4, [0x2D]), (7, [0x2D]), (10, [0x54, 0x74, 0x20]), (13, [0x3A]), (16, [0x3A])]
        guard bytes.count >= 20, marks.allSatisfy({ $0.1.contains(bytes[$0.0]) }),
            let year = number(bytes[0..<4], 4...4), let month = number(bytes[5..<7], 2...2),
            let day = number(bytes[8..<10], 2...2), let hour = number(bytes[11..<13], 2...2),
            let minute = number(bytes[14..<16], 2...2), let second = number(bytes[17..<19], 2...2),
            (1970..<2200).contains(year), (1...12).contains(month), day >= 1, day <= lastDay(of: month, in: year),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = bytes[19...]
        var nanoseconds: Int64 = 0
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard let fraction = fraction(digits) else { return nil }
            nanoseconds = fraction
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(rest) else { return nil }
        let seconds = (days(year, month, day) * 24 + hour) * 3600 + minute * 60 + second - offset
        return seconds * 1_000_000_000 + nanoseconds
    }

    /// Seconds east of UTC: `Z` or `+01:00`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(text)
        if bytes == [0x5A] || bytes == [0x7A] { return 0 }
        guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
            let hours = number(bytes[1..<3], 2...2), let minutes = number(bytes[4..<6], 2...2), hours < 24, minutes < 60
        else { return nil }
        return (bytes[0] == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func fraction(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard let value = number(digits.prefix(9), 1...9), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return (min(digits.count, 9)..<9).reduce(value) { sum, _ in sum * 10 }
    }

    private static func number(_ digits: ArraySlice<UInt8>, _ count: ClosedRange<Int>) -> Int64? {
        guard count.contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func lastDay(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin with March, so that the leap day is
    /// last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
