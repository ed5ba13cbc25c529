import WireCoding

/// Writes frames: a 4-byte big-endian body length, then the body.
public enum LengthPrefixedFrameEncoder {
    /// Appends one frame.
    ///
    /// - Throws: ``FramingError`` before the first byte when the body is empty or longer than `maximumLength`. The
    ///   error's offset is the writer's count.
    public static func encode(
        body: Span<UInt8>, into output: inout ByteWriter,
        maximumLength: Int = LengthPrefixedFrameDecoder.defaultMaximumLength
    ) throws(FramingError) {
        guard body.count > 0 else { throw FramingError(.emptyFrame, streamOffset: output.count) }
        guard body.count <= maximumLength, let length = UInt32(exactly: body.count) else {
            throw FramingError(.frameTooLarge(length: body.count), streamOffset: output.count)
        }
        output.writeUInt32(length)
        output.writeBytes(body)
    }
}

/// A length word that no sender may write; what follows it in the stream cannot be framed.
public struct FramingError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The length word is 0.
        case emptyFrame
        /// The length word is above the maximum.
        case frameTooLarge(length: Int)
    }

    public let kind: Kind
    /// The offset of the length word, in bytes from the start of the stream.
    public let streamOffset: Int

    public init(_ kind: Kind, streamOffset: Int) {
        self.kind = kind
        self.streamOffset = streamOffset
    }
}

extension FramingError: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .emptyFrame: "the length word at stream offset \(streamOffset) is 0"
        case .frameTooLarge(let length): "the length word at stream offset \(streamOffset) is \(length), too large"
        }
    }
}
