import ArgumentParser
import Platform
import SealedChannels
import WireText

/// A key log in a file, read in pieces, and read on when it has grown.
///
/// A file that has become shorter, or that is another one by now, is read from its beginning. Secrets that were in it before stay.
final class KeyLogFile {
    /// Bytes that are read of a log (256 MiB): more than a full ``KeyLog`` has, and an end of devices that have none.
    static let maximumLength = 256 << 20
    private static let pieceSize = 1 << 16

    let path: String
    /// Whether it is a regular file, or may become one.
    let grows: Bool
    private(set) var log = KeyLog()
    /// Whether there is more than is read.
    private(set) var isCut = false
    private var extent = KeyLog.Extent()
    /// Nil as long as there is no file.
    private var descriptor: Int32?
    private var length = 0
    /// Why it could not be opened, once that was said.
    private var hasFailed = false

    /// Opens the file.
    ///
    /// - Parameter mayBeMissing: Whether it may be made later, in a folder that is there; that is said then.
    /// - Throws: The exit status for a file that cannot be opened, after the reason was reported.
    init(path: String, mayBeMissing: Bool = false) throws {
        self.path = path
        do throws(SystemError) {
            let descriptor = try Files.open(path)
            self.descriptor = descriptor
            switch Self.status(descriptor).map({ $0.st_mode & S_IFMT }) {
            case S_IFDIR:
                _ = close(descriptor)
                throw SystemError(number: EISDIR)
            case S_IFREG: grows = true
            default: grows = false
            }
        } catch {
            guard mayBeMissing, error.number == ENOENT, Files.status(Self.folder(of: path)) != nil else {
                throw ExitStatus.cannotOpen.failure(path, "cannot read this key log: \(error)")
            }
            grows = true
            StandardError.write("nearscope: \(SafeText.escaped(path)): there is no such key log yet; waiting for it")
        }
    }

    deinit { if let descriptor { _ = close(descriptor) } }

    /// The folder that the file is in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Reads to the end of the file, for good.
    ///
    /// - Throws: The exit status for a file that cannot be read.
    func readAll() throws {
        do throws(SystemError) {
            try readOn()
        } catch {
            throw ExitStatus.cannotOpen.failure(path, "cannot read this key log: \(error)")
        }
        log.finish()
    }

    /// Adds what the file got since the last time, if there is a file. That it cannot be read is said once.
    func follow(into total: inout KeyLog) {
        do throws(SystemError) {
            if isReplaced {
                // What was still written to the one before.
                try readOn()
                takeNew(into: &total)
                try open()
            } else if let descriptor, size < length {
                _ = lseek(descriptor, 0, SEEK_SET)
                begin()
            }
            if size > length { try readOn() }
            hasFailed = false
        } catch {
            if !hasFailed {
                StandardError.write("nearscope: \(SafeText.escaped(path)): cannot read this key log: \(error)")
            }
            hasFailed = true
        }
        takeNew(into: &total)
    }

    /// Adds what was read since the last call.
    func takeNew(into total: inout KeyLog) {
        guard log.extent != extent else { return }
        total.append(log, since: extent)
        extent = log.extent
    }

    /// The last line counts as it is, even if it has no end.
    func finish() { log.finish() }

    /// Whether another file has the path now, or one at last.
    private var isReplaced: Bool {
        guard let now = Files.status(path) else { return false }
        guard let own = descriptor.flatMap(Self.status) else { return descriptor == nil }
        return (own.st_dev, own.st_ino) != (now.st_dev, now.st_ino)
    }

    /// Bytes of the open file, 0 without one.
    private var size: Int { descriptor.flatMap(Self.status).map { Int($0.st_size) } ?? 0 }

    private func open() throws(SystemError) {
        let next = try Files.open(path)
        if let descriptor { _ = close(descriptor) }
        descriptor = next
        begin()
    }

    /// Forgets where reading was.
    private func begin() {
        length = 0
        isCut = false
        log = KeyLog()
        extent = KeyLog.Extent()
    }

    private func readOn() throws(SystemError) {
        guard let descriptor else { return }
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        // Secrets lie in it for a moment.
        defer { for index in piece.indices { piece[index] = 0 } }
        while !isCut {
            let count = try Files.read(descriptor, into: &piece)
            if count == 0 { return }
            log.append(piece.span.extracting(first: count))
            length += count
            isCut = length >= Self.maximumLength
        }
    }

    private static func status(_ descriptor: Int32) -> stat? {
        var status = stat()
        // The struct is ours, and the call fills it.
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }
}
