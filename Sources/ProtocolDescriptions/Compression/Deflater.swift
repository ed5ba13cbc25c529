import CZlib

/// zlib's compression of one body.
enum Deflater {
    static func deflate(_ bytes: [UInt8], _ format: BodyCompression.Format) -> [UInt8] {
        // The struct lives on this frame for as long as zlib keeps its address.
        var state = unsafe z_stream()
        return unsafe withUnsafeMutablePointer(to: &state) { state in
            let bits: Int32 = format == .gzip ? 16 + 15 : 15
            let status = unsafe deflateInit2_(
                state, Z_DEFAULT_COMPRESSION, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size))
            guard status == Z_OK else { return [] }
            defer { _ = unsafe deflateEnd(state) }
            var input = bytes
            var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(state, UInt(bytes.count))))
            let produced = unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe output.withUnsafeMutableBufferPointer { buffer in
                    // Both counts bound what zlib reads and writes within this call.
                    unsafe state.pointee.next_in = input.baseAddress
                    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
                    unsafe state.pointee.next_out = buffer.baseAddress
                    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: buffer.count)
                    _ = unsafe CZlib.deflate(state, Z_FINISH)
                    return unsafe buffer.count - Int(state.pointee.avail_out)
                }
            }
            output.removeLast(output.count - produced)
            return output
        }
    }
}
