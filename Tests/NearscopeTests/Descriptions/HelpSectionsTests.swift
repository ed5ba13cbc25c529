import Testing

@testable import nearscope

@Suite struct HelpSectionsTests {
    private let help = HelpSections(
        """
        Reads it.

        A manifest says more:

          defaults: {place: lab}
            - nested

        EXAMPLES
          nearscope a.pcap   what happened
          nearscope b.pcap
          nearscope c.pcap |
              jq .

        EXIT STATUS
          0 success   1 a finding
          64 usage
        """)

    @Test func proseIsParagraphsAndTheRestStaysAsItIs() {
        #expect(
            help.parts == [
                .paragraph("Reads it."), .paragraph("A manifest says more:"),
                .literal(["defaults: {place: lab}", "  - nested"]),
            ])
    }

    @Test func examplesHaveTheirCommentsAndFurtherLines() {
        #expect(
            help.examples == [
                .init(lines: ["nearscope a.pcap"], comment: "what happened"), .init(lines: ["nearscope b.pcap"]),
                .init(lines: ["nearscope c.pcap |", "    jq ."]),
            ])
    }

    @Test func statusesAreTakenApart() {
        #expect(help.statuses.map(\.number) == ["0", "1", "64"])
        #expect(help.statuses.map(\.meaning) == ["success", "a finding", "usage"])
    }
}
