import Platform

/// Unpacks a compressed stream of one frame (for gzip: member) or more as its bytes arrive.
///
/// Memory is one buffer of packed bytes plus the library's own: 32 KiB for gzip, at most 128 MiB for zstd
/// (``ZstdCodec/maximumWindow``), at most 8 MiB for lz4. The amount of output is not limited: a small file may unpack
/// to as much as its reader has the patience for.
final class Decompressor {
    private static let inputSize = 1 << 17

    let compression: Compression
    private let codec: Codec
    private let stream: ByteStream
    private var input: [UInt8]
    /// The part of ``input`` that is not unpacked yet.
    private var inputStart = 0
    private var inputEnd: Int
    /// The offset of ``inputEnd`` in the file.
    private var inputOffset: Int
    private var isBetweenFrames = false
    /// The offset of the current frame in the file.
    private var frameOffset: Int
    private var failure: CaptureError?

    /// - Parameters:
    ///   - compression: What `start` has been recognized as; not `none`.
    ///   - stream: Where the packed bytes come from.
    ///   - start: Packed bytes that were read from it before.
    ///   - offset: Where `start` lies in the file.
    init(
        _ compression: Compression, _ stream: ByteStream, after start: [UInt8], at offset: Int
    ) throws(CaptureError) {
        guard let codec = Codec.make(for: compression) else { throw CaptureError(.cannotRead(ENOMEM)) }
        self.compression = compression
        self.codec = codec
        self.stream = stream
        input = start + [UInt8](repeating: 0, count: max(0, Self.inputSize - start.count))
        inputEnd = start.count
        inputOffset = offset + start.count
        frameOffset = offset
    }

    /// The offset of the next packed byte in the file.
    private var offset: Int { inputOffset - (inputEnd - inputStart) }

    /// Unpacks into the array from `start` to its end: at least one byte, 0 at the end.
    ///
    /// - Throws: After everything before the damage has been handed out.
    func read(into buffer: inout [UInt8], from start: Int) throws(CaptureError) -> Int {
        if let failure { throw failure }
        guard start < buffer.count else { return 0 }
        while true {
            if inputStart == inputEnd, isBetweenFrames || !codec.mayHoldOutput, try !refill() {
                guard isBetweenFrames else { throw fail(.compressedStreamEndsEarly(compression)) }
                return 0
            }
            if isBetweenFrames {
                guard try beginFrame() else { continue }
            }
            let step = codec.step(input, inputStart..<inputEnd, into: &buffer, from: start)
            inputStart += step.consumed
            switch step.state {
            case .running:
                // A library that neither reads nor writes although it could do both will never go on.
                if step.consumed == 0, step.produced == 0, inputStart < inputEnd {
                    throw fail(.damaged(.compression(compression)))
                }
            case .frameEnded: isBetweenFrames = true
            case .failed(let reason):
                let error = fail(reason)
                if step.produced == 0 { throw error }
            }
            if step.produced > 0 { return step.produced }
        }
    }

    var isInterrupted: Bool { stream.isInterrupted }

    /// What happened to the file since it was first opened; nil for nothing.
    var change: CaptureError.Kind? { stream.change }

    private func fail(_ kind: CaptureError.Kind) -> CaptureError {
        let error = CaptureError(kind, offset: kind == .windowTooLarge ? frameOffset : offset)
        failure = error
        return error
    }

    /// Adds packed bytes after the remaining ones; false at the end of the file.
    private func refill() throws(CaptureError) -> Bool {
        let left = inputEnd - inputStart
        // Only the few bytes of a signature are ever left.
        for index in 0..<left { input[index] = input[inputStart + index] }
        inputStart = 0
        inputEnd = left
        let count: Int
        do {
            count = try stream.read(into: &input, from: left)
        } catch {
            throw fail(.cannotRead(error.number))
        }
        inputEnd += count
        inputOffset += count
        return count > 0
    }

    /// Makes ready for another frame; false when the input at hand is padding. Zeros after the last frame are what
    /// tapes and block devices leave.
    private func beginFrame() throws(CaptureError) -> Bool {
        while inputStart < inputEnd, input[inputStart] == 0 { inputStart += 1 }
        guard inputStart < inputEnd else { return false }
        while inputEnd - inputStart < 4, try refill() {}
        guard FileSignature.beginsFrame(input[inputStart..<inputEnd].prefix(4), of: compression) else {
            throw fail(.damaged(.afterCompressedStream(compression)))
        }
        codec.reset()
        frameOffset = offset
        isBetweenFrames = false
        return true
    }
}
