import CLZ4

/// liblz4's decompression of frames (lz4 Frame Format Description, version 1.6).
@safe
final class LZ4Codec {
    /// Created by `init` and freed by `deinit`.
    private let context: OpaquePointer
    /// The number of bytes that the library wants next, usually a block and the header of the one after it.
    private var demand = LZ4Codec.firstDemand
    /// The library may have more for an output that was full.
    private var mayHoldOutput = false
    private static let blockHeaderLength = 4
    /// The shortest header of a frame.
    private static let firstDemand = 7

    /// Nil without memory.
    init?() {
        var context: OpaquePointer?
        // The call fills the variable or reports an error.
        let status = unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
        guard LZ4F_isError(status) == 0, let context = unsafe context else { return nil }
        unsafe self.context = unsafe context
    }

    deinit {
        // Nothing refers to the context after this object.
        _ = unsafe LZ4F_freeDecompressionContext(context)
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
        var consumed = range.count
        var produced = output.count - start
        // The library reads and writes within the two regions, bounded by the two sizes, which it replaces by what
        // it used, during the call alone; without stableDst it keeps a copy of what later blocks look back at.
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe LZ4F_decompress(
                    context, target.baseAddress.map { unsafe $0 + start }, &produced,
                    source.baseAddress.map { unsafe $0 + range.lowerBound }, &consumed, nil)
            }
        }
        guard LZ4F_isError(status) == 0 else {
            // The library says nothing of what it used up to the error, and refuses to go on.
            return CodecStep(state: .failed(.corrupt), consumed: 0, produced: 0)
        }
        mayHoldOutput = produced == output.count - start
        demand = status == 0 ? Self.firstDemand : Int(clamping: status)
        return CodecStep(state: status == 0 ? .frameEnded : .running, consumed: consumed, produced: produced)
    }
}
