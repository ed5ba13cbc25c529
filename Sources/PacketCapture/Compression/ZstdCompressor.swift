import CZstd

/// Compresses a stream of bytes into one Zstandard frame (RFC 8878).
@safe
package final class ZstdCompressor {
    /// Created by `init` and freed by `deinit`.
    private let context: OpaquePointer
    /// Whether memory was wanting: what was compressed since is not whole.
    package private(set) var hasFailed = false
    private var buffer = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())

    /// Nil without memory.
    package init?() {
        // The library allocates; the pointer is nil or good until it is freed.
        guard let context = unsafe ZSTD_createCCtx() else { return nil }
        unsafe self.context = unsafe context
        // A parameter of a fresh context; the value is within the library's bounds.
        _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit {
        // Nothing refers to the context after this object.
        _ = unsafe ZSTD_freeCCtx(context)
    }

    /// The compressed bytes that are ready after these, often none.
    package func compress(_ bytes: [UInt8]) -> [UInt8] { run(bytes, ZSTD_e_continue) }

    /// The last bytes of the frame. The next ones begin another.
    package func finish() -> [UInt8] { run([], ZSTD_e_end) }

    private func run(_ bytes: [UInt8], _ directive: ZSTD_EndDirective) -> [UInt8] {
        var output: [UInt8] = []
        // The library reads and writes within the two arrays, bounded by the two sizes, during the calls alone.
        unsafe bytes.withUnsafeBytes { bytes in
            var source = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
            while true {
                let (left, produced) = unsafe buffer.withUnsafeMutableBytes { buffer in
                    var target = unsafe ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
                    let left = unsafe ZSTD_compressStream2(context, &target, &source, directive)
                    return unsafe (left, target.pos)
                }
                output += buffer[..<produced]
                let isDone = unsafe directive == ZSTD_e_end ? left == 0 : source.pos == source.size
                // Only a want of memory makes an error of what is given here.
                if ZSTD_isError(left) != 0 { hasFailed = true }
                if isDone || hasFailed { return }
            }
        }
        return output
    }
}
