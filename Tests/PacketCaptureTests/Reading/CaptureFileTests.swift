import Foundation
import PacketCapture
import Testing
import WireCoding
import TestSupport

@Suite struct CaptureFileTests {
    static let capture = hex(
        "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000 00000000 00000000 02000000 02000000 abcd")

    /// Runs with the path of a file that holds those bytes.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url.path)
    }

    @Test func aRegularFileIsReadOftenAtOnce() throws {
        try withFile(Self.capture) { path in
            let file = try CaptureFile.open(path: path)
            #expect(file.isSeekable)
            #expect(file.path == path)
            #expect(file.format == .pcap)
            #expect(file.compression == .none)
            #expect(file.size == Self.capture.count)
            var first = try file.makeReader()
            var second = try file.makeReader()
            #expect(try first.next()?.frame == 1)
            #expect(try second.next()?.frame == 1)
            let bytes = (first.bytes.copied(), second.bytes.copied())
            #expect(bytes == ([0xAB, 0xCD], [0xAB, 0xCD]))
            #expect(try first.next() == nil)
            let remaining = second.bytes.copied()
            #expect(remaining == [0xAB, 0xCD])
        }
    }

    /// Several readers of one file are to see the same packets, whenever each of them comes to the end.
    @Test func whatIsWrittenAfterOpeningIsNotRead() throws {
        try withFile(Self.capture) { path in
            let file = try CaptureFile.open(path: path)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(Self.capture[24...]))
            try handle.close()
            var reader = try file.makeReader()
            #expect(try reader.next()?.frame == 1)
            do throws(CaptureError) {
                _ = try reader.next()
                Issue.record("What was added is neither read nor passed over in silence.")
            } catch {
                #expect(error.kind == .grew)
            }
        }
    }

    /// The reader keeps the descriptor, not the file object.
    @Test func aReaderOutlivesItsFile() throws {
        try withFile(Self.capture) { path in
            var reader = try CaptureFile.open(path: path).makeReader()
            #expect(try reader.next() != nil)
            let bytes = reader.bytes.copied()
            #expect(bytes == [0xAB, 0xCD])
        }
    }

    @Test func aNamedPipeIsAStream() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        // The system copies the path during the call.
        let status = unsafe mkfifo(path, 0o600)
        try #require(status == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = Thread { FileHandle(forWritingAtPath: path)?.write(Data(Self.capture)) }
        writer.start()
        let file = try CaptureFile.open(path: path)
        #expect(!file.isSeekable)
        #expect(file.size == nil)
        var reader = try file.makeReader()
        #expect(try reader.next()?.capturedLength == 2)
        #expect(try reader.next() == nil)
        #expect(throws: CaptureError(.alreadyRead)) { _ = try file.makeReader() }
    }

    /// A capture that is still running has written its header and nothing else.
    @Test(.timeLimit(.minutes(10)))
    func aPipeIsRecognizedByWhatIsThere() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        // The system copies the path during the call.
        let status = unsafe mkfifo(path, 0o600)
        try #require(status == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let isOpen = DispatchSemaphore(value: 0)
        let writer = Thread {
            let handle = FileHandle(forWritingAtPath: path)
            handle?.write(Data(Self.capture[..<24]))
            isOpen.wait()
            handle?.write(Data(Self.capture[24...]))
        }
        writer.start()
        let file = try CaptureFile.open(path: path)
        isOpen.signal()
        var reader = try file.makeReader()
        #expect(try reader.next()?.capturedLength == 2)
        #expect(try reader.next() == nil)
    }

    @Test func aFileThatIsNotThere() {
        let error = CaptureError(.cannotOpen(.noSuchFile))
        #expect(throws: error) { try CaptureFile.open(path: "/nowhere/at/all.pcap") }
        #expect(error.description == "cannot open: no such file")
        #expect(error.category == .cannotOpen)
    }

    @Test func aDirectory() {
        #expect(throws: CaptureError(.cannotOpen(.isADirectory))) { try CaptureFile.open(path: "/") }
    }

    @Test func anEmptyFile() throws {
        try withFile([]) { path in
            #expect(throws: CaptureError(.empty)) { try CaptureFile.open(path: path) }
        }
        #expect(CaptureError(.empty).category == .notACapture)
    }

    @Test(arguments: ["00", "d4c3", "1f", "d4c3b2a2 00000000", "68656c6c6f20776f726c64"])
    func otherFiles(start: String) throws {
        #expect(throws: CaptureError(.notACapture)) { try CaptureFile.open(bytes: hex(start)) }
        #expect(Pass(pieces: [hex(start)]).error == CaptureError(.notACapture))
    }

    @Test func errorsAreSentences() {
        #expect(
            CaptureError(.endsEarly(.packetData, needed: 70, available: 12), offset: 24).description
                == "the file ends early: the packet record at offset 24 needs 70 bytes, 12 are there")
        #expect(
            CaptureError(.damaged(.trailingLength(20, leading: 16)), offset: 48).description
                == "the file is damaged at offset 48: the block's length is 16 at its start and 20 at its end")
    }
}
