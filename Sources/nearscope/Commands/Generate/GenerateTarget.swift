import ArgumentParser
import Foundation
import PacketCapture
import WireCoding
import WireSimulation
import WireTesting

/// The destination of a generated conversation: a capture file, and its truth next to it.
struct GenerateTarget: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The capture to write. Its extension sets the format: .pcap or .pcapng.", valueName: "file"),
        completion: .file(extensions: ["pcap", "pcapng"]))
    var output: String

    @Option(help: "Seed of the generator. Another seed gives another capture.")
    var seed: UInt64 = 1

    @OptionGroup var existing: ForceOption

    /// The option of a section that names the program which wrote it (shb_userappl).
    private static let applicationOption: UInt16 = 4

    private var isPcapng: Bool { output.lowercased().hasSuffix(".pcapng") }
    private var truthPath: String { output + ".truth.json" }

    func validate() throws {
        if !isPcapng, !output.lowercased().hasSuffix(".pcap") {
            throw ValidationError("The capture's name must end with .pcap or .pcapng.")
        }
    }

    /// Writes both files.
    ///
    /// - Parameter make: Makes up the conversation.
    /// - Throws: The exit status for files that exist already or cannot be written.
    func write(_ make: (inout SyntheticCapture) throws(WireError) -> ConversationTruth) throws {
        if !existing.force {
            // Before the work, and before one of the two is written.
            for path in [output, truthPath] where CaptureInputs.kind(path) == .file { throw OutputFile.existing(path) }
        }
        var capture = SyntheticCapture()
        let truth: ConversationTruth
        do {
            truth = try make(&capture)
        } catch {
            throw ExitStatus.cannotWrite.failure(output, "a packet cannot be written: \(error)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let bytes = try isPcapng ? Self.pcapng(of: capture.bytes) : capture.bytes
        try OutputFile.write(bytes, to: output, replaces: existing.force)
        try OutputFile.write([UInt8](encoder.encode(truth)) + [0x0A], to: truthPath, replaces: existing.force)
    }

    /// The same packets in the other format.
    private static func pcapng(of bytes: [UInt8]) throws -> [UInt8] {
        var reader = try CaptureFile.open(bytes: bytes).makeReader()
        var writer = PcapngWriter()
        var output = ByteWriter(reservingCapacity: bytes.count + bytes.count / 4)
        writer.writeSection(
            options: [PcapngOption(code: applicationOption, value: Array("nearscope generate".utf8))], into: &output)
        let interface = writer.writeInterface(linkType: .ethernet, name: "made-up", into: &output)
        while let record = try reader.next() {
            try writer.writePacket(
                reader.bytes, interface: interface, time: record.time, into: &output)
        }
        return output.bytes
    }
}
