import ArgumentParser
import ProtocolDescriptions
import WireCoding

struct EncodeDescribedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DescribedName.subcommand,
        abstract: "Builds messages of a described protocol from JSON, and prints them as hexadecimal digits.",
        discussion: """
            nearscope encode NAME … --protocol FILE is the same. The JSON is an object with header and body, as \
            nearscope decode NAME --format json shows them, an array of such objects, or the whole output. Lengths \
            and constants follow from the description. Bytes are hexadecimal digits. Each message is a line, with \
            its framing. Docs/protocols.md explains descriptions.

            EXAMPLES
              nearscope encode chess '{"body": {"kind": "move"}}' --protocol chess.yaml
              nearscope decode chess "$HEX" --protocol chess.yaml --format json |
                  nearscope encode chess - --protocol chess.yaml
            """ + ExitStatus.help(ofEncoding: "a message"))

    @OptionGroup var described: DescribedName

    @OptionGroup var input: MessageInput

    func run() throws {
        let file = try described.file()
        let text = try input.read()
        let messages: [DescribedContent]
        do {
            messages = try DescribedContent.messages(json: Array(text.utf8))
        } catch {
            throw ExitStatus.notUnderstood.failure(input.name, error.description)
        }
        var lines = ""
        for (index, message) in messages.enumerated() {
            do {
                lines += Hex.encode(try file.compiled.encode(header: message.header, body: message.body)) + "\n"
            } catch {
                throw ExitStatus.notUnderstood.failure(
                    input.name, "message \(index + 1) cannot be written: \(error.description)")
            }
        }
        try StandardOutput().write(lines)
    }
}
