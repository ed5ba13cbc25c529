import ArgumentParser
import WireTesting

struct GenerateHostileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Names, texts, lengths and counts that were made to do harm.",
        discussion: """
            Service names, TXT values, display names and messages with terminal escapes, HTML, formulas of \
            spreadsheets, SQL, right-to-left overrides and more; a text of a megabyte; DNS messages and frames of a \
            mesh with lengths, counts and pointers that lie. The truth says which frames carry what, and which of them \
            are malformed.

            EXAMPLES
              nearscope generate hostile -o hostile.pcapng
              nearscope generate hostile -o long.pcap --long-text 8000000

            EXIT STATUS
              0 written   64 usage   74 a file exists already, or cannot be written
            """)

    @OptionGroup var target: GenerateTarget

    @Option(help: ArgumentHelp("How long the longest text is, 1000 to 8000000.", valueName: "bytes"))
    var longText = 1_000_000

    func validate() throws {
        guard HostileTraffic.longTextLimits.contains(longText) else {
            throw ValidationError("--long-text is 1000 to 8000000.")
        }
    }

    func run() throws { try target.write(HostileTraffic(longText: longText, seed: target.seed).write) }
}
