import Foundation
import Testing
import WireCoding

@testable import PacketCapture

@Suite struct CaptureRecorderTests {
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 1_700_000_000 * second

    private let folder: URL
    private let ethernet = {
        var interface = CaptureInterface(id: 0, linkType: .ethernet, resolution: .nanoseconds)
        interface.name = "en0"
        interface.interfaceDescription = "Wi-Fi"
        interface.snapLength = LiveCapture.maximumSnapLength
        interface.filter = .expression("udp")
        return interface
    }()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recorder-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func recorder(
        _ name: String, _ rotation: CaptureRecorder.Rotation? = nil, dropped: @escaping () -> UInt64 = { 0 }
    ) throws -> CaptureRecorder {
        try CaptureRecorder(
            path: path(name), interfaces: [ethernet], application: "test 1", rotation: rotation, now: Self.start
        ) { [LiveCaptureStatistics(received: 10, dropped: dropped(), droppedByInterface: 1)] }
    }

    private func packet(_ number: Int, count: Int = 60) -> [UInt8] { [UInt8](repeating: UInt8(number), count: count) }

    @Test func aFileHasItsInterfacePacketsAndDrops() throws {
        let recorder = try recorder("a.pcapng") { 4 }
        for number in 0..<3 {
            try recorder.write(
                packet(number).span, interface: 0, time: Self.start + Int64(number), originalLength: 60 + number)
        }
        try recorder.finish(at: Self.start + Self.second)
        let pass = Pass { () throws(CaptureError) in try CaptureFile.open(path: path("a.pcapng")) }
        #expect(pass.error == nil)
        #expect(pass.packets.map(\.bytes) == (0..<3).map { packet($0) })
        #expect(pass.packets.map(\.record.time) == [0, 1, 2].map { Self.start + $0 })
        #expect(pass.packets.map(\.record.originalLength) == [60, 61, 62])
        let interface = try #require(pass.interfaces.first)
        #expect(interface.name == "en0" && interface.interfaceDescription == "Wi-Fi")
        #expect(interface.snapLength == LiveCapture.maximumSnapLength && interface.resolution == .nanoseconds)
        // By the system and by the interface.
        #expect(interface.dropped == 5)
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "a.pcapng")))
        #expect(bytes.contains(Array("test 1".utf8)) && bytes.contains(Array("\0udp".utf8)))
    }

    @Test func packetsCanBeReadBeforeTheEnd() throws {
        let recorder = try recorder("a.pcapng")
        try recorder.write(packet(1).span, interface: 0, time: Self.start, originalLength: 60)
        try recorder.flush()
        let pass = Pass { () throws(CaptureError) in try CaptureFile.open(path: path("a.pcapng")) }
        #expect(pass.packets.count == 1 && pass.error == nil)
    }

    @Test func bySizeTheFilesFollowOneAnother() throws {
        let recorder = try recorder("a.pcapng", .init(maximumSize: 1000))
        for number in 0..<30 {
            try recorder.write(
                packet(number).span, interface: 0, time: Self.start + Int64(number), originalLength: 60)
        }
        try recorder.finish(at: Self.start)
        let passes = try names.map { name in
            Pass { () throws(CaptureError) in try CaptureFile.open(path: path(name)) }
        }
        #expect(try names == ["a-00001.pcapng", "a-00002.pcapng", "a-00003.pcapng"])
        #expect(passes.flatMap(\.packets).map(\.bytes) == (0..<30).map { packet($0) })
        for pass in passes {
            #expect(pass.error == nil && pass.packets.count >= 5)
            #expect(pass.interfaces.first?.name == "en0" && pass.interfaces.first?.dropped != nil)
        }
    }

    @Test func byAgeAFileEndsWhenItsTimeIsOver() throws {
        let recorder = try recorder("a", .init(maximumAge: 60 * Self.second))
        // Nothing came for a minute: the file goes on.
        try recorder.advance(to: Self.start + 61 * Self.second)
        #expect(try names == ["a-00001.pcapng"])
        try recorder.write(packet(1).span, interface: 0, time: Self.start, originalLength: 60)
        try recorder.advance(to: Self.start + 120 * Self.second)
        try recorder.advance(to: Self.start + 121 * Self.second)
        // It has ended, and the next one begins with a packet.
        #expect(try names == ["a-00001.pcapng"])
        try recorder.write(packet(2).span, interface: 0, time: Self.start, originalLength: 60)
        try recorder.finish(at: Self.start + 122 * Self.second)
        #expect(try names == ["a-00001.pcapng", "a-00002.pcapng"])
    }

    @Test func onlyTheLatestFilesAreKept() throws {
        let recorder = try recorder("a.pcapng", .init(maximumSize: 1, maximumFiles: 2))
        for number in 0..<5 {
            try recorder.write(packet(number).span, interface: 0, time: Self.start, originalLength: 60)
        }
        try recorder.finish(at: Self.start)
        #expect(try names == ["a-00004.pcapng", "a-00005.pcapng"])
    }

    @Test func everyFileTellsItsOwnDrops() throws {
        var dropped: UInt64 = 7
        let recorder = try recorder("a.pcapng", .init(maximumSize: 1)) { dropped }
        try recorder.write(packet(1).span, interface: 0, time: Self.start, originalLength: 60)
        try recorder.write(packet(2).span, interface: 0, time: Self.start, originalLength: 60)
        dropped = 9
        try recorder.finish(at: Self.start)
        let counts = try names.map { name in
            Pass { () throws(CaptureError) in try CaptureFile.open(path: path(name)) }.interfaces.first?.dropped
        }
        // Each with one more by the interface, which was there from the start.
        #expect(counts == [8, 2])
    }

    @Test func aTimeBefore1970IsTheFirstThereIs() throws {
        let recorder = try recorder("a.pcapng")
        try recorder.write(packet(1).span, interface: 0, time: -5, originalLength: 60)
        try recorder.finish(at: -5)
        let pass = Pass { () throws(CaptureError) in try CaptureFile.open(path: path("a.pcapng")) }
        #expect(pass.packets.map(\.record.time) == [0])
    }

    @Test func aFolderThatIsMissingIsTold() throws {
        do {
            _ = try recorder("missing/a.pcapng")
            Issue.record("made a file in no folder")
        } catch let error as CaptureRecorderError {
            #expect(error.kind == .cannotCreate(ENOENT))
            #expect(error.description == "cannot be created: no such folder")
        }
    }

    #if os(Linux)
        @Test func aFullDiskIsTold() throws {
            do {
                _ = try CaptureRecorder(
                    path: "/dev/full", interfaces: [ethernet], application: "test", now: Self.start
                ) { [] }
                Issue.record("wrote to a full disk")
            } catch {
                #expect(error.kind == .cannotWrite(ENOSPC))
            }
        }
    #endif

    @Test func namesCountUpward() {
        #expect(CaptureRecorder.name("a.pcapng", number: 1) == "a-00001.pcapng")
        #expect(CaptureRecorder.name("b/a", number: 123_456) == "b/a-123456.pcapng")
        #expect(CaptureRecorder.name("a.pcap", number: 9) == "a.pcap-00009.pcapng")
    }

    @Test func aNewRotationGoesOnAfterTheLastFile() throws {
        let path = FileManager.default.temporaryDirectory.path + "/recorder-\(UUID().uuidString).pcapng"
        let stem = path.dropLast(".pcapng".count)
        let files = [1, 17].map { "\(stem)-000\($0 < 10 ? "0" : "")\($0).pcapng" } + ["\(stem)-000x9.pcapng"]
        for file in files { try #require(FileManager.default.createFile(atPath: file, contents: Data([7]))) }
        #expect(CaptureRecorder.highestNumber(path) == 17)
        let recorder = try CaptureRecorder(
            path: path, interfaces: [], application: "test", rotation: CaptureRecorder.Rotation(maximumSize: 1),
            replaces: false, now: 0
        ) { [] }
        #expect(recorder.currentPath == "\(stem)-00018.pcapng")
        #expect(throws: CaptureRecorderError.self) {
            try CaptureRecorder(path: files[1], interfaces: [], application: "test", replaces: false, now: 0) { [] }
        }
        for file in files + [recorder.currentPath] { try FileManager.default.removeItem(atPath: file) }
    }
}

extension [UInt8] {
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: other) }
    }
}
