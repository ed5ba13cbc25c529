import TraceReports
import WireCoding

extension MessageInput {
    /// Makes values of the text, which is JSON, and prints the bytes of each as a line of hexadecimal digits.
    ///
    /// - Throws: The exit status for a text that cannot be read or makes no such values.
    func encodeRadio<Value>(
        _ values: (String) throws(WireJSONError) -> [Value], write: (Value, inout ByteWriter) -> Void
    ) throws {
        let text = try read()
        var lines = ""
        do throws(WireJSONError) {
            for value in try values(text) {
                var output = ByteWriter()
                write(value, &output)
                lines += Hex.encode(output.bytes) + "\n"
            }
        } catch {
            throw ExitStatus.notUnderstood.failure(name, error.description)
        }
        try StandardOutput().write(Array(lines.utf8))
    }
}
