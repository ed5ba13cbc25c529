import CZstd

/// libzstd's decompression of frames (RFC 8878).
@safe
final class ZstdCodec {
    /// The most that a frame may ask to look back (128 MiB): what `zstd -d` accepts without `--long`.
    static let maximumWindow = 1 << 27

    /// Created by `init` and freed by `deinit`.
    private let context: OpaquePointer
    /// The number of bytes that the library wants next, usually a block and the header of the one after it.
    private var demand = ZstdCodec.firstDemand
    /// The library may have more for an output that was full.
    private var mayHoldOutput = false
    private static let blockHeaderLength = 3
    /// The bytes that determine the length of a frame's header (RFC 8878, section 3.1.1.1).
    private static let firstDemand = 5

    /// Nil without memory.
    init?() {
        // The library allocates; the pointer is nil or good until it is freed.
        guard let context = unsafe ZSTD_createDCtx() else { return nil }
        unsafe self.context = unsafe context
        // A parameter of a fresh context; the value is within the library's bounds.
        _ = unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27)
    }

    deinit {
        // Nothing refers to the context after this object.
        _ = unsafe ZSTD_freeDCtx(context)
    }

    func step(_ input: [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int) -> CodecStep {
        if mayHoldOutput {
            let step = advance(input, range.lowerBound..<range.lowerBound, into: &output, from: start)
            guard step.produced == 0, case .running = step.state else { return step }
        }
        // One block per call and nothing after it, and no call that would also return the rest of the previous block:
        // the output of a call is lost if the call finds damage.
        let header = Self.blockHeaderLength
        let size = min(range.count, demand > header ? demand - header : demand)
        return advance(input, range.lowerBound..<range.lowerBound + size, into: &output, from: start)
    }

    private func advance(
        _ input: [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int
    ) -> CodecStep {
        var consumed = 0
        var produced = 0
        // The library reads and writes within the two regions, bounded by the two sizes, during the call alone.
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                var packed = unsafe ZSTD_inBuffer(
                    src: source.baseAddress.map { unsafe UnsafeRawPointer($0 + range.lowerBound) },
                    size: range.count, pos: 0)
                var plain = unsafe ZSTD_outBuffer(
                    dst: target.baseAddress.map { unsafe UnsafeMutableRawPointer($0 + start) },
                    size: target.count - start, pos: 0)
                let status = unsafe ZSTD_decompressStream(context, &plain, &packed)
                consumed = unsafe packed.pos
                produced = unsafe plain.pos
                return status
            }
        }
        let state: CodecStep.State =
            if ZSTD_isError(status) == 0 {
                status == 0 ? .frameEnded : .running
            } else {
                // The library says nothing of what it used up to the error, and refuses to go on.
                switch ZSTD_getErrorCode(status) {
                case ZSTD_error_frameParameter_windowTooLarge: .failed(.windowTooLarge)
                case ZSTD_error_memory_allocation: .failed(.outOfMemory)
                default: .failed(.corrupt)
                }
            }
        demand = status == 0 || ZSTD_isError(status) != 0 ? Self.firstDemand : status
        mayHoldOutput = produced == output.count - start
        return CodecStep(state: state, consumed: consumed, produced: produced)
    }
}
