/// Dates and times by RFC 3339: `2025-11-06T08:49:37.25Z`, in UTC or at an offset from it, in the years 0 to 9999.
public enum RFC3339 {
    /// Seconds since 1970-01-01T00:00:00Z, and the nanoseconds after them: 0 to 999,999,999.
    public typealias Time = (seconds: Int64, nanoseconds: Int64)

    /// The time that a text says, or nil for a text of another form.
    ///
    /// A fraction may have any number of digits, of which nine count. As RFC 3339 §5.6 allows, `T` and `Z` may be lower case
    /// and `T` a space; as in the basic form of ISO 8601, an offset may lack its colon. Second 60 is that of a leap second.
    public static func time(_ text: Span<UInt8>) -> Time? {
        guard text.count >= 20,
            text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), separatesDate(text[10]),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let year = number(text, 0..<4), let month = number(text, 5..<7), let day = number(text, 8..<10),
            let hour = number(text, 11..<13), let minute = number(text, 14..<16), let second = number(text, 17..<19),
            (1...12).contains(month), day >= 1, day <= lastDay(of: month, in: year),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var position = 19
        var nanoseconds: Int64 = 0
        if text[position] == UInt8(ascii: ".") {
            position += 1
            var unit: Int64 = 100_000_000
            let start = position
            while position < text.count, let digit = number(text, position..<position + 1) {
                nanoseconds += digit * unit
                unit /= 10
                position += 1
            }
            guard position > start else { return nil }
        }
        guard let offset = offset(text, from: position) else { return nil }
        let days = daysSince1970(year, month, day)
        return (days * 86_400 + hour * 3600 + minute * 60 + second - offset, nanoseconds)
    }

    /// Nanoseconds since 1970-01-01T00:00:00Z, or nil for a text of another form and for years that 64 bits do not hold.
    public static func nanoseconds(_ text: some StringProtocol) -> Int64? {
        guard let (seconds, nanoseconds) = time(Array(text.utf8).span) else { return nil }
        // Toward zero from both sides: the first and the last time that 64 bits hold are not whole seconds.
        let borrow: Int64 = seconds < 0 && nanoseconds > 0 ? 1 : 0
        let (whole, overflows) = (seconds + borrow).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLarge) = whole.addingReportingOverflow(nanoseconds - borrow * 1_000_000_000)
        return overflows || isTooLarge ? nil : sum
    }

    /// The text of a time in nanoseconds since 1970, in UTC with nine decimals.
    public static func text(_ nanoseconds: Int64) -> String {
        let fraction = nanoseconds % 1_000_000_000
        let borrow: Int64 = fraction < 0 ? 1 : 0
        return text((nanoseconds / 1_000_000_000 - borrow, fraction + borrow * 1_000_000_000), decimals: 9)
    }

    /// The text of a time in UTC.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - decimals: Digits of the fraction, 1 to 9; what they leave out is cut off, not rounded.
    public static func text(_ time: Time, decimals: Int) -> String {
        var (days, second) = time.seconds.quotientAndRemainder(dividingBy: 86_400)
        if second < 0 {
            second += 86_400
            days -= 1
        }
        let (year, month, day) = date(daysSince1970: days)
        return year.digits(4) + "-" + month.digits(2) + "-" + day.digits(2) + "T" + (second / 3600).digits(2) + ":"
            + (second / 60 % 60).digits(2) + ":" + (second % 60).digits(2) + "."
            + time.nanoseconds.digits(9).prefix(decimals) + "Z"
    }

    // MARK: - Parts of the text

    private static func separatesDate(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "T") || byte == UInt8(ascii: "t") || byte == UInt8(ascii: " ")
    }

    /// Seconds east of UTC: `Z`, `+01:00` or `+0100` up to the end.
    private static func offset(_ text: Span<UInt8>, from position: Int) -> Int64? {
        guard position < text.count else { return nil }
        let sign = text[position]
        if sign | 0x20 == UInt8(ascii: "z") { return position + 1 == text.count ? 0 : nil }
        let colon = text.count - position == 6 && text[position + 3] == UInt8(ascii: ":") ? 1 : 0
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text.count - position == 5 + colon,
            let hours = number(text, position + 1..<position + 3),
            let minutes = number(text, position + 3 + colon..<position + 5 + colon), hours < 24, minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        var value: Int64 = 0
        for index in range {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int64(digit)
        }
        return value
    }

    // MARK: - The proleptic Gregorian calendar, counted in years that begin with March, so that the leap day is last

    private static func lastDay(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

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
}
