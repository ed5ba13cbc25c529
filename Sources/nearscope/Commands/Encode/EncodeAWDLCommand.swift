import ArgumentParser
import TraceReports
import WireCoding
import WireText

struct EncodeAWDLCommand: RadioEncoder {
    typealias Format = AWDLFrameJSON

    static let configuration = CommandConfiguration(
        commandName: "awdl",
        abstract: "Builds AWDL frames from JSON, and prints them as hexadecimal digits, one per line.",
        discussion: """
            The JSON is an object, or an array of objects, with the fields that nearscope decode awdl --format json \
            shows and that the layers awdl and awdlData of nearscope frames have. Most fields are optional; an \
            action frame needs its subtype (PSF or MIF). An action frame is written starting at its category, a data \
            frame starting at the AWDL header. With --pcap, whole frames go into a capture, with radiotap and MAC \
            headers.

            EXAMPLES
              nearscope encode awdl \\
                  '{"subtype": "PSF", "tlvs": [{"type": 21, "version": "3.4"}]}'
              nearscope decode awdl --format json "$HEX" | nearscope encode awdl -
              nearscope encode awdl --file frames.json --pcap frames.pcap
            """ + ExitStatus.help(ofEncoding: "a frame", writesFiles: true))

    @OptionGroup var input: MessageInput

    @Option(
        help: ArgumentHelp(
            "Write whole frames into this capture file instead.",
            discussion: "Data frames go to the broadcast address. The frames are a millisecond apart.",
            valueName: "file"),
        completion: .file())
    var pcap: String?

    @OptionGroup var existing: ForceOption

    @Option(help: ArgumentHelp("The sender of the frames of --pcap.", valueName: "address"))
    var source = "02:00:00:00:00:01"

    func validate() throws {
        if LinkAddress(source) == nil {
            throw ValidationError("--source is not a MAC address such as 02:00:00:00:00:01.")
        }
    }

    func run() throws {
        if let pcap { try write(values(), to: pcap) } else { try printDigits() }
    }

    private func write(_ contents: [AWDLContent], to path: String) throws {
        var file = AWDLCaptureFile(source: LinkAddress(source) ?? LinkAddress(rawValue: 0))
        for (index, content) in contents.enumerated() {
            do {
                try file.append(content)
            } catch {
                throw ExitStatus.notUnderstood.failure(input.name, "frame \(index + 1) cannot be written: \(error)")
            }
        }
        try OutputFile.write(file.bytes, to: path, replaces: existing.force)
    }
}
