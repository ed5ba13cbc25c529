import CZstd
import Platform

/// libzstd's decompression of frames (RFC 8878).
@safe
final class ZstdCodec: Codec {
    /// The most that a frame may ask to look back (128 MiB): what `zstd -d` accepts without `--long`.
    static let maximumWindow = 1 << 27

    /// Created by `init` and freed by `deinit`.
    private let context: OpaquePointer

    /// Nil without memory.
    init?() {
        // The library allocates; the pointer is nil or good until it is freed.
        guard let context = unsafe ZSTD_createDCtx() else { return nil }
        unsafe self.context = unsafe context
        // Five bytes determine the length of a frame's header (RFC 8878, section 3.1.1.1).
        super.init(blocks: (firstDemand: 5, headerLength: 3))
        // A parameter of a fresh context; the value is within the library's bounds.
        _ = unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27)
    }

    deinit {
        // Nothing refers to the context after this object.
        _ = unsafe ZSTD_freeDCtx(context)
    }

    override func unpack(
        _ packed: UnsafeBufferPointer<UInt8>, into plain: UnsafeMutableBufferPointer<UInt8>
    ) -> CodecStep {
        // The library reads and writes within the two regions, bounded by the two sizes, during the call alone.
        var source = unsafe ZSTD_inBuffer(src: packed.baseAddress, size: packed.count, pos: 0)
        var target = unsafe ZSTD_outBuffer(dst: plain.baseAddress, size: plain.count, pos: 0)
        let status = unsafe ZSTD_decompressStream(context, &target, &source)
        var step = unsafe CodecStep(
            state: status == 0 ? .frameEnded : .running, consumed: source.pos, produced: target.pos, demand: status)
        if ZSTD_isError(status) != 0 {
            step.demand = 0
            step.state =
                switch ZSTD_getErrorCode(status) {
                case ZSTD_error_frameParameter_windowTooLarge: .failed(.windowTooLarge)
                case ZSTD_error_memory_allocation: .failed(.cannotRead(ENOMEM))
                default: .failed(.damaged(.compression(.zstd)))
                }
        }
        return step
    }
}
