import ArgumentParser
import PacketCapture

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Reads a capture, unpacks it where needed, and does nothing with its packets.",
        discussion: """
            What reading and unpacking cost by themselves, to be timed beside zstd -dc, lz4 -dc, gzip -dc or tcpdump:
              hyperfine '.build/release/nearscope-benchmark read trace.pcap.zst' 'zstd -dc trace.pcap.zst'
            """)

    @Argument(help: "The capture.", completion: .file())
    var file: String

    func run() throws {
        var reader = try CaptureFile.open(path: file).makeReader()
        var (packets, bytes) = (0, 0)
        while let record = try reader.next() {
            packets += 1
            bytes += record.capturedLength
        }
        print("\(packets) packets, \(bytes) bytes")
    }
}
