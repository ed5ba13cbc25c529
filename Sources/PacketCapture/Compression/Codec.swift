/// The result of one call of a compression library.
struct CodecStep {
    enum State {
        /// More is to come.
        case running
        /// The frame (for gzip: the member) is complete, its checksum right, and all of its bytes put out.
        case frameEnded
        case failed(CaptureError.Kind)
    }

    var state: State
    /// Packed bytes taken from the input.
    var consumed = 0
    /// Bytes put out.
    var produced = 0
    /// The number of bytes that the library wants next, usually a block and the header of the one after it; 0 where it
    /// does not say.
    var demand = 0
}

/// A library that implements a ``Compression``, fed so that no output is lost where it finds damage.
class Codec {
    /// The bytes that a library needs to begin with a frame, and the length of the headers of its blocks; nil where calls
    /// need not end with blocks.
    private let blocks: (firstDemand: Int, headerLength: Int)?
    private var demand: Int
    /// The library may have more for an output that was full.
    private(set) var mayHoldOutput = false

    init(blocks: (firstDemand: Int, headerLength: Int)?) {
        self.blocks = blocks
        demand = blocks?.firstDemand ?? 0
    }

    /// Nil without memory, and for ``Compression/none``.
    static func make(for compression: Compression) -> Codec? {
        switch compression {
        case .none: nil
        case .gzip: GzipCodec()
        case .zstd: ZstdCodec()
        case .lz4: LZ4Codec()
        }
    }

    /// One call of the library, which reads and writes within the two regions and keeps no pointer into them.
    func unpack(_ packed: UnsafeBufferPointer<UInt8>, into plain: UnsafeMutableBufferPointer<UInt8>) -> CodecStep {
        // No input gets here: `make` gives nothing but the three subclasses, and each overrides this.
        preconditionFailure("each library has its own")
    }

    /// Makes ready for another frame, which most libraries begin on their own.
    func reset() {}

    /// Unpacks `input[range]` into the output from `start` to its end, until one of them is used up.
    final func step(_ input: [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int) -> CodecStep {
        guard let blocks else { return call(input, range, into: &output, from: start) }
        if mayHoldOutput {
            let step = call(input, range.prefix(0), into: &output, from: start)
            guard step.produced == 0, case .running = step.state else { return step }
        }
        // One block per call and nothing after it, and no call that would also return the rest of the previous block:
        // the output of a call is lost if the call finds damage.
        let size = demand > blocks.headerLength ? demand - blocks.headerLength : demand
        return call(input, range.prefix(size), into: &output, from: start)
    }

    private func call(
        _ input: [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int
    ) -> CodecStep {
        let room = output.count - start
        // Both regions lie within their arrays, and the pointers are used within the closures alone.
        let step = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe unpack(
                    UnsafeBufferPointer(rebasing: source[range]),
                    into: UnsafeMutableBufferPointer(rebasing: target[start...]))
            }
        }
        mayHoldOutput = step.produced == room
        demand = step.demand == 0 ? blocks?.firstDemand ?? 0 : step.demand
        return step
    }
}
