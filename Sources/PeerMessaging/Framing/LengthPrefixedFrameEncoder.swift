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
