import ArgumentParser
import TraceReports
import WireText

struct DecodeIEEE80211Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "80211",
        abstract: "Shows an 802.11 frame, given as hexadecimal digits.",
        discussion: """
            Takes a frame starting at its frame control, without the header that the radio put before it (nearscope \
            decode radiotap shows that). White space, colons, commas and 0x among the digits are ignored. With \
            --format json, the fields are those of the layer ieee80211 of nearscope frames and the body after them, \
            and nearscope encode 80211 turns them back into the frame. A damaged frame is shown up to the damage, \
            with the bytes around it.

            EXAMPLES
              nearscope decode 80211 d4000000020000000001
              nearscope decode 80211 --fcs d4000000020000000001d8d6bf8f
              nearscope decode 80211 --file frame.bin --raw --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 not hexadecimal   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    @Flag(help: "The last four bytes are the frame check sequence.")
    var fcs = false

    func run() throws {
        let hasCheckSequence = fcs
        try radio.show { RadioMessageView(ieee80211: $0, hasCheckSequence: hasCheckSequence) }
    }
}
