import CZlib

/// The memory of zlib, which keeps the address of its state.
@safe
final class InflaterState: @unchecked Sendable {
    /// Made in `init` and freed in `deinit`; zlib alone gets the pointer, during a call. ``Inflater`` changes a state only
    /// while nobody else refers to it. Otherwise it copies the state first, which only reads it, so threads cannot conflict. Hostile input cannot
    /// reach it: zlib writes only within the room that each call gives it.
    private let state: UnsafeMutablePointer<z_stream>

    /// Nil without memory.
    init?(_ format: Inflater.Format) {
        // Fresh memory of the right size, not yet shared with anything.
        unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
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

    /// Nil without memory.
    init?(copying other: InflaterState) {
        unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        // zlib only reads the other state, and sets up all of this one, or nothing.
        let status = unsafe inflateCopy(state, other.state)
        guard status == Z_OK else { return nil }
    }

    deinit {
        // The state was made by init, and nothing refers to it after this value.
        _ = unsafe inflateEnd(state)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Begins anew.
    func reset() {
        // The state was set up by init.
        _ = unsafe inflateReset(state)
    }

    /// Decompresses as much as there is room for.
    func run(
        _ packed: Span<UInt8>, _ output: inout [UInt8], from start: Int
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
