import Platform
import WireCoding

/// A file that is written from its start to its end, or standard output.
final class FileOutput {
    private let path: String
    private let descriptor: Int32
    /// Where the file gets its name at the end alone.
    private let atomic: AtomicFile?
    private let pieceSize: Int
    /// Bytes handed to the system.
    private(set) var count = 0
    /// The bytes after them.
    private(set) var buffer: ByteWriter

    /// Makes an empty file.
    ///
    /// - Parameters:
    ///   - path: `"-"` for standard output, which stays open at the end.
    ///   - replaces: Whether a file that is there may be lost.
    ///   - mode: Its permissions; nil for those that the umask allows.
    ///   - isAtomic: Whether the file has its name only after ``commit()``, and goes away without; its permissions are then those
    ///     that the umask allows.
    ///   - pieceSize: Bytes are handed to the system in pieces of about this size.
    init(
        path: String, replaces: Bool, mode: UInt16? = nil, isAtomic: Bool = false, pieceSize: Int
    ) throws(CaptureRecorderError) {
        self.path = path
        self.pieceSize = pieceSize
        buffer = ByteWriter(reservingCapacity: 2 * pieceSize)
        do throws(SystemError) {
            atomic = try isAtomic && path != "-" ? AtomicFile(path, replaces: replaces) : nil
            descriptor =
                if let atomic { atomic.descriptor } else if path == "-" { try retrying { dup(1) } } else {
                    try Files.create(path, replaces: replaces, mode: mode)
                }
        } catch {
            throw CaptureRecorderError(kind: .cannotCreate(error.number), path: path)
        }
    }

    deinit { if atomic == nil { _ = close(descriptor) } }

    /// Gives the whole file its name.
    func commit() throws(CaptureRecorderError) {
        try flush()
        do throws(SystemError) {
            try atomic?.commit()
        } catch {
            throw CaptureRecorderError(kind: .cannotCreate(error.number), path: path)
        }
    }

    /// Changes the owner of a regular file.
    func give(uid: uid_t, gid: gid_t) throws(CaptureRecorderError) {
        var status = stat()
        // The struct is ours, and the call fills it.
        guard path != "-", unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if fchown(descriptor, uid, gid) != 0 { throw CaptureRecorderError(kind: .cannotCreate(errno), path: path) }
    }

    /// Adds what `body` writes to the buffer.
    ///
    /// - Throws: An error of `body` as one about a packet.
    func append(_ body: (inout ByteWriter) throws(WireError) -> Void) throws(CaptureRecorderError) {
        do throws(WireError) {
            try body(&buffer)
        } catch {
            throw CaptureRecorderError(kind: .packet(error), path: path)
        }
    }

    /// Hands a full buffer to the system.
    func flushIfFull() throws(CaptureRecorderError) {
        if buffer.count >= pieceSize { try flush() }
    }

    /// Hands what is buffered to the system.
    func flush() throws(CaptureRecorderError) {
        guard buffer.count > 0 else { return }
        defer { buffer.removeAll() }
        do throws(SystemError) {
            try write(buffer.bytes)
        } catch {
            throw CaptureRecorderError(kind: .cannotWrite(error.number), path: path)
        }
    }

    /// Writes all of the bytes, or where that fails as good as none: a regular file is cut back to what it had before.
    private func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { memory in
                // The pointer is used within the closure alone, for no more than the array's bytes from `written` on.
                unsafe Platform.write(
                    descriptor, memory.baseAddress.map { unsafe $0 + written }, memory.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                // Standard output may be a pipe that another process made non-blocking.
                var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&descriptors, 1, -1)
            } else if errno != EINTR {
                let error = SystemError()
                // Both fail on pipes, where nothing can be taken back.
                if written > 0, ftruncate(descriptor, off_t(count)) == 0 {
                    _ = lseek(descriptor, off_t(count), SEEK_SET)
                }
                throw error
            }
        }
        count += written
    }

    /// Removes a file; one that is gone already is as well.
    static func remove(_ path: String) {
        // The array lives during the call.
        _ = unsafe unlink(PathText.cString(path))
    }
}
