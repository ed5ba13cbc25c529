import Foundation
import PacketCapture
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

/// A folder with captures for a test, gone with the last who refers to it.
final class CaptureFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "captures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and looks at its beginning.
    func add(_ bytes: [UInt8], as name: String) throws -> CaptureOverview {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return try CaptureOverview(path: path(name))
    }

    /// Writes a capture in pieces, as a rotated one lies in a folder: so many packets in each but the last.
    func rotate(_ capture: [UInt8], every count: Int) throws -> [CaptureOverview] {
        let writer = PcapWriter(linkType: .ethernet)
        var files: [CaptureOverview] = []
        var output = ByteWriter()
        var reader = try CaptureFile.open(bytes: capture).makeReader()
        while let record = try reader.next() {
            if record.frame % count == 1 % count {
                if !output.bytes.isEmpty { files.append(try add(output.bytes, as: "piece-\(files.count)")) }
                output = ByteWriter()
                writer.writeHeader(into: &output)
            }
            try writer.writePacket(
                reader.bytes, time: record.time, originalLength: record.originalLength, into: &output)
        }
        files.append(try add(output.bytes, as: "piece-\(files.count)"))
        return files
    }
}
