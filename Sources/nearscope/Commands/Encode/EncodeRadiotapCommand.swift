import ArgumentParser
import TraceReports
import WireCoding
import WireText

struct EncodeRadiotapCommand: RadioEncoder {
    static let configuration = CommandConfiguration(
        commandName: "radiotap",
        abstract: "Makes radiotap headers of JSON, and prints them in hexadecimal digits, a line each.",
        discussion: """
            The JSON is an object, or an array of several, with the fields that nearscope decode radiotap --format \
            json shows and the layer radiotap of nearscope frames has. Any may be left out: which are there decides \
            what the header announces. Where there is content, it is what follows the presence words, whatever the \
            other fields say. A frame is put behind the header.

            EXAMPLES
              nearscope encode radiotap '{"rate": 6000000, "signal": -55, "flags": 0}'
              nearscope decode radiotap --format json "$HEX" |
                  nearscope encode radiotap -

            EXIT STATUS
              0 encoded   64 usage   65 the JSON makes no header
              66 the file cannot be read   74 output could not be written
            """)

    @OptionGroup var input: MessageInput

    static func values(from text: String) throws(WireJSONError) -> [RadiotapJSON.Packet] {
        try RadiotapJSON.packets(from: text)
    }

    static func write(_ value: RadiotapJSON.Packet, into output: inout ByteWriter) { value.serialize(into: &output) }
}
