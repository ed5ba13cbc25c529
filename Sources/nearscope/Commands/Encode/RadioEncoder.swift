import ArgumentParser
import TraceReports
import WireCoding
import WireText

/// The common part of the encoders of radio frames: a JSON text in, the bytes of each value in it out.
protocol RadioEncoder: ParsableCommand {
    associatedtype Value

    var input: MessageInput { get }

    /// Reads one value, or an array of several.
    static func values(from text: String) throws(WireJSONError) -> [Value]

    static func write(_ value: Value, into output: inout ByteWriter)
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
            Self.write(value, into: &output)
            lines += Hex.encode(output.bytes) + "\n"
        }
        try StandardOutput().write(Array(lines.utf8))
    }

    /// The values of the text.
    ///
    /// - Throws: The exit status for a text that cannot be read or makes no such values.
    func values() throws -> [Value] {
        let text = try input.read()
        do throws(WireJSONError) {
            return try Self.values(from: text)
        } catch {
            throw ExitStatus.notUnderstood.failure(input.name, error.description)
        }
    }
}
