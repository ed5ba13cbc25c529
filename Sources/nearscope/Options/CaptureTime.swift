import ArgumentParser
import TraceAnalysis
import WireCoding

/// A time in a capture as `--from` and `--to` take it: seconds after the first packet (`12.5`), or a date and time by
/// RFC 3339 (`2025-11-06T08:49:37.25Z`, or at an offset from UTC).
struct CaptureTime: ExpressibleByArgument {
    let time: FrameSelector.Time

    init?(argument: String) {
        let text = Array(argument.utf8)[...]
        if let nanoseconds = Self.nanoseconds(text) {
            time = .sinceFirstPacket(nanoseconds)
        } else if let nanoseconds = Self.since1970(argument) {
            time = .absolute(nanoseconds)
        } else {
            return nil
        }
    }

    /// Whether it is later than another in every capture; false if only the capture can decide.
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

    /// A date and time between the years 1970 and 2199.
    private static func since1970(_ text: String) -> Int64? {
        RFC3339.nanoseconds(text).flatMap { (0..<7_258_118_400_000_000_000).contains($0) ? $0 : nil }
    }

    private static func fraction(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return number(digits.prefix(9) + repeatElement(0x30, count: max(0, 9 - digits.count)), 9...9)
    }

    private static func number(_ digits: ArraySlice<UInt8>, _ count: ClosedRange<Int>) -> Int64? {
        guard count.contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
