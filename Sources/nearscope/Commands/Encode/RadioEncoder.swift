import ArgumentParser
import TraceReports
import WireCoding
import WireText

/// The common part of the encoders of radio frames: a JSON text in, the bytes of each value in it out.
protocol RadioEncoder: ParsableCommand {
    associatedtype Format: WireJSON

    var input: MessageInput { get }
}

extension RadioEncoder {
    func run() throws { try printDigits() }

    /// Makes values of the text and prints the bytes of each as a line of hexadecimal digits.
    ///
    /// - Throws: The exit status for a text that cannot be read or makes no such values.
    func printDigits() throws {
        var lines = ""
        for value in try values() {
            var output = ByteWriter()
            Format.serialize(value, into: &output)
            lines += Hex.encode(output.bytes) + "\n"
        }
        try StandardOutput().write(lines)
    }

    /// The values of the text.
    ///
    /// - Throws: The exit status for a text that cannot be read or makes no such values.
    func values() throws -> [Format.Value] {
        let text = try input.read()
        do throws(WireJSONError) {
            return try Format.values(from: text)
        } catch {
            throw ExitStatus.notUnderstood.failure(input.name, error.description)
        }
    }
}

struct EncodeNANCommand: RadioEncoder {
    typealias Format = NANFrameJSON

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
            """ + ExitStatus.help(ofEncoding: "a frame"))

    @OptionGroup var input: MessageInput
}

struct EncodeRadiotapCommand: RadioEncoder {
    typealias Format = RadiotapJSON

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
            """ + ExitStatus.help(ofEncoding: "a header"))

    @OptionGroup var input: MessageInput
}

struct EncodeIEEE80211Command: RadioEncoder {
    typealias Format = IEEE80211FrameJSON

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
            """ + ExitStatus.help(ofEncoding: "a frame"))

    @OptionGroup var input: MessageInput
}
