import ArgumentParser
import TraceReports
import WireCoding
import WirelessFrames
import WireText

struct EncodeNANCommand: RadioEncoder {
    static let configuration = CommandConfiguration(
        commandName: "nan",
        abstract: "Builds Wi-Fi Aware (NAN) frames from JSON, and prints them as hexadecimal digits, one per line.",
        discussion: """
            The JSON is an object, or an array of objects, with the fields that nearscope decode nan --format json \
            shows and that the layer nan of nearscope frames has. Most fields are optional. A service may be given \
            by its serviceName; serviceID is a hash of it. The attributes of a beacon are split into as many \
            elements as they need; elementSizes gives the number of bytes in each. It is an error if they do not \
            fit.

            EXAMPLES
              nearscope encode nan \\
                  '{"attributes":[{"id":3,"type":"publish","serviceName":"_http._tcp"}]}'
              nearscope decode nan --format json "$HEX" | nearscope encode nan -

            EXIT STATUS
              0 encoded   64 usage   65 the JSON does not describe a frame
              66 the file cannot be read   74 output could not be written
            """)

    @OptionGroup var input: MessageInput

    static func values(from text: String) throws(WireJSONError) -> [NANFrame] {
        try NANFrameJSON.frames(from: text)
    }

    static func write(_ value: NANFrame, into output: inout ByteWriter) { value.serialize(into: &output) }
}
