import ArgumentParser
import DNSWire
import TraceReports
import WireCoding
import WireText

struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Encodes the bytes of a protocol.",
        discussion: """
            EXAMPLES
              nearscope encode dns '{"questions": [{"name": "a.local.", "type": "A"}]}'
              nearscope encode dns --file messages.json --pcap messages.pcap
              nearscope encode chess '{"body": {"kind": "move"}}' --protocol chess.yaml
            """ + ExitStatus.help(ofEncoding: "a message", writesFiles: true),
        subcommands: [
            EncodeDNSCommand.self, EncodeMeshCommand.self, EncodeEventCommand.self, EncodeAWDLCommand.self,
            EncodeRadiotapCommand.self, EncodeIEEE80211Command.self, EncodeNANCommand.self, EncodeDescribedCommand.self,
        ])
}

extension NameCompression.Scope: ExpressibleByArgument {}

struct EncodeDNSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dns",
        abstract: "Builds DNS messages from JSON, and prints them as hexadecimal digits.",
        discussion: """
            The JSON is an object, or an array of objects, with the fields that nearscope decode dns --format json \
            shows and that the layers dns and mdns of nearscope frames have. Most fields are optional: a question \
            needs a name and a type, a record also its data. If two fields say the same, one of them is enough.

            EXAMPLES
              nearscope encode dns '{"questions": [{"name": "a.local.", "type": "A"}]}'
              nearscope decode dns --format json "$HEX" | nearscope encode dns -
              nearscope encode dns --file messages.json --pcap messages.pcap
              nearscope frames trace.pcap --format ndjson |
                  jq -s '[.[].layers[] | select(.protocol == "mdns").fields]' |
                  nearscope encode dns -
            """ + ExitStatus.help(ofEncoding: "a message", writesFiles: true))

    @OptionGroup var input: MessageInput

    @Option(
        help: "Which names to compress: none, those that any DNS receiver understands, or those of multicast DNS.")
    var compression = NameCompression.Scope.multicast

    @Flag(help: "Write each message after its length, as TCP carries it.")
    var tcp = false

    @Option(
        help: ArgumentHelp(
            "Write the messages into this capture file instead, each in a UDP datagram.",
            discussion:
                "They go to the multicast address and port 5353 or, if names are compressed for unicast, to port 53.",
            valueName: "file"),
        completion: .file())
    var pcap: String?

    @OptionGroup var existing: ForceOption

    func validate() throws {
        if tcp, pcap != nil { throw ValidationError("--pcap writes UDP datagrams and cannot be combined with --tcp.") }
    }

    func run() throws {
        let text = try input.read()
        var messages: [[UInt8]] = []
        do {
            for (index, message) in try DNSMessageJSON.messages(from: text).enumerated() {
                messages.append(try encode(message, number: index + 1))
            }
        } catch let error as WireJSONError {
            throw ExitStatus.notUnderstood.failure(input.name, error.description)
        }
        if let pcap {
            try write(messages, to: pcap)
        } else {
            try StandardOutput().write(messages.map { Hex.encode($0) + "\n" }.joined())
        }
    }

    private func encode(_ message: DNSMessage, number: Int) throws -> [UInt8] {
        var output = ByteWriter()
        do {
            if tcp {
                try DNSOverTCPEncoder.encode(message, into: &output, compression: compression)
            } else {
                try message.serialize(into: &output, compression: compression)
            }
        } catch {
            throw ExitStatus.notUnderstood.failure(input.name, "message \(number) cannot be written: \(error)")
        }
        return output.bytes
    }

    private func write(_ messages: [[UInt8]], to path: String) throws {
        var file = DatagramFile(isMulticast: compression != .unicast)
        for (index, message) in messages.enumerated() {
            do {
                try file.append(message)
            } catch {
                throw ExitStatus.notUnderstood.failure(
                    input.name, "message \(index + 1) does not fit in a datagram: \(error)")
            }
        }
        try OutputFile.write(file.bytes, to: path, replaces: existing.force)
    }
}
