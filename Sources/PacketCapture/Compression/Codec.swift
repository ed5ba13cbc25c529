/// The result of one call of a compression library.
struct CodecStep {
    enum State {
        /// More is to come.
        case running
        /// The frame (for gzip: the member) is complete, its checksum right, and all of its bytes put out.
        case frameEnded
        case failed(CodecFailure)
    }

    var state: State
    /// Packed bytes taken from the input.
    var consumed: Int
    /// Bytes put out.
    var produced: Int
}

enum CodecFailure {
    /// The bytes are not such a stream, or a checksum is wrong.
    case corrupt
    /// The frame needs a window beyond ``ZstdCodec/maximumWindow``.
    case windowTooLarge
    case outOfMemory
}

/// The libraries that implement ``Compression``.
enum Codec {
    case gzip(GzipCodec)
    case zstd(ZstdCodec)
    case lz4(LZ4Codec)

    /// Nil without memory, and for ``Compression/none``.
    init?(_ compression: Compression) {
        switch compression {
        case .none: return nil
        case .gzip:
            guard let codec = GzipCodec() else { return nil }
            self = .gzip(codec)
        case .zstd:
            guard let codec = ZstdCodec() else { return nil }
            self = .zstd(codec)
        case .lz4:
            guard let codec = LZ4Codec() else { return nil }
            self = .lz4(codec)
        }
    }

    /// Unpacks `input[range]` into the output from `start` to its end, until one of them is used up.
    func step(_ input: [UInt8], _ range: Range<Int>, into output: inout [UInt8], from start: Int) -> CodecStep {
        switch self {
        case .gzip(let codec): codec.step(input, range, into: &output, from: start)
        case .zstd(let codec): codec.step(input, range, into: &output, from: start)
        case .lz4(let codec): codec.step(input, range, into: &output, from: start)
        }
    }

    /// Makes ready for another frame.
    func reset() {
        switch self {
        case .gzip(let codec): codec.reset()
        // Both libraries begin a new frame on their own.
        case .zstd, .lz4: break
        }
    }
}
