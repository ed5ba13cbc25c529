import ArgumentParser
import TraceReports
import WireText

struct DecodeNANCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nan",
        abstract: "Shows a Wi-Fi Aware (NAN) frame, given as hexadecimal digits.",
        discussion: """
            Takes an action frame, starting at its category (04 09 50 6f 9a), without the frame check sequence; or \
            the element of a beacon (dd). Several elements are read as one, because a beacon may split them. White \
            space, colons, commas and 0x among the digits are ignored. With --format json, the fields are those of \
            the layer nan of nearscope frames, and nearscope encode nan turns them back into the frame. A damaged \
            frame is shown up to the damage, with the bytes around it.

            EXAMPLES
              nearscope decode nan 0409506f9a1303090094f9f392d799010000
              nearscope decode nan --file frame.bin --raw
              xxd -p frame.bin | nearscope decode nan - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 not hexadecimal   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(nan: $0) } }
}
