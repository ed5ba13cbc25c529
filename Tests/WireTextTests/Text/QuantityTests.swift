import Testing

@testable import WireText

@Suite struct QuantityTests {
    @Test(
        arguments: [
            (0, "0 s"), (5e-9, "5 ns"), (0.0000015, "1.5 µs"), (0.00213, "2.13 ms"), (28.1, "28.1 s"),
            (119, "119 s"), (200, "3 min 20 s"), (7300, "2 h 1 min"), (-0.002, "-2 ms"),
            (0.9996, "1 s"), (-69_601, "-19 h 20 min"), (536_756_000, "6,212 days 10 h"),
            (-119, "-119 s"), (-200, "-3 min 20 s"), (-7300, "-2 h 1 min"),
        ] as [(Double, String)])
    func durations(seconds: Double, text: String) {
        #expect(Quantity.duration(seconds) == text)
    }

    @Test(
        arguments: [
            (0, "0 s"), (0.0021, "2.1 ms"), (28.14, "28.1 s"), (59.96, "1 min 0 s"), (100, "1 min 40 s"),
            (4268, "1 h 11 min 8 s"), (8220, "2 h 17 min 0 s"), (-4268, "-1 h 11 min 8 s"),
            (180_005, "2 days 2 h 0 min 5 s"), (1e300, "11,574,074,074 days 1 h 46 min 40 s"),
        ] as [(Double, String)])
    func momentsHaveTheirSeconds(seconds: Double, text: String) {
        #expect(Quantity.moment(seconds) == text)
    }

    @Test func whatWasNotMeasuredIsADash() {
        #expect(Quantity.duration(nil) == "–")
        #expect(Quantity.rate(nil) == "–")
    }

    @Test(
        arguments: [(0, "0 B"), (512, "512 B"), (48_300, "48.3 kB"), (999_600, "1 MB"), (5_000_000_000_000, "5 TB")])
    func bytesInDecimalMultiples(count: Int, text: String) {
        #expect(Quantity.bytes(count) == text)
    }

    @Test func rates() {
        #expect(Quantity.rate(3100) == "3.1 kbit/s")
        #expect(Quantity.rate(54_000_000) == "54 Mbit/s")
    }

    @Test func countsAreGroupedAndHaveAPlural() {
        #expect(Quantity.count(1, "packet") == "1 packet")
        #expect(Quantity.count(1234, "packet") == "1,234 packets")
        #expect(Quantity.count(0, "query", "queries") == "0 queries")
        #expect(Quantity.grouped(-1_234_567) == "-1,234,567")
        #expect(Quantity.grouped(Int.min) == "-9,223,372,036,854,775,808")
    }

    @Test(
        arguments: [(1, "1"), (1.005, "1"), (9.994, "9.99"), (9.996, "10"), (99.96, "100"), (1234.4, "1234")]
            as [(Double, String)])
    func threeSignificantDigits(value: Double, text: String) {
        #expect(Quantity.digits(value) == text)
    }
}
