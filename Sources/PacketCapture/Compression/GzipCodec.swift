import CZlib
import Platform

/// zlib's decompression of gzip members (RFC 1952).
@safe
final class GzipCodec: Codec {
    /// zlib keeps the address, so the struct has its own memory, allocated by `init` and freed by `deinit`.
    private let state: UnsafeMutablePointer<z_stream>

    /// Nil without memory.
    init?() {
        // Fresh memory of the right size, not yet shared with anything.
        unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        super.init(blocks: nil)
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

    override func reset() {
        // The state was set up by inflateInit2_ in init.
        _ = unsafe inflateReset(state)
    }

    override func unpack(
        _ packed: UnsafeBufferPointer<UInt8>, into plain: UnsafeMutableBufferPointer<UInt8>
    ) -> CodecStep {
        let available = UInt32(truncatingIfNeeded: min(plain.count, 1 << 30))
        let given = UInt32(truncatingIfNeeded: min(packed.count, 1 << 30))
        // The pointers that zlib keeps are replaced before every call. It does not write to its input, although the
        // declaration of next_in allows it. The two counts bound what it does, and count down.
        unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
        unsafe state.pointee.avail_in = given
        unsafe state.pointee.next_out = plain.baseAddress
        unsafe state.pointee.avail_out = available
        let outcome: CodecStep.State =
            switch unsafe inflate(state, Z_NO_FLUSH) {
            case Z_STREAM_END: .frameEnded
            case Z_OK, Z_BUF_ERROR: .running
            case Z_MEM_ERROR: .failed(.cannotRead(ENOMEM))
            default: .failed(.damaged(.compression(.gzip)))
            }
        return CodecStep(
            state: outcome, consumed: Int(given - (unsafe state.pointee.avail_in)),
            produced: Int(available - (unsafe state.pointee.avail_out)))
    }
}
