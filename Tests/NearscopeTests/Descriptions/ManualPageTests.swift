import Testing

@testable import nearscope

@Suite struct ManualPageTests {
    private func page(_ words: String...) throws -> String {
        let tool = try CommandDescription(of: NearscopeCommand.self)
        let command = try #require(tool.command(words))
        return ManualPage(command, of: tool, version: "1.2.3", date: "2026-11-25").text
    }

    @Test func everyCommandHasAPageWithItsExamplesAndStatuses() throws {
        let tool = try CommandDescription(of: NearscopeCommand.self)
        let pages = tool.family.map { ManualPage($0, of: tool, version: "1.2.3", date: "2026-11-25") }
        #expect(
            Set(pages.map(\.fileName)).isSuperset(of: ["nearscope.1", "nearscope-analyze.1", "nearscope-name-next.1"]))
        for page in pages {
            for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"] {
                #expect(
                    page.text.contains("\n.SH \(title.contains(" ") ? "\"\(title)\"" : title)\n"),
                    "\(page.name): \(title)")
            }
            #expect(page.text.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test func theNameIsOneLineForIndexes() throws {
        #expect(try page("sessions").contains("\n.SH NAME\nnearscope\\-sessions \\- lists connections and"))
        #expect(try page().contains("\n.TH NEARSCOPE 1 2026-11-25 \"nearscope 1.2.3\" Nearscope\n"))
    }

    @Test func aDefaultCommandIsInTheSynopsis() throws {
        let page = try page()
        #expect(
            page.contains(
                "\\fBnearscope\\fR [\\fIoptions\\fR] [\\fIfile\\fR ...]\n.br\n\\fBnearscope\\fR \\fIcommand\\fR"))
        #expect(page.contains("Without a command, it is \\fBanalyze\\fR."))
    }

    @Test func optionsHaveTheirNamesValuesAndDefaults() throws {
        #expect(
            try page("capture").contains(
                ".TP\n\\fB\\-w\\fR, \\fB\\-\\-write\\fR \\fIfile\\fR\nThe pcapng file to write, or \\- for standard output."
            ))
        #expect(try page("analyze").contains("Values: text, json, ndjson. Default: text."))
        #expect(try page("generate", "mesh").contains("\\fBnearscope generate mesh\\fR \\fB\\-o\\fR \\fI"))
    }
}
