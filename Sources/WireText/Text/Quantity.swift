import WireCoding

/// Numbers as people read them: three significant digits and a unit.
package enum Quantity {
    /// `2.13 ms`, `28.1 s`, `3 min 20 s`, `2 h 1 min`, `40 days 3 h`
    package static func duration(_ seconds: Double) -> String {
        if seconds < 0 { return "-" + duration(-seconds) }
        switch seconds {
        case 0: return "0 s"
        case ..<0.000_000_999_5: return digits(seconds * 1e9) + " ns"
        case ..<0.000_999_5: return digits(seconds * 1e6) + " µs"
        case ..<0.9995: return digits(seconds * 1e3) + " ms"
        case ..<120: return digits(seconds) + " s"
        case ..<7200: return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
        case ..<172_800: return "\(Int(seconds) / 3600) h \(Int(seconds) / 60 % 60) min"
        default: return "\(grouped(Int(seconds) / 86400)) days \(Int(seconds) / 3600 % 24) h"
        }
    }

    /// A time after the first packet, which people look for and do not only compare: `28.1 s`, `1 min 40 s`, `1 h 11 min 8 s`,
    /// `2 days 3 h 0 min 5 s`
    package static func moment(_ seconds: Double) -> String {
        if seconds < 0 { return "-" + moment(-seconds) }
        guard seconds >= 59.95 else { return duration(seconds) }
        let whole = Int(min(seconds, 1e15).rounded())
        var parts = ["\(whole / 60 % 60) min", "\(whole % 60) s"]
        let hours = whole / 3600
        if hours >= 48 {
            parts = ["\(grouped(hours / 24)) days", "\(hours % 24) h"] + parts
        } else if hours > 0 {
            parts.insert("\(hours) h", at: 0)
        }
        return parts.joined(separator: " ")
    }

    package static func duration(_ seconds: Double?) -> String { seconds.map { duration($0) } ?? "–" }

    /// Decimal multiples: `512 B`, `48.3 kB`
    package static func bytes(_ count: Int) -> String { scaled(Double(count), "B", ["", "k", "M", "G", "T"]) }

    /// `3.1 kbit/s`
    package static func rate(_ bitsPerSecond: Double?) -> String {
        bitsPerSecond.map { scaled($0, "bit/s", ["", "k", "M", "G", "T"]) } ?? "–"
    }

    /// `1.2 %` for 0.012
    package static func share(_ ratio: Double?) -> String { ratio.map { digits($0 * 100) + " %" } ?? "–" }

    /// `1 packet`, `1,234 packets`
    package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        grouped(number) + " " + (number == 1 ? singular : plural ?? singular + "s")
    }

    /// Digits in groups of three.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return number < 0 ? "-" + result : result
    }

    /// A number with exactly that many decimals.
    package static func fixed(_ value: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1 as UInt64) { scale, _ in scale * 10 }
        // A time that is not one, from a clock that was set, is not worth more digits.
        let units = UInt64(Double.minimum((value.magnitude * Double(scale)).rounded(), 1e18))
        return (value < 0 && units > 0 ? "-" : "") + "\(units / scale)." + (units % scale).digits(decimals)
    }

    private static func scaled(_ value: Double, _ unit: String, _ prefixes: [String]) -> String {
        var value = value
        var index = 0
        while value >= 999.5, index < prefixes.count - 1 {
            value /= 1000
            index += 1
        }
        return digits(value) + " " + prefixes[index] + unit
    }

    /// Three significant digits, or the whole number when it has more; no zeros at the end of a fraction.
    package static func digits(_ value: Double) -> String {
        let magnitude = abs(value)
        let places = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let units = Int64((magnitude * scale).rounded())
        var text = String(units / Int64(scale))
        if places > 0 {
            let significant = (units % Int64(scale)).digits(places).reversed().drop { $0 == "0" }.reversed()
            if !significant.isEmpty { text += "." + String(significant) }
        }
        return value < 0 && units > 0 ? "-" + text : text
    }
}
