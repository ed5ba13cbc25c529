import ArgumentParser
import TraceReports
import WireText

struct DecodeAWDLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "awdl",
        abstract: "Shows the AWDL content of an 802.11 frame, given as hexadecimal digits.",
        discussion: """
            Takes an action frame, starting at its category (7f) or its AWDL type (08), without the frame check \
            sequence; or a data frame, starting at the AWDL header (03 04). White space, colons, commas and 0x among \
            the digits are ignored. With --format json, the fields are those of the layers awdl and awdlData of \
            nearscope frames, and nearscope encode awdl turns them back into the frame. A damaged frame is shown up \
            to the damage, with the bytes around it.

            EXAMPLES
              nearscope decode awdl 7f0017f20810030010000000100000001502003401
              nearscope decode awdl --file frame.bin --raw
              xxd -p frame.bin | nearscope decode awdl - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 not hexadecimal   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(awdl: $0) } }
}
