import CZlib

/// zlib's decompression, bounded by what the caller allows.
@safe
struct Inflater: ~Copyable, @unchecked Sendable {
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

    /// zlib keeps the address, so the state has memory of its own, from `init` to `deinit`. The value cannot be copied and
    /// hands the pointer to nobody but zlib during a call, so it may go from one thread to another. Hostile input cannot
    /// reach it: zlib writes only within the room that each call gives it.
    private let state: UnsafeMutablePointer<z_stream>
    private let format: Format

    /// Nil without memory.
    init?(_ format: Format) {
        // Fresh memory of the right size, not yet shared with anything.
        unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        self.format = format
        let bits: Int32 =
            switch format {
            case .gzip: 16 + 15
            case .zlib: 15
            case .raw: -15
            }
        let status = unsafe inflateInit2_(state, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // A state that inflateInit2_ refused must not be used, and inflateEnd accepts it.
        guard status == Z_OK else { return nil }
    }

    deinit {
        // The state was made by init, and nothing refers to it after this value.
        _ = unsafe inflateEnd(state)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Begins anew.
    mutating func reset() {
        // The state was set up by inflateInit2_ in init.
        _ = unsafe inflateReset(state)
    }

    /// Decompresses one whole body.
    ///
    /// - Parameters:
    ///   - output: Replaced by the result. It grows with what comes out.
    ///   - maximum: The most bytes that may come out.
    mutating func inflate(_ packed: Span<UInt8>, into output: inout [UInt8], maximum: Int) throws(Failure) {
        output.removeAll(keepingCapacity: true)
        reset()
        var position = 0
        while position < packed.count {
            let end = try step(packed, &position, into: &output, maximum: maximum)
            guard end else { throw .damaged }
            // Gzip has members, and all of them are the text.
            guard position < packed.count else { return }
            guard format == .gzip else { throw .damaged }
            reset()
        }
        throw .damaged
    }

    /// Decompresses what belongs next to a stream whose blocks are flushed, as a message of WebSocket.
    mutating func inflateNext(_ packed: Span<UInt8>, into output: inout [UInt8], maximum: Int) throws(Failure) {
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
            // The state is this value's own.
            let (status, consumed, produced) = unsafe Self.run(
                state, packed.extracting(position..<packed.count), &output, from: start)
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

    private static func run(
        _ state: UnsafeMutablePointer<z_stream>, _ packed: Span<UInt8>, _ output: inout [UInt8], from start: Int
    ) -> (status: Int32, consumed: Int, produced: Int) {
        unsafe packed.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { buffer in
                let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[start...])
                // The pointers that zlib keeps are replaced before every call, and both counts bound what it does. It
                // does not write to its input, although the declaration of next_in allows it.
                unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
                unsafe state.pointee.next_out = room.baseAddress
                unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: room.count)
                let status = unsafe CZlib.inflate(state, Z_SYNC_FLUSH)
                let consumed = unsafe input.count - Int(state.pointee.avail_in)
                let produced = unsafe room.count - Int(state.pointee.avail_out)
                return (status, consumed, produced)
            }
        }
    }
}
