import Testing

@testable import nearscope

@Suite struct RoffTests {
    @Test func nothingIsTakenForARequestOrAnEscape() {
        var page = Roff()
        page.fill(".TH is 'quoted' \\ and \"more\"")
        page.fill("'t is")
        #expect(page.lines == ["\\&.TH is \\(aqquoted\\(aq \\e and \\(dqmore\\(dq", "\\(aqt is"])
    }

    @Test func whatIsCopiedWorksInAShell() {
        #expect(Roff.escaped("--a ~/b `c` ^d") == "\\-\\-a \\(ti/b \\(gac\\(ga \\(had")
    }

    @Test func otherCharactersAreNamedByTheirNumbers() {
        #expect(Roff.escaped("→ “x” 😀") == "\\[u2192] \\[u201C]x\\[u201D] \\[u1F600]")
    }

    @Test func longTextIsBrokenBetweenWords() {
        var page = Roff()
        page.fill(Array(repeating: "seven77", count: 40).joined(separator: " "))
        #expect(page.lines.count == 5 && page.lines.allSatisfy { $0.count <= 72 })
        #expect(page.lines.joined(separator: " ").split(separator: " ").count == 40)
    }
}
