import Testing

@testable import nearscope

@Suite struct ShareTests {
    @Test func percentAndFractions() {
        #expect(Share("5%")?.ratio == 0.05 && Share("5 %")?.ratio == 0.05)
        #expect(Share("0.05")?.ratio == 0.05 && Share("100%")?.ratio == 1)
    }

    @Test(arguments: ["", "%", "five", "nan", "inf%", "5%%"])
    func anythingElseIsNone(_ text: String) {
        #expect(Share(text) == nil)
    }

    @Test func errorsSayWhatIsAccepted() throws {
        let outcome = try BuiltTool.run("generate", "mesh", "-o", "x.pcap", "--loss", "five")
        #expect(outcome.status == 64 && outcome.errors.contains("expected a share such as 5% or 0.05"))
        let large = try BuiltTool.run("generate", "mesh", "-o", "x.pcap", "--loss", "50%")
        #expect(large.status == 64 && large.errors.contains("--loss must be 0 to 0.3, such as 5%."))
    }
}
