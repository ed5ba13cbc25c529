import Testing

@testable import nearscope

@Suite struct SessionNumberTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    @Test(arguments: ["sessions", "messages"]) func theNumberMayBeAsItIsPrinted(command: String) throws {
        let plain = try BuiltTool.run(command, capture, "--session", "4")
        let printed = try BuiltTool.run(command, capture, "--session", "#4")
        #expect(printed.status == 0 && printed.output == plain.output && !plain.output.isEmpty)
    }

    @Test(arguments: ["x", "#", "-1", "4.5", ""]) func errorsSayWhatIsAccepted(text: String) throws {
        let outcome = try BuiltTool.run("sessions", capture, "--session", text)
        #expect(outcome.status == 64 && outcome.errors.contains("expected the number of a session, such as 4 or '#4'"))
    }
}
