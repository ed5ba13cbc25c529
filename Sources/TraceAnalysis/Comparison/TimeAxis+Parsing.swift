extension TimeAxis {
    /// Nanoseconds since 1970 of a time as ``rfc3339(_:)`` writes it between the years 1896 and 2189; nil for any other
    /// text.
    static func nanoseconds(rfc3339 text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 30, bytes.last == UInt8(ascii: "Z"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            let fraction = number(bytes[20..<29]), (1800..<2200).contains(year), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        // Years begin with March, so that the leap day is last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        // Below 10^10 seconds, but that many nanoseconds may be too many.
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLarge) = whole.addingReportingOverflow(fraction)
        return overflow || isTooLarge ? nil : bounded(sum)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
