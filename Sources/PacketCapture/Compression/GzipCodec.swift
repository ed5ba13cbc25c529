import CZlib

/// zlib's decompression of gzip members (RFC 1952).
@safe
final class GzipCodec {
    /// zlib keeps the address, so the struct has its own memory, allocated by `init` and freed by `deinit`.
    private let state: UnsafeMutablePointer<z_stream>

    /// Nil without memory.
    init?() {
        // Fresh memory of the right size, not yet shared with anything.
        unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        // 16 asks for gzip's framing, 15 for its largest window.
        let status = unsafe inflateInit2_(state, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        // inflateEnd accepts a struct that inflateInit2_ refused; nothing refers to the memory after this object.
        _ = unsafe inflateEnd(state)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    func reset() {
        // The state was set up by inflateInit2_ in init.
        _ = unsafe inflateReset(state)
    }

    func step(_ input: [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int) -> CodecStep {
        let available = UInt32(truncatingIfNeeded: min(output.count - start, 1 << 30))
        let packed = UInt32(truncatingIfNeeded: min(range.count, 1 << 30))
        let state = unsafe state
        // zlib reads and writes within the two arrays, bounded by the two counts, during the closures alone; the
        // pointers that it keeps are replaced before every call. It does not write to its input, although the
        // declaration of next_in allows it.
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                let next = unsafe source.baseAddress.map { unsafe $0 + range.lowerBound }
                unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: next)
                unsafe state.pointee.avail_in = packed
                unsafe state.pointee.next_out = target.baseAddress.map { unsafe $0 + start }
                unsafe state.pointee.avail_out = available
                return unsafe inflate(state, Z_NO_FLUSH)
            }
        }
        let outcome: CodecStep.State =
            switch status {
            case Z_STREAM_END: .frameEnded
            case Z_OK, Z_BUF_ERROR: .running
            case Z_MEM_ERROR: .failed(.outOfMemory)
            default: .failed(.corrupt)
            }
        // Both fields were set above and count down.
        return CodecStep(
            state: outcome, consumed: Int(packed - (unsafe state.pointee.avail_in)),
            produced: Int(available - (unsafe state.pointee.avail_out)))
    }
}
