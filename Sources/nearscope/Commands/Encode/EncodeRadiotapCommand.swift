import ArgumentParser
import TraceReports
import WireCoding
import WireText

struct EncodeRadiotapCommand: RadioEncoder {
    static let configuration = CommandConfiguration(
        commandName: "radiotap",
        abstract: "Builds radiotap headers from JSON, and prints them as hexadecimal digits, one per line.",
        discussion: """
            The JSON is an object, or an array of objects, with the fields that nearscope decode radiotap --format \
            json shows and that the layer radiotap of nearscope frames has. All fields are optional; the header \
            announces those that are present. If there is content, it is written after the presence words, whatever \
            the other fields say. A frame is put after the header.

            EXAMPLES
              nearscope encode radiotap '{"rate": 6000000, "signal": -55, "flags": 0}'
              nearscope decode radiotap --format json "$HEX" |
                  nearscope encode radiotap -

            EXIT STATUS
              0 encoded   64 usage   65 the JSON does not describe a header
              66 the file cannot be read   74 output could not be written
            """)

    @OptionGroup var input: MessageInput

    static func values(from text: String) throws(WireJSONError) -> [RadiotapJSON.Packet] {
        try RadiotapJSON.packets(from: text)
    }

    static func write(_ value: RadiotapJSON.Packet, into output: inout ByteWriter) { value.serialize(into: &output) }
}
