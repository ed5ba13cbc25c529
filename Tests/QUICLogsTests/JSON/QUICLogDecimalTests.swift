import Testing

@testable import QUICLogs

struct QUICLogDecimalTests {
    @Test(arguments: [
        ("0", 0), ("1", 1_000_000), ("-0.5", -500_000), ("1795820192185.4424", 1_795_820_192_185_442_400),
        ("1e3", 1_000_000_000), ("0.0000005", 1), ("0.0000004", 0), ("1.5E-3", 1500), ("1e-999999999999999999999", 0),
        ("0e99999999999", 0), ("9223372036854.775807", Int64.max),
    ])
    func millisecondsBecomeNanosecondsWithoutRounding(_ text: String, _ nanoseconds: Int64) {
        #expect(QUICLogDecimal.signed(text, shift: 6) == nanoseconds)
    }

    @Test(arguments: ["", "-", "e5", "1e", "1e+", "x", "1.2.3", "9223372036854.775808", "1e99999999999999999999"])
    func otherTextsAreNoNumbers(_ text: String) {
        #expect(QUICLogDecimal.signed(text, shift: 6) == nil)
    }

    @Test func numbersAreWrittenAsTheyAreRead() {
        for value in [0, 1, -1, 999_999, 1_000_000, -1_500_000, Int64.max, -Int64.max] {
            #expect(QUICLogDecimal.signed(QUICLogDecimal.text(value, shift: 6), shift: 6) == value)
        }
    }
}
