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
    ///
    /// - Parameter advice: What is said of bytes that are something else.
    func show(_ view: ([UInt8]) -> RadioMessageView, advice: ([UInt8]) -> String? = { _ in nil }) throws {
        let bytes = raw ? try input.readRaw() : try input.readHex()
        let view = view(bytes)
        try output.print(json: view.json(pretty: output.format == .json), text: view.text)
        // A radiotap header begins like an association request, and can be read as one.
        let isDoubtful = !view.isWellFormed || bytes.starts(with: [0, 0])
        if isDoubtful, let advice = advice(bytes) { StandardError.write("nearscope: \(advice)") }
        guard !view.isWellFormed else { return }
        throw ExitCode(ExitStatus.findings.rawValue)
    }

    /// - Parameters:
    ///   - takes: What the command takes.
    ///   - layers: Which layers of `frames` have the same fields.
    ///   - whole: What the fields make together.
    static func configuration(
        _ name: String, _ abstract: String, takes: String, layers: String, whole: String = "frame", examples: String
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, abstract: abstract,
            discussion: """
                \(takes) White space, colons, commas and 0x among the digits are ignored. With --format json, the \
                fields are those of the \(layers), and nearscope encode \(name) turns them back into the \(whole). A \
                damaged \(whole) is shown up to the damage, with the bytes around it.

                EXAMPLES
                \(examples)
                """ + ExitStatus.ofDecoding)
    }
}

struct DecodeAWDLCommand: ParsableCommand {
    static let configuration = RadioInput.configuration(
        "awdl", "Shows the AWDL content of an 802.11 frame, given as hexadecimal digits.",
        takes: """
            Takes an action frame, starting at its category (7f) or its AWDL type (08), without the frame check \
            sequence; or a data frame, starting at the AWDL header (03 04).
            """,
        layers: "layers awdl and awdlData of nearscope frames",
        examples: """
              nearscope decode awdl 7f0017f20810030010000000100000001502003401
              nearscope decode awdl --file frame.bin --raw
              xxd -p frame.bin | nearscope decode awdl - --format json
            """)

    @OptionGroup var radio: RadioInput

    func run() throws {
        try radio.show {
            RadioMessageView(awdl: $0)
        } advice: {
            FrameStart.advice($0, takesFrames: false)
        }
    }
}

struct DecodeNANCommand: ParsableCommand {
    static let configuration = RadioInput.configuration(
        "nan", "Shows a Wi-Fi Aware (NAN) frame, given as hexadecimal digits.",
        takes: """
            Takes an action frame, starting at its category (04 09 50 6f 9a), without the frame check sequence; or \
            the element of a beacon (dd). Several elements are read as one, because a beacon may split them.
            """,
        layers: "layer nan of nearscope frames",
        examples: """
              nearscope decode nan 0409506f9a1303090094f9f392d799010000
              nearscope decode nan --file frame.bin --raw
              xxd -p frame.bin | nearscope decode nan - --format json
            """)

    @OptionGroup var radio: RadioInput

    func run() throws {
        try radio.show {
            RadioMessageView(nan: $0)
        } advice: {
            FrameStart.advice($0, takesFrames: false)
        }
    }
}

struct DecodeRadiotapCommand: ParsableCommand {
    static let configuration = RadioInput.configuration(
        "radiotap", "Shows the header that monitor mode puts before 802.11 frames, given as hexadecimal digits.",
        takes: "The frame after the header may be present; it is not read.",
        layers: "layer radiotap of nearscope frames", whole: "header",
        examples: """
              nearscope decode radiotap 00000b0026000000000cc9
              nearscope decode radiotap --file packet.bin --raw
              xxd -p packet.bin | nearscope decode radiotap - --format json
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(radiotap: $0) } }
}

struct DecodeIEEE80211Command: ParsableCommand {
    static let configuration = RadioInput.configuration(
        "80211", "Shows an 802.11 frame, given as hexadecimal digits.",
        takes: """
            Takes a frame starting at its frame control, without the header that the radio put before it (nearscope \
            decode radiotap shows that).
            """,
        layers: "layer ieee80211 of nearscope frames and the body after them",
        examples: """
              nearscope decode 80211 d4000000020000000001
              nearscope decode 80211 --fcs d4000000020000000001d8d6bf8f
              nearscope decode 80211 --file frame.bin --raw --format json
            """)

    @OptionGroup var radio: RadioInput

    @Flag(help: "The last four bytes are the frame check sequence.")
    var fcs = false

    func run() throws {
        let hasCheckSequence = fcs
        try radio.show {
            RadioMessageView(ieee80211: $0, hasCheckSequence: hasCheckSequence)
        } advice: {
            FrameStart.advice($0, takesFrames: true)
        }
    }
}
