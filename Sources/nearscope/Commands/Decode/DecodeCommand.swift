import ArgumentParser
import DNSWire
import TraceReports
import WireCoding
import WireText

struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Decodes the bytes of a protocol.",
        discussion: """
            EXAMPLES
              nearscope decode dns 0000000000010000000000000161056c6f63616c0000010001
              xxd -p message.bin | nearscope decode dns - --format json
              nearscope decode mesh --file stream.hex
              nearscope decode chess 0000000c7b226b223a226d6f7665227d --protocol chess.yaml
            """ + ExitStatus.ofDecoding,
        subcommands: [
            DecodeDNSCommand.self, DecodeMeshCommand.self, DecodeEventCommand.self, DecodeAWDLCommand.self,
            DecodeRadiotapCommand.self, DecodeIEEE80211Command.self, DecodeNANCommand.self, DecodeDescribedCommand.self,
        ])
}

struct DecodeDNSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dns",
        abstract: "Shows a DNS message, unicast or multicast, given as hexadecimal digits.",
        discussion: """
            White space, colons, commas and 0x among the digits are ignored. With --format json, the fields are \
            those of the layers dns and mdns of nearscope frames, and nearscope encode dns turns them back into the \
            message. A damaged message is shown up to the damage, with the bytes around it.

            EXAMPLES
              nearscope decode dns \\
                  000000000001000000000000055f68747470045f746370056c6f63616c00000c0001
              xxd -p message.bin | nearscope decode dns - --format json
              nearscope decode dns --tcp --file stream.hex
            """ + ExitStatus.ofDecoding)

    @OptionGroup var input: MessageInput

    @OptionGroup var output: FormatOption<SingleDocument>

    @Flag(help: "The input is several messages as TCP carries them, each after its two-byte length. In JSON, an array.")
    var tcp = false

    func run() throws {
        let bytes = try input.readHex()
        let (messages, errors) = tcp ? Self.messages(in: bytes) : ([bytes], [])
        let views = messages.map { DNSMessageView($0) }
        let json = DNSMessageView.json(views, asArray: tcp, pretty: output.format == .json)
        try output.print(json: json, text: views.map(\.text).joined(separator: "\n"))
        for error in errors {
            StandardError.write("nearscope: \(error): \(HexExcerpt.text(bytes, at: error.offset))")
        }
        if !errors.isEmpty || !views.allSatisfy(\.isWellFormed) { throw ExitCode(ExitStatus.findings.rawValue) }
    }

    /// The messages of a stream, and what is wrong with their lengths.
    private static func messages(in stream: [UInt8]) -> (messages: [[UInt8]], errors: [WireError]) {
        var decoder = DNSOverTCPDecoder()
        var messages: [[UInt8]] = []
        var errors: [WireError] = []
        var position = 0
        while position < stream.count {
            do {
                // The stream is in one piece, and so is each message in it.
                guard case .inline(let range)? = try decoder.next(in: stream.span, at: &position)?.body else {
                    continue
                }
                messages.append(Array(stream[range]))
            } catch {
                errors.append(error)
            }
        }
        do {
            try decoder.finish()
        } catch {
            errors.append(error)
        }
        return (messages, errors)
    }
}
