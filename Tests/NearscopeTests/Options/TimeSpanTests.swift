import Testing

@testable import nearscope

@Suite struct TimeSpanTests {
    private func nanoseconds(_ text: String, plain: TimeSpan.Unit? = .seconds) -> Int64? {
        TimeSpan(text, plain: plain)?.nanoseconds
    }

    @Test func everyUnit() {
        #expect(nanoseconds("7ns") == 7)
        #expect(nanoseconds("7us") == 7_000 && nanoseconds("7µs") == 7_000)
        #expect(nanoseconds("200ms") == 200_000_000)
        #expect(nanoseconds("5s") == 5_000_000_000 && nanoseconds("5 s") == 5_000_000_000)
        #expect(nanoseconds("1.5min") == 90_000_000_000)
        #expect(nanoseconds("2h") == 7_200_000_000_000 && nanoseconds("1D") == 86_400_000_000_000)
    }

    @Test func aPlainNumberHasTheUnitOfItsOption() {
        #expect(nanoseconds("20", plain: .milliseconds) == 20_000_000)
        #expect(nanoseconds("2.5") == 2_500_000_000)
        #expect(nanoseconds(".5") == 500_000_000 && nanoseconds("1e3") == 1_000_000_000_000)
        #expect(nanoseconds("20", plain: nil) == nil)
    }

    @Test func decimalsAreExact() {
        #expect(nanoseconds("0.1") == 100_000_000)
        #expect(nanoseconds("1.000000001") == 1_000_000_001)
        #expect(nanoseconds("0.9999999999") == 999_999_999)
    }

    @Test(arguments: [
        "", "s", "-1s", "5m", "5 min s", "1,5s", "1..5s", "5x", "٣s", "nan", "inf", "106752d", "99999999999h",
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(nanoseconds(text) == nil)
    }

    @Test func theDescriptionCanBeReadAgain() throws {
        #expect(TimeSpan.seconds(5).description == "5s" && TimeSpan.milliseconds(2).description == "2ms")
        #expect(TimeSpan.seconds(5400).description == "90min" && TimeSpan(nanoseconds: 0).description == "0")
    }

    @Test func errorsSayWhatIsAccepted() throws {
        let outcome = try BuiltTool.run("x.pcap", "--udp-idle", "5x")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("expected a duration such as 5s (ns, us, ms, s, min, h or d;"))
        let negative = try BuiltTool.run("generate", "mesh", "-o", "x.pcap", "--delay", "-1")
        #expect(negative.status == 64 && negative.errors.contains("such as 20ms"))
    }
}
