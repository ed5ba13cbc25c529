import Testing

@Suite struct CompletionCommandTests {
    @Test func aScriptIsPrinted() throws {
        let outcome = try BuiltTool.run("completion", "bash")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("complete -o filenames -F"))
    }

    @Test func anotherShellIsAnError() throws {
        let outcome = try BuiltTool.run("completion", "tcsh")
        #expect(outcome.status == 64 && outcome.errors.contains("bash") && outcome.output.isEmpty)
    }
}
