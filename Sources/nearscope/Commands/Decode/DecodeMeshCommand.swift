import ArgumentParser
import TraceReports

struct DecodeMeshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mesh",
        abstract: "Shows mesh messages, framed as a TCP stream carries them, given in hexadecimal digits.",
        discussion: """
            Each frame is a length of four bytes and a message in JSON. White space, colons, commas and 0x among the \
            digits do not matter. A text that begins with a brace is taken for a message as it is. What cannot be read \
            is told on standard error with its offset and the bytes around it; behind a length that cannot be right \
            there is nothing to go by, and decoding ends there. With --resync the next place is looked for at which a \
            length is followed by a whole message. That is a guess, and how much it passed over is told. The JSON of \
            --format json is what nearscope encode mesh reads.

            EXAMPLES
              nearscope decode mesh \\
                  '{"type":{"direct":{"payload":"SGk="}},"senderID":"n1","timestamp":0}'
              nearscope decode mesh --file stream.hex --resync
              xxd -p stream.bin | nearscope decode mesh - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 no hexadecimal digits   66 the file cannot be read
            """)

    @OptionGroup var input: MessageInput

    @Option(help: "text for people, json for programs.")
    var format = DecodeDNSCommand.Format.text

    @Flag(help: "The bytes are one message without a length before it.")
    var body = false

    @Flag(help: "Look for the next message behind a length that cannot be right.")
    var resync = false

    func validate() throws {
        if body, resync { throw ValidationError("--resync looks for frames, which --body has not.") }
    }

    func run() throws {
        let (bytes, isText) = try input.readHexOrJSON()
        let report =
            body || isText ? MeshStreamReport(body: bytes) : MeshStreamReport(stream: bytes, resynchronizes: resync)
        let output = StandardOutput()
        switch format {
        case .text: try output.write(Array(report.messages.map(\.line).joined().utf8))
        case .json: try output.write(JSONReport.render(report))
        }
        for fault in report.faults {
            let skipped = fault.skippedBytes.map { "; \($0) \($0 == 1 ? "byte" : "bytes") passed over" } ?? ""
            StandardError.write("nearscope: \(fault.message)\(skipped): \(fault.excerpt)")
        }
        if !report.faults.isEmpty { throw ExitCode(ExitStatus.findings.rawValue) }
    }
}
