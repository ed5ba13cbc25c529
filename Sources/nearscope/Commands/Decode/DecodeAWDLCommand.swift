import ArgumentParser
import TraceReports
import WireText

struct DecodeAWDLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "awdl",
        abstract: "Shows what an 802.11 frame has for AWDL, given in hexadecimal digits.",
        discussion: """
            An action frame from its category (7f) or its AWDL type (08) on, without the frame check sequence; or a \
            data frame from the AWDL header (03 04) on. White space, colons, commas and 0x among the digits do not \
            matter. With --format json the fields are those of the layers awdl and awdlData of nearscope frames, and \
            nearscope encode awdl makes the frame of them again. What is damaged is shown as far as it goes, with the \
            bytes around the fault.

            EXAMPLES
              nearscope decode awdl 7f0017f20810030010000000100000001502003401
              nearscope decode awdl --file frame.bin --raw
              xxd -p frame.bin | nearscope decode awdl - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 no hexadecimal digits   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(awdl: $0) } }
}
