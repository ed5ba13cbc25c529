import Foundation
import PacketCapture
import TestSupport
import Testing
import WireCoding

// The code of the article, word for word.

/// How many packets of a file each interface captured, by the name that the file gives it.
func packetCounts(path: String) throws(CaptureError) -> [String: Int] {
    var counts: [String: Int] = [:]
    var reader = try CaptureFile.open(path: path).makeReader()
    while let packet = try reader.next() {
        let interface = reader.interfaces[packet.interface]
        counts[interface.name ?? interface.linkType.name, default: 0] += 1
    }
    return counts
}

/// The lengths of the packets on the wire, and why there are no more of them than these.
func packetLengths(in file: CaptureFile) -> (lengths: [Int], error: CaptureError?) {
    var lengths: [Int] = []
    do throws(CaptureError) {
        var reader = try file.makeReader()
        while let packet = try reader.next() { lengths.append(packet.originalLength) }
        return (lengths, nil)
    } catch {
        return (lengths, error)
    }
}

/// A pcapng file with packets of one interface, whose times are nanoseconds since 1970.
func capture(of packets: [(time: Int64, bytes: [UInt8])]) throws(WireError) -> [UInt8] {
    var writer = PcapngWriter()
    var file = ByteWriter()
    writer.writeSection(options: [.application("example 1.0")], into: &file)
    let interface = writer.writeInterface(linkType: .ethernet, name: "en0", into: &file)
    for packet in packets {
        try writer.writePacket(packet.bytes.span, interface: interface, time: packet.time, into: &file)
    }
    return file.bytes
}

@Suite struct ReadACaptureTests {
    private static let packets: [(time: Int64, bytes: [UInt8])] = [
        (1_700_000_000_000_000_000, [UInt8](repeating: 1, count: 60)),
        (1_700_000_000_000_000_001, [UInt8](repeating: 2, count: 1514)),
    ]

    @Test func packetsAreCountedByTheNamesOfInterfaces() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "article-\(UUID()).pcapng")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(try capture(of: Self.packets)).write(to: url)
        #expect(try packetCounts(path: url.path) == ["en0": 2])
    }

    @Test func anInterfaceWithoutANameIsCountedByItsLinkType() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "article-\(UUID()).pcap")
        defer { try? FileManager.default.removeItem(at: url) }
        let writer = PcapWriter(linkType: .ieee80211Radiotap)
        var file = ByteWriter()
        writer.writeHeader(into: &file)
        for packet in Self.packets { try writer.writePacket(packet.bytes.span, time: packet.time, into: &file) }
        try Data(file.bytes).write(to: url)
        #expect(try packetCounts(path: url.path) == ["IEEE802_11_RADIOTAP": 2])
    }

    @Test func theTimesWrittenAreTheTimesRead() throws {
        var reader = try CaptureFile.open(bytes: try capture(of: Self.packets)).makeReader()
        var times: [Int64] = []
        while let packet = try reader.next() { times.append(packet.time) }
        #expect(times == Self.packets.map(\.time))
        #expect(reader.sections.map(\.application) == ["example 1.0"])
    }

    @Test func aCutFileGivesThePacketsBeforeTheCut() throws {
        let bytes = try capture(of: Self.packets)
        let whole = packetLengths(in: try CaptureFile.open(bytes: bytes))
        #expect(whole.lengths == [60, 1514] && whole.error == nil)
        let cut = packetLengths(in: try CaptureFile.open(bytes: Array(bytes.dropLast(100))))
        #expect(cut.lengths == [60] && cut.error?.category == .partial)
    }

    @Test func aFileThatGrewIsReadAsLongAsItWas() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "article-\(UUID()).pcapng")
        defer { try? FileManager.default.removeItem(at: url) }
        let bytes = try capture(of: Self.packets)
        try Data(bytes).write(to: url)
        let file = try CaptureFile.open(path: url.path)
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        let read = packetLengths(in: file)
        #expect(read.lengths == [60, 1514] && read.error?.kind == .grew)
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/PacketCapture/PacketCapture.docc/Read-a-capture.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
