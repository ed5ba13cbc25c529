import ArgumentParser
import TraceReports
import WireCoding
import WirelessFrames
import WireText

struct EncodeIEEE80211Command: RadioEncoder {
    static let configuration = CommandConfiguration(
        commandName: "80211",
        abstract: "Makes 802.11 frames of JSON, and prints them in hexadecimal digits, a line each.",
        discussion: """
            The JSON is an object, or an array of several, with the fields that nearscope decode 80211 --format json \
            shows. What follows from the rest may be left out: frameControl where type, subtype and flags are there, \
            lengths, and the check sequence, which fcsPresent asks for.

            EXAMPLES
              nearscope encode 80211 \\
                  '{"frameControl":212,"address1":"02:00:00:00:00:01","fcsPresent":true}'
              nearscope decode 80211 --format json "$HEX" | nearscope encode 80211 -

            EXIT STATUS
              0 encoded   64 usage   65 the JSON makes no frame
              66 the file cannot be read   74 output could not be written
            """)

    @OptionGroup var input: MessageInput

    static func values(from text: String) throws(WireJSONError) -> [IEEE80211Frame] {
        try IEEE80211FrameJSON.frames(from: text)
    }

    static func write(_ value: IEEE80211Frame, into output: inout ByteWriter) { value.serialize(into: &output) }
}
