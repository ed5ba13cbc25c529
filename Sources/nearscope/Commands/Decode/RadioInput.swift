import ArgumentParser
import TraceReports
import WireText

/// The common part of the decoders of radio frames: bytes in, a view of them out.
struct RadioInput: ParsableArguments {
    @OptionGroup var input: MessageInput

    @Flag(help: "The file or standard input has binary bytes, not hexadecimal digits.")
    var raw = false

    @OptionGroup var output: FormatOption<SingleDocument>

    func validate() throws {
        if raw, input.file == nil, input.text != "-" { throw ValidationError("--raw needs --file or -.") }
    }

    /// Reads the bytes and prints what they are.
    ///
    /// - Throws: The exit status for input that cannot be read, and for bytes that contradict themselves.
    func show(_ view: ([UInt8]) -> RadioMessageView) throws {
        let view = view(raw ? try input.readRaw() : try input.readHex())
        try output.print(view.json(pretty: output.format == .json), text: view.text)
        if !view.isWellFormed { throw ExitCode(ExitStatus.findings.rawValue) }
    }
}
