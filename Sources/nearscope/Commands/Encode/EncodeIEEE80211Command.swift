import ArgumentParser
import TraceReports
import WireCoding
import WirelessFrames
import WireText

struct EncodeIEEE80211Command: RadioEncoder {
    static let configuration = CommandConfiguration(
        commandName: "80211",
        abstract: "Builds 802.11 frames from JSON, and prints them as hexadecimal digits, one per line.",
        discussion: """
            The JSON is an object, or an array of objects, with the fields that nearscope decode 80211 --format json \
            shows. Fields that follow from others are optional: frameControl if type, subtype and flags are given, \
            lengths, and the check sequence, which fcsPresent asks for.

            EXAMPLES
              nearscope encode 80211 \\
                  '{"frameControl":212,"address1":"02:00:00:00:00:01","fcsPresent":true}'
              nearscope decode 80211 --format json "$HEX" | nearscope encode 80211 -

            EXIT STATUS
              0 encoded   64 usage   65 the JSON does not describe a frame
              66 the file cannot be read   74 output could not be written
            """)

    @OptionGroup var input: MessageInput

    static func values(from text: String) throws(WireJSONError) -> [IEEE80211Frame] {
        try IEEE80211FrameJSON.frames(from: text)
    }

    static func write(_ value: IEEE80211Frame, into output: inout ByteWriter) { value.serialize(into: &output) }
}
