import ArgumentParser
import WireSimulation
import WireTesting

struct GenerateHostileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Malicious names, texts, lengths and counts.",
        discussion: """
            Service names, TXT values, display names and messages with terminal escapes, HTML, spreadsheet formulas, \
            SQL, right-to-left overrides and more; a text of a megabyte; DNS messages and mesh frames with false \
            lengths, counts and pointers. The truth file lists what each frame carries, and which frames are \
            malformed.

            EXAMPLES
              nearscope generate hostile -o hostile.pcapng
              nearscope generate hostile -o long.pcap --long-text 8000000
            """ + ExitStatus.ofGenerating)

    @OptionGroup var target: GenerateTarget

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length of the longest text, 1000 to 8000000: 64KiB, 2MB.", valueName: "bytes"),
        transform: ByteCount.option(such: "2MB"))
    var longText = ByteCount(bytes: 1_000_000)

    func validate() throws {
        try LimitedOption.check("--long-text", longText.bytes, HostileTraffic.longTextLimits, such: "2MB")
    }

    func run() throws { try target.write(HostileTraffic(longText: longText.bytes, seed: target.seed).write) }
}
