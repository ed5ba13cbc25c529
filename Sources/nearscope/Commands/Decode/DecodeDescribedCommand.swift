import ArgumentParser
import ProtocolDescriptions
import TraceReports
import WireCoding
import WireText

struct DecodeDescribedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DescribedName.subcommand,
        abstract: "Shows messages of a described protocol, given as hexadecimal digits.",
        discussion: """
            nearscope decode NAME … --protocol FILE is the same. The digits are one or more messages of one side with \
            their framing, or one datagram. White space, colons, commas and 0x among them are ignored. What cannot be \
            read is reported on standard error. nearscope encode NAME reads the output of --format json. \
            Docs/protocols.md explains descriptions.

            EXAMPLES
              nearscope decode chess 0000000c7b226b223a226d6f7665227d --protocol chess.yaml
              nearscope decode chess --file move.bin --raw --protocol chess.yaml
              xxd -p move.bin | nearscope decode chess - --protocol chess.yaml
            """ + ExitStatus.ofDecoding)

    @OptionGroup var described: DescribedName

    @OptionGroup var input: MessageInput

    @Flag(help: "The file or standard input has binary bytes, not hexadecimal digits.")
    var raw = false

    @OptionGroup var output: FormatOption<SingleDocument>

    @OptionGroup var page: PageOptions

    func validate() throws {
        if raw, input.file == nil, input.text != "-" { throw ValidationError("--raw needs --file or -.") }
    }

    func run() throws {
        let file = try described.file()
        let bytes = raw ? try input.readRaw() : try input.readHex()
        let view = DescribedStreamView(bytes, of: file.compiled)
        try output.print(view.value, text: view.text(FrameTree(width: page.width.columns, style: page.style)))
        guard let fault = view.fault else { return }
        StandardError.write(
            "nearscope: \(fault.key): \(fault.message), in the message at byte \(fault.streamOffset): "
                + Hex.encode(fault.bytes))
        throw ExitCode(ExitStatus.findings.rawValue)
    }
}
