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
        case file(SeekableFile)
        case pieces
    }

    private let source: Source
    /// For a file: the offset to continue from.
    private var offset = 0
    /// The pieces to deliver one at a time, the next one last.
    private var pieces: [[UInt8]] = []
    /// Bytes of the next piece that have arrived.
    private var delivered = 0

    /// Takes over an open file and closes it in the end.
    init(descriptor: Int32) { source = .descriptor(descriptor) }

    /// Reads a file from its beginning.
    init(_ file: SeekableFile) { source = .file(file) }

    /// Delivers those pieces separately, as a slow writer would.
    init(pieces: [[UInt8]]) {
        source = .pieces
        self.pieces = pieces.reversed()
    }

    deinit {
        if case .descriptor(let descriptor) = source { _ = close(descriptor) }
    }

    /// Reads into the array from `start` to its end: as many bytes as are available immediately, 0 at the end.
    ///
    /// - Throws: The `errno` of the system.
    func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
        guard start < buffer.count else { return 0 }
        switch source {
        case .pieces: return readPiece(into: &buffer, from: start)
        case .file(let file):
            let count = try file.read(into: &buffer, from: start, at: offset)
            offset += count
            return count
        case .descriptor(let descriptor): return try read(descriptor, into: &buffer, from: start)
        }
    }

    private func read(_ descriptor: Int32, into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
        while true {
            // The pointer is used within the closure alone, for no more than the array's bytes from start on.
            let count = unsafe buffer.withUnsafeMutableBytes { memory in
                unsafe systemRead(descriptor, memory.baseAddress.map { unsafe $0 + start }, memory.count - start)
            }
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemError(number: errno) }
        }
    }

    private func readPiece(into buffer: inout [UInt8], from start: Int) -> Int {
        while let piece = pieces.last {
            let count = min(piece.count - delivered, buffer.count - start)
            buffer.replaceSubrange(start..<start + count, with: piece[delivered..<delivered + count])
            delivered += count
            if delivered == piece.count {
                pieces.removeLast()
                delivered = 0
            }
            if count > 0 { return count }
        }
        return 0
    }
}

/// The system's error.
struct SystemError: Error {
    let number: Int32
}

/// `read(2)`, whose name the method above hides.
private func systemRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    // The caller passes its own memory with that many bytes.
    unsafe read(descriptor, memory, count)
}
