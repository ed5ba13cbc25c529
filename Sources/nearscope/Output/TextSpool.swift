import Foundation
import Platform

/// Text that waits: in memory while it is short, beyond that in a temporary file without a name.
final class TextSpool {
    /// So many bytes are in memory.
    static let maximumInMemory = 4 << 20

    private let folder: String
    private var text: [UInt8] = []
    private var file: (writing: FileHandle, reading: FileHandle)?

    init(folder: String = FileManager.default.temporaryDirectory.path) { self.folder = folder }

    /// - Throws: The exit status where the temporary file cannot be written.
    func write(_ text: String) throws {
        self.text += text.utf8
        if self.text.count > Self.maximumInMemory { try flush() }
    }

    /// Hands all of it on, in pieces.
    ///
    /// - Throws: Any error from `output`; the exit status where the temporary file cannot be read.
    func forEach(_ output: ([UInt8]) throws -> Void) throws {
        if let file {
            try flush()
            while let piece = try reporting({ try file.reading.read(upToCount: Self.maximumInMemory) }), !piece.isEmpty
            {
                try output(Array(piece))
            }
        }
        try output(text)
        text = []
    }

    private func flush() throws {
        try reporting {
            let file = try self.file ?? open()
            self.file = file
            try file.writing.write(contentsOf: Data(text))
        }
        text.removeAll(keepingCapacity: true)
    }

    /// The name is gone before anything is in the file: it vanishes with the program, however that ends.
    private func open() throws -> (writing: FileHandle, reading: FileHandle) {
        let path = folder + "/nearscope-" + UUID().uuidString
        let writing = FileHandle(
            fileDescriptor: try Files.create(path, replaces: false, mode: 0o600), closeOnDealloc: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return (writing, FileHandle(fileDescriptor: try Files.open(path), closeOnDealloc: true))
    }

    private func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw ExitStatus.cannotWrite.failure(folder, "no room for a temporary file: \(error)")
        }
    }
}
