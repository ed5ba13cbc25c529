import CZlib

/// zlib's decompression, bounded by what the caller allows.
///
/// A value like any other: two copies share zlib's state until one of them goes on.
struct Inflater: Sendable {
    enum Format {
        case gzip, zlib
        /// RFC 1951 without a frame, as in WebSocket.
        case raw
    }

    enum Failure: Error {
        /// The bytes are not what the format says, or end early.
        case damaged
        /// They become more than is allowed.
        case tooLong
    }

    private var state: InflaterState
    private let format: Format

    /// Nil without memory.
    init?(_ format: Format) {
        guard let state = InflaterState(format) else { return nil }
        self.state = state
        self.format = format
    }

    /// Makes sure that no other value sees what comes.
    private mutating func own() throws(Failure) {
        if isKnownUniquelyReferenced(&state) { return }
        guard let copy = InflaterState(copying: state) else { throw .damaged }
        state = copy
    }

    /// Decompresses one whole body.
    ///
    /// - Parameters:
    ///   - output: Replaced by the result. It grows with what comes out.
    ///   - maximum: The most bytes that may come out.
    mutating func inflate(_ packed: Span<UInt8>, into output: inout [UInt8], maximum: Int) throws(Failure) {
        output.removeAll(keepingCapacity: true)
        try own()
        state.reset()
        var position = 0
        while position < packed.count {
            let end = try step(packed, &position, into: &output, maximum: maximum)
            guard end else { throw .damaged }
            // Gzip has members, and all of them are the text.
            guard position < packed.count else { return }
            guard format == .gzip else { throw .damaged }
            state.reset()
        }
        throw .damaged
    }

    /// Decompresses what belongs next to a stream whose blocks are flushed, as a message of WebSocket.
    mutating func inflateNext(_ packed: Span<UInt8>, into output: inout [UInt8], maximum: Int) throws(Failure) {
        try own()
        var position = 0
        _ = try step(packed, &position, into: &output, maximum: maximum)
        guard position == packed.count else { throw .damaged }
    }

    /// - Returns: Whether the compressed stream ended.
    private mutating func step(
        _ packed: Span<UInt8>, _ position: inout Int, into output: inout [UInt8], maximum: Int
    ) throws(Failure) -> Bool {
        while true {
            let room = min(max(packed.count * 2, 1024), 1 << 16)
            let start = output.count
            // One byte beyond the bound shows that there is more.
            let count = min(room, maximum - start + 1)
            output.append(contentsOf: repeatElement(0, count: count))
            let (status, consumed, produced) = state.run(
                packed.extracting(position..<packed.count), &output, from: start)
            output.removeLast(count - produced)
            position += consumed
            guard output.count <= maximum else { throw .tooLong }
            switch status {
            case Z_STREAM_END: return true
            case Z_OK, Z_BUF_ERROR:
                // Room that is left shows that all is out.
                if produced < count { return false }
            default: throw .damaged
            }
        }
    }
}
