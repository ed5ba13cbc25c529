import ArgumentParser
import TraceReports
import WireText

struct DecodeNANCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nan",
        abstract: "Shows a frame of Wi-Fi Aware (NAN), given in hexadecimal digits.",
        discussion: """
            An action frame from its category (04 09 50 6f 9a) on, without the frame check sequence, or the element of \
            a beacon (dd); several of these are read as one, as a beacon may have them. White space, colons, commas and 0x among the digits do not matter. With --format json the \
            fields are those of the layer nan of nearscope frames, and nearscope encode nan makes the frame of them \
            again. What is damaged is shown as far as it goes, with the bytes around the fault.

            EXAMPLES
              nearscope decode nan 0409506f9a1303090094f9f392d799010000
              nearscope decode nan --file frame.bin --raw
              xxd -p frame.bin | nearscope decode nan - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 no hexadecimal digits   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(nan: $0) } }
}
