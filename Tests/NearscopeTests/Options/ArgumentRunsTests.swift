import Testing

@testable import nearscope

@Suite struct ArgumentRunsTests {
    private func run(_ count: Int, _ prefix: String = "a") -> [String] { (0..<count).map { "\(prefix)\($0)" } }

    @Test(arguments: [0, 1, 255, 256, 257, 5000])
    func whatIsJoinedIsSplitAgain(count: Int) {
        let arguments = run(count)
        let joined = ArgumentRuns.joined(arguments)
        #expect(joined.count == min(count, ArgumentRuns.shortest + 1))
        #expect(ArgumentRuns.split(joined) == arguments)
    }

    @Test func optionsAndTheirValuesStayWhereTheyAre() {
        let joined = ArgumentRuns.joined(
            ["txt", "check"] + run(300) + ["--format", "json"] + run(300, "b") + ["--all"])
        #expect(joined.count == 256 + 1 + 1 + 256 + 1 + 1)
        #expect(joined[257] == "--format" && joined[258] == "json" && joined.last == "--all")
    }

    @Test func thousandsOfEntriesAreRead() throws {
        let outcome = try BuiltTool.run(
            arguments: ["txt", "check"] + (0..<3000).map { "k\($0)=v" } + ["--format", "json"])
        #expect(outcome.text.contains("\"key\": \"k0\"") && outcome.text.contains("\"key\": \"k2999\""))
    }
}
