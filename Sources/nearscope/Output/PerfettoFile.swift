import PacketCapture
import Platform

/// A trace for ui.perfetto.dev that is written while captures are read; it gets its name when it is whole.
struct PerfettoFile {
    private let path: String
    private let file: AtomicFile

    /// - Throws: The exit status for a file that cannot be written.
    init(_ path: String) throws {
        PartialFiles.removeOnSignals()
        do {
            file = try AtomicFile(path, replaces: true)
        } catch {
            throw OutputFile.failure(CaptureRecorderError(kind: .cannotCreate(error.number), path: path))
        }
        self.path = path
    }

    func write(_ bytes: [UInt8]) throws {
        do throws(SystemError) {
            try Files.write(bytes, to: file.descriptor)
        } catch {
            throw ExitStatus.cannotWrite.failure(path, "cannot be written: \(error)")
        }
    }

    func finish() throws {
        do throws(SystemError) {
            try file.commit()
        } catch {
            throw OutputFile.failure(CaptureRecorderError(kind: .cannotCreate(error.number), path: path))
        }
    }
}
