/// Turns packet times into the report's seconds after the first packet.
struct TimeAxis: Sendable {
    /// Nanoseconds since 1970.
    let origin: Int64

    /// Computed as whole nanoseconds first, so that nine decimals are exact.
    func seconds(_ time: Int64) -> Double { Double(time &- origin) / 1e9 }

    func seconds(_ moment: PacketMoment?) -> Double? { moment.map { seconds($0.time) } }

    /// Nanoseconds as seconds, nine decimals exact.
    func duration(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    /// A duration of the protocol's rules, in the unit of packet times: seconds, not years.
    static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds &* 1_000_000_000 &+ duration.components.attoseconds / 1_000_000_000
    }

    /// The time itself between 1896 and 2189, the nearer end of that span outside of it: so that no difference of two
    /// times overflows, whatever a capture file says.
    static func bounded(_ time: Int64) -> Int64 { max(earliest, min(time, latest)) }

    private static let earliest: Int64 = -(1 << 61)
    private static let latest = Int64.max + earliest

    /// RFC 3339 in UTC with nine decimals.
    static func rfc3339(_ time: Int64) -> String {
        var seconds = time / 1_000_000_000
        var fraction = time % 1_000_000_000
        if fraction < 0 {
            fraction += 1_000_000_000
            seconds -= 1
        }
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        let (year, month, day) = date(daysSince1970: days)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T" + padded(rest / 3600, 2) + ":"
            + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "." + padded(fraction, 9) + "Z"
    }

    /// The proleptic Gregorian calendar, counted in years that begin in March so that the leap day comes last.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
