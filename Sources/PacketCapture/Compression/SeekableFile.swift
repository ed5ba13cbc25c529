#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file that can be read from any place, by several readers at the same time.
///
/// Reading into a small buffer that is used again and again beats mapping the file: half the time for a capture in the page
/// cache (`Docs/performance.md`), because every page that is mapped costs a fault and its bytes are far from the processor.
final class SeekableFile: Sendable {
    private let descriptor: Int32
    /// The size of the file when it was opened. Bytes written after that are not read, so that all readers see the
    /// same.
    let size: Int

    /// Takes over an open file and closes it in the end.
    init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    deinit { _ = close(descriptor) }

    /// Reads into the array from `start` to its end what the file has from `offset` on: at least one byte, 0 at the end.
    ///
    /// - Throws: The `errno` of the system.
    func read(into buffer: inout [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int {
        let wanted = min(buffer.count - start, size - offset)
        guard wanted > 0 else { return 0 }
        while true {
            // The pointer is used within the closure alone, for no more than the array's bytes from start on.
            let count = unsafe buffer.withUnsafeMutableBytes { memory in
                unsafe pread(descriptor, memory.baseAddress.map { unsafe $0 + start }, wanted, off_t(offset))
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemError(number: errno) }
        }
    }
}
