/// Dates and times by RFC 3339: `2025-11-06T08:49:37Z`, with or without a fraction, in UTC or at an offset.
enum RFC3339 {
    /// Seconds since 1970-01-01T00:00:00Z, or nil for a text of another form.
    static func unixTime(_ text: Span<UInt8>) -> Double? {
        guard text.count >= 20,
            text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let year = number(text, 0..<4), let month = number(text, 5..<7), let day = number(text, 8..<10),
            let hour = number(text, 11..<13), let minute = number(text, 14..<16), let second = number(text, 17..<19),
            (1...12).contains(month), day >= 1, day <= lastDay(of: month, in: year),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var position = 19
        var fraction = 0.0
        if text[position] == UInt8(ascii: ".") {
            position += 1
            var place = 0.1
            let start = position
            while position < text.count, let digit = number(text, position..<position + 1) {
                fraction += Double(digit) * place
                place /= 10
                position += 1
            }
            guard position > start else { return nil }
        }
        guard let offset = offset(text, from: position) else { return nil }
        let days = daysSince1970(year, month, day)
        return Double(days * 86_400 + hour * 3600 + minute * 60 + second - offset) + fraction
    }

    /// Seconds east of UTC: `Z`, `+01:00` or `+0100` up to the end.
    private static func offset(_ text: Span<UInt8>, from position: Int) -> Int? {
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

    private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    private static func lastDay(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days in the proleptic Gregorian calendar, counted in years that begin with March, so that the leap day is last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
