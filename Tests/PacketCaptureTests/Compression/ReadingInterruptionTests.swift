import Foundation
import Platform
import Testing

@testable import PacketCapture

/// A pipe that is written, and another one that asks for the end of reading as soon as it has a byte.
@Suite struct ReadingInterruptionTests {
    private let stream = Pipe()
    private let request = Pipe()

    private func interruption(patience: Duration = .milliseconds(50)) -> ReadingInterruption {
        ReadingInterruption(descriptor: request.fileHandleForReading.fileDescriptor, patience: patience)
    }

    private func file(_ interruption: ReadingInterruption) throws -> CaptureFile {
        let descriptor = dup(stream.fileHandleForReading.fileDescriptor)
        return try CaptureFile.open(ByteStream(descriptor: descriptor, endingAt: interruption), path: "-")
    }

    private func packets(_ file: CaptureFile) throws -> Int {
        var reader = try file.makeReader()
        var count = 0
        while try reader.next() != nil { count += 1 }
        // The end stays the end.
        #expect(try reader.next() == nil)
        return count
    }

    /// A header and three packets of ten bytes, cut as a writer does that fills a buffer first.
    private static let capture: [UInt8] =
        [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]
        + (0..<3).flatMap {
            [UInt8]([$0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0]) + [UInt8](repeating: 7, count: 10)
        }

    @Test func aRequestIsTheEndOfAStreamThatGoesOn() throws {
        stream.fileHandleForWriting.write(Data(Self.capture))
        request.fileHandleForWriting.write(Data([1]))
        #expect(try packets(file(interruption())) == 3)
    }

    /// Nobody cut it but who asked.
    @Test(arguments: [1, 9, 10, 25]) func aPacketThatHasNotArrivedIsNotDamage(missing: Int) throws {
        stream.fileHandleForWriting.write(Data(Self.capture.dropLast(missing)))
        request.fileHandleForWriting.write(Data([1]))
        #expect(try packets(file(interruption())) == 2)
    }

    /// The end of the stream comes before that of the patience.
    @Test func whatItsWriterHasLeftIsRead() throws {
        stream.fileHandleForWriting.write(Data(Self.capture.prefix(60)))
        let file = try file(interruption(patience: .seconds(600)))
        request.fileHandleForWriting.write(Data([1]))
        stream.fileHandleForWriting.write(Data(Self.capture.dropFirst(60)))
        try stream.fileHandleForWriting.close()
        #expect(try packets(file) == 3)
    }

    @Test func withoutARequestACutIsDamage() throws {
        stream.fileHandleForWriting.write(Data(Self.capture.dropLast(5)))
        try stream.fileHandleForWriting.close()
        let file = try file(interruption())
        #expect(throws: CaptureError.self) { try packets(file) }
    }
}
