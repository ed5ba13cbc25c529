import ArgumentParser
import TraceReports
import WireText

struct DecodeRadiotapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radiotap",
        abstract: "Shows the header that monitor mode puts before 802.11 frames, given in hexadecimal digits.",
        discussion: """
            The frame behind the header may be there; it is not read. White space, colons, commas and 0x among the \
            digits do not matter. With --format json the fields are those of the layer radiotap of nearscope frames, \
            and nearscope encode radiotap makes the header of them again. What is damaged is shown as far as it goes, \
            with the bytes around the fault.

            EXAMPLES
              nearscope decode radiotap 00000b0026000000000cc9
              nearscope decode radiotap --file packet.bin --raw
              xxd -p packet.bin | nearscope decode radiotap - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 no hexadecimal digits   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(radiotap: $0) } }
}
