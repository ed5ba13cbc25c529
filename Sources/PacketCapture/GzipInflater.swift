import CZlib

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Unpacks a gzip stream of one or more members (RFC 1952) as its bytes arrive.
@safe
final class GzipInflater {
    private static let inputSize = 1 << 14

    private let stream: ByteStream
    private var input: [UInt8]
    /// The part of ``input`` that is not unpacked yet.
    private var inputStart: Int
    private var inputEnd: Int
    /// Where ``inputEnd`` lies in the file.
    private var inputOffset: Int
    /// zlib keeps the address, so that the struct has memory of its own, allocated by `init` and freed by `deinit`.
    private let state: UnsafeMutablePointer<z_stream>
    private var isBetweenMembers = false
    private var failure: CaptureError?

    /// - Parameters:
    ///   - stream: Where the packed bytes come from.
    ///   - start: Packed bytes that were read from it before.
    init(_ stream: ByteStream, after start: [UInt8]) throws(CaptureError) {
        self.stream = stream
        input = start + [UInt8](repeating: 0, count: max(0, Self.inputSize - start.count))
        inputStart = 0
        inputEnd = start.count
        inputOffset = start.count
        unsafe state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        // 16 asks for gzip's framing, 15 for its largest window.
        let status = unsafe inflateInit2_(state, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw CaptureError(.cannotRead(ENOMEM)) }
    }

    deinit {
        // inflateEnd accepts a struct that inflateInit2_ refused; nothing refers to the memory after this object.
        _ = unsafe inflateEnd(state)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Where the next packed byte lies in the file.
    private var offset: Int { inputOffset - (inputEnd - inputStart) }

    /// Unpacks into the array from `start` to its end: at least one byte, 0 at the end.
    ///
    /// - Throws: After everything before the damage has been handed out.
    func read(into buffer: inout [UInt8], from start: Int) throws(CaptureError) -> Int {
        if let failure { throw failure }
        guard start < buffer.count else { return 0 }
        while true {
            if inputStart == inputEnd {
                inputStart = 0
                inputEnd = 0
                do {
                    inputEnd = try stream.read(into: &input, from: 0)
                } catch {
                    throw fail(.cannotRead(error.number))
                }
                inputOffset += inputEnd
                if inputEnd == 0 {
                    guard isBetweenMembers else { throw fail(.gzipEndsEarly) }
                    return 0
                }
            }
            if isBetweenMembers, try !beginMember() { continue }
            let (status, count) = inflate(into: &buffer, from: start)
            switch status {
            case Z_STREAM_END: isBetweenMembers = true
            case Z_OK, Z_BUF_ERROR: break
            default:
                let error = fail(.damaged(.gzip))
                if count == 0 { throw error }
            }
            if count > 0 { return count }
        }
    }

    private func fail(_ kind: CaptureError.Kind) -> CaptureError {
        let error = CaptureError(kind, offset: offset)
        failure = error
        return error
    }

    /// Makes ready for another member; false when the input at hand is padding. Zeros after the last member are what
    /// tapes and block devices leave.
    private func beginMember() throws(CaptureError) -> Bool {
        while inputStart < inputEnd, input[inputStart] == 0 { inputStart += 1 }
        guard inputStart < inputEnd else { return false }
        guard input[inputStart] == 0x1F else { throw fail(.damaged(.afterGzip)) }
        // The state was set up by inflateInit2_ in init.
        _ = unsafe inflateReset(state)
        isBetweenMembers = false
        return true
    }

    /// One call of zlib: its status, and the number of bytes that it put out.
    private func inflate(into buffer: inout [UInt8], from start: Int) -> (status: Int32, count: Int) {
        let available = UInt32(truncatingIfNeeded: min(buffer.count - start, 1 << 30))
        let packed = UInt32(truncatingIfNeeded: inputEnd - inputStart)
        let from = inputStart
        let output = unsafe state
        // zlib reads and writes within the two arrays, bounded by the two counts, during the closures alone; the
        // pointers that it keeps are replaced before every call.
        let status = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                unsafe output.pointee.next_in = source.baseAddress.map { unsafe $0 + from }
                unsafe output.pointee.avail_in = packed
                unsafe output.pointee.next_out = target.baseAddress.map { unsafe $0 + start }
                unsafe output.pointee.avail_out = available
                return unsafe CZlib.inflate(output, Z_NO_FLUSH)
            }
        }
        inputStart = inputEnd - Int(unsafe state.pointee.avail_in)
        return (status, Int(available - (unsafe state.pointee.avail_out)))
    }
}
