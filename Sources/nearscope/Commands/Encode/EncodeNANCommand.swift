import ArgumentParser
import TraceReports
import WireCoding
import WirelessFrames
import WireText

struct EncodeNANCommand: RadioEncoder {
    static let configuration = CommandConfiguration(
        commandName: "nan",
        abstract: "Makes frames of Wi-Fi Aware (NAN) of JSON, and prints them in hexadecimal digits, a line each.",
        discussion: """
            The JSON is an object, or an array of several, with the fields that nearscope decode nan --format json \
            shows and the layer nan of nearscope frames has. Most may be left out. A service may be given by its \
            serviceName, whose serviceID is a hash of it. Attributes of a beacon come in as many elements as they need; \
            elementSizes says how many bytes of them each has. What does not fit is an error.

            EXAMPLES
              nearscope encode nan \\
                  '{"attributes":[{"id":3,"type":"publish","serviceName":"_http._tcp"}]}'
              nearscope decode nan --format json "$HEX" | nearscope encode nan -

            EXIT STATUS
              0 encoded   64 usage   65 the JSON makes no frame
              66 the file cannot be read   74 output could not be written
            """)

    @OptionGroup var input: MessageInput

    static func values(from text: String) throws(WireJSONError) -> [NANFrame] {
        try NANFrameJSON.frames(from: text)
    }

    static func write(_ value: NANFrame, into output: inout ByteWriter) { value.serialize(into: &output) }
}
