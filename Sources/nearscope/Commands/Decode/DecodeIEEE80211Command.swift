import ArgumentParser
import TraceReports
import WireText

struct DecodeIEEE80211Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "80211",
        abstract: "Shows an 802.11 frame, given in hexadecimal digits.",
        discussion: """
            From the frame control on, without what the radio put before it (nearscope decode radiotap shows that). \
            White space, colons, commas and 0x among the digits do not matter. With --format json the fields are those \
            of the layer ieee80211 of nearscope frames and the body behind them, and nearscope encode 80211 makes the \
            frame of them again. What is damaged is shown as far as it goes, with the bytes around the fault.

            EXAMPLES
              nearscope decode 80211 d4000000020000000001
              nearscope decode 80211 --fcs d4000000020000000001d8d6bf8f
              nearscope decode 80211 --file frame.bin --raw --format json

            EXIT STATUS
              0 well-formed   1 malformed   2 the input is empty   64 usage
              65 no hexadecimal digits   66 the file cannot be read
            """)

    @OptionGroup var radio: RadioInput

    @Flag(help: "The last four bytes are the frame check sequence.")
    var fcs = false

    func run() throws {
        let hasCheckSequence = fcs
        try radio.show { RadioMessageView(ieee80211: $0, hasCheckSequence: hasCheckSequence) }
    }
}
