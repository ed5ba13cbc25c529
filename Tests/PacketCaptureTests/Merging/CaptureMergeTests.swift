import Foundation
import PacketCapture
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct CaptureMergeTests {
    /// Writes files into a folder of their own, merges them and removes the folder.
    private func merge(
        _ files: [(name: String, bytes: [UInt8])]
    ) throws -> (packets: [String], interfaces: [CaptureInterface], failures: [CaptureMerge.FileFailure]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "merge-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var overviews: [CaptureOverview] = []
        for file in files {
            let path = folder.appending(path: file.name).path
            try Data(file.bytes).write(to: URL(fileURLWithPath: path))
            overviews.append(try CaptureOverview(path: path))
        }
        let merge = CaptureMerge(overviews)
        var packets: [String] = []
        while merge.next({ record, bytes, _ in
            packets.append("\(record.frame) \(record.time) \(record.interface) \(Hex.encode(bytes.copied()))")
        }) {}
        return (packets, merge.interfaces, merge.failures)
    }

    private func pcap(_ packets: [(time: Int64, byte: UInt8)]) throws -> [UInt8] {
        let writer = PcapWriter(linkType: .raw, precision: .nanoseconds)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        for packet in packets {
            let bytes = [packet.byte]
            try writer.writePacket(bytes.span, time: packet.time, into: &output)
        }
        return output.bytes
    }

    /// Between its overview and its packets: another file in its place, less of it, nothing, more, or other bytes.
    @Test(arguments: ["other", "shorter", "gone", "longer", "rewritten"]) func aFileMustStayTheSame(change: String)
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "merge-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, other) = (folder.appending(path: "a.pcap"), folder.appending(path: "b.pcap"))
        let bytes = try pcap([(1, 1), (2, 2)])
        try Data(bytes).write(to: file)
        let overview = try CaptureOverview(path: file.path)
        switch change {
        case "other":
            try Data(bytes).write(to: other)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: other, to: file)
        case "gone": try FileManager.default.removeItem(at: file)
        case "rewritten":
            // The clock of the file system may stand still for some milliseconds.
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
        default:
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(change == "shorter" ? bytes.count - 1 : bytes.count))
            if change == "longer" { try handle.write(contentsOf: try pcap([(3, 3)]).dropFirst(24)) }
            try handle.close()
        }
        let merge = CaptureMerge([overview])
        var count = 0
        while merge.next({ _, _, _ in count += 1 }) {}
        let kinds = merge.failures.map(\.error.kind)
        switch change {
        case "gone": #expect(kinds == [.cannotOpen(.noSuchFile)] && count == 0)
        // What was added is not read, so that every reading has the same packets.
        case "longer": #expect(kinds == [.grew] && count == 2)
        case "rewritten": #expect(kinds == [.changed] && count == 0)
        default: #expect(kinds == [.replaced] && count == 0)
        }
    }

    @Test func piecesOfARotatedCaptureAreOneInterface() throws {
        let merged = try merge([
            ("b", try pcap([(30, 3), (40, 4)])), ("a", try pcap([(10, 1), (20, 2)])), ("c", try pcap([])),
        ])
        #expect(merged.packets == ["1 10 0 01", "2 20 0 02", "3 30 0 03", "4 40 0 04"])
        #expect(merged.interfaces.map(\.packets) == [4])
        #expect(merged.failures.isEmpty)
    }

    @Test func capturesOfTwoPlacesAlternateAndStayApart() throws {
        let merged = try merge([("a", try pcap([(10, 1), (30, 3)])), ("b", try pcap([(10, 2), (40, 4)]))])
        #expect(merged.packets == ["1 10 0 01", "2 10 1 02", "3 30 0 03", "4 40 1 04"])
        #expect(merged.interfaces.map(\.packets) == [2, 2])
    }

    @Test func namedInterfacesGoOnInTheNextFileAndOthersAreNew() throws {
        func file(_ name: String, at time: Int64) throws -> [UInt8] {
            var writer = PcapngWriter()
            var output = ByteWriter()
            writer.writeSection(into: &output)
            let interface = writer.writeInterface(linkType: .raw, name: name, into: &output)
            let bytes: [UInt8] = [7]
            try writer.writePacket(bytes.span, interface: interface, time: time, into: &output)
            try writer.writeStatistics(InterfaceStatistics(time: time, dropped: 5), interface: interface, into: &output)
            return output.bytes
        }
        let merged = try merge([
            ("a", try file("en0", at: 1)), ("b", try file("awdl0", at: 2)), ("c", try file("en0", at: 3)),
        ])
        #expect(merged.packets == ["1 1 0 07", "2 2 1 07", "3 3 0 07"])
        #expect(merged.interfaces.map(\.name) == ["en0", "awdl0"])
        #expect(merged.interfaces.map(\.packets) == [2, 1])
        #expect(merged.interfaces.map(\.dropped) == [10, 5])
    }

    @Test func interfacesOfOneFileThatAreAlikeStayApart() throws {
        var writer = PcapngWriter()
        var output = ByteWriter()
        writer.writeSection(into: &output)
        let interface = writer.writeInterface(linkType: .raw, name: "en0", into: &output)
        let bytes: [UInt8] = [7]
        try writer.writePacket(bytes.span, interface: interface, time: 1, into: &output)
        // As behind the beginning of another section, with no packet of its own.
        _ = writer.writeInterface(linkType: .raw, name: "en0", into: &output)
        let merged = try merge([("a", output.bytes)])
        #expect(merged.interfaces.map(\.id) == [0, 1])
        #expect(merged.interfaces.map(\.packets) == [1, 0])
    }

    @Test func aDamagedFileLosesOnlyItsRest() throws {
        let cut = Array(try pcap([(10, 1), (20, 2)]).dropLast())
        let merged = try merge([("a", cut), ("b", try pcap([(15, 9)]))])
        #expect(merged.packets == ["1 10 0 01", "2 15 0 09"])
        #expect(merged.failures.map(\.file) == [0])
        #expect(merged.failures.first?.error.category == .partial)
    }

    @Test func namesOfAddressesAreThoseOfAllFilesOnce() throws {
        func file(_ names: [(UInt32, String)], at time: Int64) throws -> [UInt8] {
            var writer = PcapngWriter()
            var output = ByteWriter()
            writer.writeSection(into: &output)
            let interface = writer.writeInterface(linkType: .raw, into: &output)
            let bytes: [UInt8] = [7]
            try writer.writePacket(bytes.span, interface: interface, time: time, into: &output)
            writer.writeNameResolutions(
                names.map { NameResolution(.ip(IPAddress(ipv4: $0.0)), names: [$0.1]) }, into: &output)
            return output.bytes
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "merge-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try [file([(1, "one")], at: 1), file([(1, "one"), (2, "two")], at: 2)].enumerated().map {
            let path = folder.appending(path: "\($0)").path
            try Data($1).write(to: URL(fileURLWithPath: path))
            return try CaptureOverview(path: path)
        }
        let merge = CaptureMerge(files)
        while merge.next({ _, _, _ in }) {}
        #expect(merge.nameResolutions.map(\.names) == [["one"], ["two"]])
        #expect(merge.packets == [1, 1])
    }
}
