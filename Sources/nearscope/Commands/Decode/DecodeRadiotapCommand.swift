import ArgumentParser
import TraceReports
import WireText

struct DecodeRadiotapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radiotap",
        abstract: "Shows the header that monitor mode puts before 802.11 frames, given as hexadecimal digits.",
        discussion: """
            The frame after the header may be present; it is not read. White space, colons, commas and 0x among the \
            digits are ignored. With --format json, the fields are those of the layer radiotap of nearscope frames, \
            and nearscope encode radiotap turns them back into the header. A damaged header is shown up to the \
            damage, with the bytes around it.

            EXAMPLES
              nearscope decode radiotap 00000b0026000000000cc9
              nearscope decode radiotap --file packet.bin --raw
              xxd -p packet.bin | nearscope decode radiotap - --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 not hexadecimal   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    func run() throws { try radio.show { RadioMessageView(radiotap: $0) } }
}
