import CLZ4

/// liblz4's decompression of frames (lz4 Frame Format Description, version 1.6).
@safe
final class LZ4Codec: Codec {
    /// Created by `init` and freed by `deinit`.
    private let context: OpaquePointer

    /// Nil without memory.
    init?() {
        var context: OpaquePointer?
        // The call fills the variable or reports an error.
        let status = unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
        guard LZ4F_isError(status) == 0, let context = unsafe context else { return nil }
        unsafe self.context = unsafe context
        // The shortest header of a frame has seven bytes.
        super.init(blocks: (firstDemand: 7, headerLength: 4))
    }

    deinit {
        // Nothing refers to the context after this object.
        _ = unsafe LZ4F_freeDecompressionContext(context)
    }

    override func unpack(
        _ packed: UnsafeBufferPointer<UInt8>, into plain: UnsafeMutableBufferPointer<UInt8>
    ) -> CodecStep {
        var (consumed, produced) = (packed.count, plain.count)
        // The two sizes bound what the library reads and writes, and it replaces them by what it used; without stableDst
        // it keeps a copy of what later blocks look back at.
        let status = unsafe LZ4F_decompress(
            context, plain.baseAddress, &produced, packed.baseAddress, &consumed, nil)
        // The library says nothing of what it used up to an error, and refuses to go on.
        guard LZ4F_isError(status) == 0 else { return CodecStep(state: .failed(.damaged(.compression(.lz4)))) }
        return CodecStep(
            state: status == 0 ? .frameEnded : .running, consumed: consumed, produced: produced,
            demand: Int(clamping: status))
    }
}
