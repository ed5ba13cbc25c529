import WireCoding

/// A decimal number with a unit after it, as all options take it: `5s`, `1.5 min`, `64KiB`, `5%`, `20`.
struct UnitNumber: Equatable {
    /// The digits before the point, and those after it.
    private let whole: UInt64
    private let fraction: UInt64
    private let fractionScale: UInt64
    /// In lower case; empty for a plain number.
    let unit: String

    /// Up to 18 digits before the point, and as many after it that count: 64 bits hold them.
    private static let maximumDigits = 18

    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        let whole = bytes.prefix(while: isDigit)
        var rest = bytes[whole.count...]
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard (1...Self.maximumDigits).contains(whole.count) else { return nil }
        if rest.count > 1, rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
        let number = { (digits: ArraySlice<UInt8>) in digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) } }
        fraction = fraction.prefix(Self.maximumDigits)
        self.whole = number(whole)
        self.fraction = number(fraction)
        fractionScale = fraction.reduce(1) { scale, _ in scale * 10 }
        unit = String(decoding: rest, as: UTF8.self).lowercased()
    }

    /// The number times a factor, without what is left of a whole one; nil if 63 bits do not hold it.
    func times(_ factor: UInt64) -> Int64? {
        let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
        let part = fractionScale.dividingFullWidth(fraction.multipliedFullWidth(by: factor)).quotient
        let (sum, carry) = product.addingReportingOverflow(part)
        return overflow || carry ? nil : Int64(exactly: sum)
    }
}

/// Why a text is not the value that an option takes: ArgumentParser shows it after the text and the option.
struct OptionValueError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
