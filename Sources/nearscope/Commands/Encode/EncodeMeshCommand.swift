import ArgumentParser
import Foundation
import PeerMessaging
import WireCoding
import WireText

struct EncodeMeshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mesh",
        abstract: "Builds framed mesh messages from JSON, and prints them as hexadecimal digits, one per line.",
        discussion: """
            The JSON is an object with the fields of a message that nearscope decode mesh --format json shows, or \
            its whole output, with several. A payload is given as base64, or as payloadText. offset and bytes are \
            ignored.

            EXAMPLES
              nearscope encode mesh \\
                  '{"type":"direct","senderID":"n1","timestamp":0,"payloadText":"hi"}'
              nearscope decode mesh --format json "$HEX" | nearscope encode mesh -
            """ + ExitStatus.help(ofEncoding: "a message"))

    @OptionGroup var input: MessageInput

    @Flag(help: "Omit the length before each message.")
    var body = false

    @Flag(help: "Write members sorted by name, as sortedKeys does.")
    var sorted = false

    /// The output of `decode`.
    private struct Document: Decodable {
        let messages: [MeshMessageReport]
    }

    func run() throws {
        let reports = try input.readJSON(MeshMessageReport.self, or: Document.self, \.messages)
        var lines = ""
        for (index, report) in reports.enumerated() {
            do {
                lines += try Hex.encode(encode(report.message())) + "\n"
            } catch let problem as MeshMessageReport.Problem {
                throw ExitStatus.notUnderstood.failure(input.name, "message \(index + 1): \(problem.text)")
            } catch {
                throw ExitStatus.notUnderstood.failure(input.name, "message \(index + 1) cannot be written: \(error)")
            }
        }
        try StandardOutput().write(lines)
    }

    private func encode(_ message: MeshMessage) throws -> [UInt8] {
        var text = ByteWriter()
        try message.serialize(into: &text, style: MeshMessageStyle(memberOrder: sorted ? .sorted : .declared))
        guard !body else { return text.bytes }
        var frame = ByteWriter()
        try LengthPrefixedFrameEncoder.encode(body: text.bytes.span, into: &frame)
        return frame.bytes
    }
}
