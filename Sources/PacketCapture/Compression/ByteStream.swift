import Platform

/// A source of bytes that can be read once, in order.
final class ByteStream {
    private enum Source {
        /// Closed at the end.
        case descriptor(Int32, ReadingInterruption?)
        case file(SeekableFile)
        case pieces
    }

    private let source: Source
    /// For a file: the offset to continue from.
    private var offset = 0
    /// The pieces to deliver one at a time, the next one last.
    private var pieces: [ArraySlice<UInt8>] = []
    /// Whether the reading ended before the source did, on request.
    private(set) var isInterrupted = false

    /// Takes over an open file and closes it in the end.
    ///
    /// - Parameter interruption: What may end the reading before the file does.
    init(descriptor: Int32, endingAt interruption: ReadingInterruption? = nil) {
        source = .descriptor(descriptor, interruption)
    }

    /// Reads a file from its beginning.
    init(_ file: SeekableFile) { source = .file(file) }

    /// Delivers those pieces separately, as a slow writer would.
    init(pieces: [[UInt8]]) {
        source = .pieces
        self.pieces = pieces.reversed().map { $0[...] }
    }

    deinit {
        if case .descriptor(let descriptor, _) = source { _ = close(descriptor) }
    }

    /// What happened to a file since it was first opened; nil for nothing, and for anything else than a file.
    var change: CaptureError.Kind? {
        if case .file(let file) = source { file.change } else { nil }
    }

    /// Reads into the array from `start` to its end: as many bytes as are available immediately, 0 at the end.
    ///
    /// - Throws: The `errno` of the system.
    func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
        let count = try take(into: &buffer, from: start)
        ReadingMeter.add(bytes: count)
        return count
    }

    private func take(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
        guard start < buffer.count else { return 0 }
        switch source {
        case .pieces: return readPiece(into: &buffer, from: start)
        case .file(let file):
            let count = try file.read(into: &buffer, from: start, at: offset)
            offset += count
            return count
        case .descriptor(let descriptor, let interruption):
            if let interruption, !interruption.allowsReading(descriptor) {
                isInterrupted = true
                return 0
            }
            return try read(descriptor, into: &buffer, from: start)
        }
    }

    private func read(_ descriptor: Int32, into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
        try retrying {
            // The pointer is used within the closure alone, for no more than the array's bytes from start on.
            unsafe buffer.withUnsafeMutableBytes { memory in
                unsafe Platform.read(descriptor, memory.baseAddress.map { unsafe $0 + start }, memory.count - start)
            }
        }
    }

    private func readPiece(into buffer: inout [UInt8], from start: Int) -> Int {
        while let piece = pieces.popLast() {
            let taken = piece.prefix(buffer.count - start)
            if taken.count < piece.count { pieces.append(piece.dropFirst(taken.count)) }
            buffer.replaceSubrange(start..<start + taken.count, with: taken)
            if !taken.isEmpty { return taken.count }
        }
        return 0
    }
}

/// An open file that can be read from any place, by several readers at the same time.
///
/// Reading into a small buffer that is used again and again beats mapping the file: half the time for a capture in the page
/// cache (`Docs/performance.md`), because every page that is mapped costs a fault and its bytes are far from the processor.
final class SeekableFile: Sendable {
    private let descriptor: Int32
    /// The file when it was first opened.
    let identity: FileIdentity
    /// The size of the file then. Bytes written after that are not read, so that all readers see the same.
    var size: Int { identity.size }

    /// Takes over an open file and closes it in the end.
    init(descriptor: Int32, identity: FileIdentity) {
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { _ = close(descriptor) }

    /// What happened to the file since; nil for nothing.
    var change: CaptureError.Kind? {
        var status = stat()
        // The struct is ours, and the call fills it.
        return unsafe fstat(descriptor, &status) == 0 ? identity.change(to: FileIdentity(status)) : nil
    }

    /// Reads into the array from `start` to its end what the file has from `offset` on: at least one byte, 0 at the end.
    ///
    /// - Throws: The `errno` of the system.
    func read(into buffer: inout [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int {
        let wanted = min(buffer.count - start, size - offset)
        guard wanted > 0 else { return 0 }
        return try retrying {
            // The pointer is used within the closure alone, for no more than the array's bytes from start on.
            unsafe buffer.withUnsafeMutableBytes { memory in
                unsafe pread(descriptor, memory.baseAddress.map { unsafe $0 + start }, wanted, off_t(offset))
            }
        }
    }
}
