import ArgumentParser
import PeerMessaging
import TraceReports
import WireText

struct DecodeEventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "Shows an event of a Wi-Fi Aware stream, the payload of one datagram, given as hexadecimal digits.",
        discussion: """
            White space, colons, commas and 0x among the digits are ignored. Text that begins with a brace is taken \
            as the payload itself. nearscope encode event reads the output of --format json.

            EXAMPLES
              nearscope decode event \\
                  '{"satelliteMovedTo":{"position":[1.5,2],"dimensions":[393,852]}}'
              nearscope decode event 7b22737461727453747265616d696e67223a7b7d7d
            """ + ExitStatus.ofDecoding)

    @OptionGroup var input: MessageInput

    @OptionGroup var output: FormatOption<SingleDocument>

    func run() throws {
        let (bytes, _) = try input.readHexOrJSON()
        let report: NetworkEventReport
        do {
            report = NetworkEventReport(try NetworkEvent(parsing: bytes.span))
        } catch {
            StandardError.write("nearscope: not an event: \(error): \(HexExcerpt.text(bytes, at: error.offset))")
            throw ExitCode(ExitStatus.findings.rawValue)
        }
        try output.print(report, text: report.line)
    }
}
