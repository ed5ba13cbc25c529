import WireCoding

/// A duration as options take it: `5s`, `200ms`, `1.5min`.
struct TimeSpan: Hashable {
    let nanoseconds: Int64

    /// Units of time, by what follows the number.
    enum Unit: String, CaseIterable {
        case nanoseconds = "ns"
        case microseconds = "us"
        case milliseconds = "ms"
        case seconds = "s"
        case minutes = "min"
        case hours = "h"
        case days = "d"

        init?(_ text: String) {
            // Both characters that look like µ.
            self.init(rawValue: ["µs", "μs"].contains(text) ? "us" : text)
        }

        fileprivate var nanosecondCount: UInt64 {
            switch self {
            case .nanoseconds: 1
            case .microseconds: 1_000
            case .milliseconds: 1_000_000
            case .seconds: 1_000_000_000
            case .minutes: 60_000_000_000
            case .hours: 3_600_000_000_000
            case .days: 86_400_000_000_000
            }
        }
    }

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000_000) }

    static func milliseconds(_ count: Double) -> TimeSpan { TimeSpan(nanoseconds: Int64(count * 1e6)) }

    /// - Parameter plain: The unit of a number without one; nil if it needs one.
    init?(_ text: some StringProtocol, plain: Unit? = nil) {
        let number = UnitNumber(text)
        if let number, let unit = number.unit.isEmpty ? plain : Unit(number.unit) {
            guard let nanoseconds = number.times(unit.nanosecondCount) else { return nil }
            self.nanoseconds = nanoseconds
        } else {
            // `.5` and `1e3` are plain numbers too.
            guard let plain, let value = Double(String(text)), value >= 0 else { return nil }
            let nanoseconds = value * Double(plain.nanosecondCount)
            guard nanoseconds < 0x1p63 else { return nil }
            self.nanoseconds = Int64(nanoseconds)
        }
    }

    var seconds: Double { Double(nanoseconds) / 1e9 }
    var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// Reads the value of an option.
    ///
    /// - Parameters:
    ///   - plain: The unit of a number without one.
    ///   - example: A duration that makes sense for the option.
    static func option(
        plain: Unit, such example: String
    ) -> @Sendable (String) throws -> TimeSpan {
        { text in
            guard let span = TimeSpan(text, plain: plain) else {
                throw OptionValueError(
                    "expected a duration such as \(example) (ns, us, ms, s, min, h or d; a plain number means "
                        + "\(plain.rawValue))")
            }
            return span
        }
    }
}

extension TimeSpan: CustomStringConvertible {
    /// In the largest unit of which it is a whole number.
    var description: String {
        let unit = Unit.allCases.last { nanoseconds.magnitude % $0.nanosecondCount == 0 } ?? .nanoseconds
        return nanoseconds == 0 ? "0" : "\(nanoseconds / Int64(unit.nanosecondCount))\(unit.rawValue)"
    }
}
