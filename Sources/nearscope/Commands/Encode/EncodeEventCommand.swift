import ArgumentParser
import PeerMessaging
import WireCoding
import WireText

struct EncodeEventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "Builds an event of a Wi-Fi Aware stream from JSON, and prints it as hexadecimal digits.",
        discussion: """
            The JSON is an object with the fields that nearscope decode event --format json shows.

            EXAMPLES
              nearscope encode event '{"event": "startStreaming"}'
              nearscope encode event \\
                  '{"event":"satelliteMovedTo","position":[1,2],"dimensions":[393,852]}'
            """ + ExitStatus.help(ofEncoding: "an event"))

    @OptionGroup var input: MessageInput

    func run() throws {
        let report = try input.readJSON(NetworkEventReport.self)
        var output = ByteWriter()
        do {
            try report.networkEvent().serialize(into: &output)
        } catch let problem as MeshMessageReport.Problem {
            throw ExitStatus.notUnderstood.failure(input.name, problem.text)
        } catch {
            throw ExitStatus.notUnderstood.failure(input.name, "the event cannot be written: \(error)")
        }
        try StandardOutput().write(Hex.encode(output.bytes) + "\n")
    }
}
