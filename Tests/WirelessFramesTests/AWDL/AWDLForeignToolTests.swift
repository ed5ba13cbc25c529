import Foundation
import PacketCapture
import Testing
import WireCoding
import WirelessFrames

/// What Wireshark makes of the frames that we write, where it is installed.
@Suite struct AWDLForeignToolTests {
    private static let tshark: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/tshark" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// The lines that it prints of those of our frames that the filter lets through.
    private func lines(_ filter: String, fields: String...) throws -> [String] {
        let file = PcapWriter(linkType: .ieee80211Radiotap)
        var output = ByteWriter()
        file.writeHeader(into: &output)
        for (index, frame) in try AWDLNodeTests.frames(includesFrameCheckSequence: true).enumerated() {
            try file.writePacket(frame.span, time: Int64(index) * 1_000_000, into: &output)
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "awdl-\(UUID().uuidString).pcap")
        try Data(output.bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.tshark))
        process.arguments =
            ["-r", url.path, "-o", "wlan.check_checksum:TRUE", "-Y", filter, "-T", "fields"]
            + fields.flatMap { ["-e", $0] }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: tshark != nil)) func nothingIsToBeComplainedAbout() throws {
        #expect(try lines("frame", fields: "frame.number") == ["1", "2", "3"])
        #expect(try lines("_ws.malformed or _ws.expert", fields: "frame.number", "_ws.expert.message").isEmpty)
    }

    @Test(.enabled(if: tshark != nil)) func theFieldsAreThoseThatWereWritten() throws {
        let synchronization = try lines(
            "awdl.subtype", fields: "awdl.subtype", "awdl.syncparams.txcounter", "awdl.syncparams.awseqcounter",
            "awdl.electionparams2.mastermetric", "awdl.serviceparams.sui")
        #expect(synchronization == ["0\t48\t61\t500\t7", "3\t64\t64\t500\t7"])
        #expect(try lines("awdl.dns.port", fields: "awdl.dns.port") == ["8080"])
        #expect(try lines("awdl_data", fields: "awdl_data.seq", "udp.dstport") == ["0\t5353"])
        #expect(try lines("wlan.fcs.status == 1", fields: "frame.number").count == 3)
    }
}
