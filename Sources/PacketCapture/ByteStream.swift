#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A source of bytes that can be read once, in order.
final class ByteStream {
    private enum Source {
        /// Closed at the end.
        case descriptor(Int32)
        /// Pieces that arrive one at a time, for tests.
        case pieces([[UInt8]], next: Int)
    }

    private var source: Source

    /// Takes over an open file and closes it in the end.
    init(descriptor: Int32) { source = .descriptor(descriptor) }

    init(pieces: [[UInt8]]) { source = .pieces(pieces, next: 0) }

    deinit {
        if case .descriptor(let descriptor) = source { _ = close(descriptor) }
    }

    /// Reads into the array from `start` to its end: as many bytes as are to be had at once, 0 at the end.
    ///
    /// - Throws: The `errno` of the system.
    func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
        guard start < buffer.count else { return 0 }
        switch source {
        case .descriptor(let descriptor):
            while true {
                // The pointer is used within the closure alone, for no more than the array's bytes from start on.
                let count = unsafe buffer.withUnsafeMutableBytes { memory in
                    unsafe systemRead(descriptor, memory.baseAddress.map { unsafe $0 + start }, memory.count - start)
                }
                if count >= 0 { return count }
                guard errno == EINTR else { throw SystemError(number: errno) }
            }
        case .pieces(var pieces, var next):
            while next < pieces.count, pieces[next].isEmpty { next += 1 }
            guard next < pieces.count else { return 0 }
            let count = min(pieces[next].count, buffer.count - start)
            buffer.replaceSubrange(start..<start + count, with: pieces[next][..<count])
            pieces[next].removeFirst(count)
            source = .pieces(pieces, next: next)
            return count
        }
    }
}

/// What the system said.
struct SystemError: Error {
    let number: Int32
}

/// `read(2)`, whose name the method above hides.
private func systemRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    // The caller passes memory of its own with that many bytes.
    unsafe read(descriptor, memory, count)
}
