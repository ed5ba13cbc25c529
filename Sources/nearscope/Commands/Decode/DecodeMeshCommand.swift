import ArgumentParser
import TraceReports
import WireText

struct DecodeMeshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mesh",
        abstract: "Shows mesh messages, framed as a TCP stream carries them, given as hexadecimal digits.",
        discussion: """
            Each frame is a four-byte length and a message in JSON. White space, colons, commas and 0x among the \
            digits are ignored. Text that begins with a brace is taken as a message itself. A message that cannot be \
            decoded is reported on standard error, with its offset and the bytes around it. After an impossible \
            length nothing shows where the next frame begins, so decoding stops there. With --resync it continues at \
            the next position where a length is followed by a whole message. That is a guess, and the number of \
            bytes skipped is reported. nearscope encode mesh reads the output of --format json.

            EXAMPLES
              nearscope decode mesh \\
                  '{"type":{"direct":{"payload":"SGk="}},"senderID":"n1","timestamp":0}'
              nearscope decode mesh --file stream.hex --resync
              xxd -p stream.bin | nearscope decode mesh - --format json
            """ + ExitStatus.ofDecoding)

    @OptionGroup var input: MessageInput

    @OptionGroup var output: FormatOption<SingleDocument>

    @Flag(help: "The input is one message, without a length before it.")
    var body = false

    @Flag(help: "After an impossible length, look for the next message.")
    var resync = false

    func validate() throws {
        if body, resync { throw ValidationError("--resync looks for frames, and --body has none.") }
    }

    func run() throws {
        let (bytes, isText) = try input.readHexOrJSON()
        let report =
            body || isText ? MeshStreamReport(body: bytes) : MeshStreamReport(stream: bytes, resynchronizes: resync)
        try output.print(report, text: report.messages.map(\.line).joined())
        for fault in report.faults {
            let skipped = fault.skippedBytes.map { "; \($0) \($0 == 1 ? "byte" : "bytes") skipped" } ?? ""
            StandardError.write("nearscope: \(fault.message)\(skipped): \(fault.excerpt)")
        }
        if !report.faults.isEmpty { throw ExitCode(ExitStatus.findings.rawValue) }
    }
}
