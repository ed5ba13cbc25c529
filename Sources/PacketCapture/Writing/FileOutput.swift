#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is written from its start to its end, or standard output.
final class FileOutput {
    private let descriptor: Int32
    /// Bytes written.
    private(set) var count = 0

    /// Makes an empty file, in place of one that was there.
    ///
    /// - Parameter path: `"-"` for standard output, which stays open at the end.
    init(path: String) throws(SystemError) {
        // The path is copied during the call. Who may read the file is for the user's umask to say, as with tcpdump.
        descriptor = path == "-" ? dup(1) : unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError(number: errno) }
    }

    deinit { _ = close(descriptor) }

    /// Writes all of the bytes, or where that fails as good as none: a regular file is cut back to what it had before.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { memory in
                // The pointer is used within the closure alone, for no more than the array's bytes from `written` on.
                unsafe systemWrite(
                    descriptor, memory.baseAddress.map { unsafe $0 + written }, memory.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                // Standard output may be a pipe that another process made non-blocking.
                var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&descriptors, 1, -1)
            } else if errno != EINTR {
                let number = errno
                // Both fail on pipes, where nothing can be taken back.
                if written > 0, ftruncate(descriptor, off_t(count)) == 0 {
                    _ = lseek(descriptor, off_t(count), SEEK_SET)
                }
                throw SystemError(number: number)
            }
        }
        count += written
    }

    /// Removes a file; one that is gone already is as well.
    static func remove(_ path: String) {
        // The path is copied during the call.
        _ = unsafe unlink(path)
    }
}

/// `write(2)`, whose name the method above hides.
private func systemWrite(_ descriptor: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    // The caller passes its own memory with that many bytes.
    unsafe write(descriptor, memory, count)
}
