import PacketCapture
import Platform

/// A qlog that is written while a capture is read: to standard output, or to a file that gets its name when it is whole.
struct QUICLogOutput {
    private let path: String
    private let file: AtomicFile?
    private var bytes: [UInt8] = []

    private static let pieceSize = 1 << 16

    /// - Parameters:
    ///   - path: Nil for standard output, as `-`.
    ///   - replaces: Whether a file that is there may be lost.
    /// - Throws: The exit status for a file that cannot be written.
    init(_ path: String?, replaces: Bool) throws {
        self.path = path ?? "-"
        guard let path, path != "-" else {
            file = nil
            return
        }
        PartialFiles.removeOnSignals()
        do {
            file = try AtomicFile(path, replaces: replaces)
        } catch {
            throw OutputFile.failure(CaptureRecorderError(kind: .cannotCreate(error.number), path: path))
        }
    }

    mutating func write(_ more: [UInt8]) throws {
        bytes += more
        if bytes.count >= Self.pieceSize { try flush() }
    }

    private mutating func flush() throws {
        guard let file else {
            try StandardOutput().write(bytes)
            return bytes.removeAll(keepingCapacity: true)
        }
        do throws(SystemError) {
            try Files.write(bytes, to: file.descriptor)
        } catch {
            throw ExitStatus.cannotWrite.failure(path, "cannot be written: \(error)")
        }
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func finish() throws {
        try flush()
        do throws(SystemError) {
            try file?.commit()
        } catch {
            throw OutputFile.failure(CaptureRecorderError(kind: .cannotCreate(error.number), path: path))
        }
    }
}
