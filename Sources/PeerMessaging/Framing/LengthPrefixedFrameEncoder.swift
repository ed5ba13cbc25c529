import WireCoding

/// Writes frames with a length, by default 4 big-endian bytes and then the body.
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

    /// Appends one frame of any layout.
    ///
    /// - Parameters:
    ///   - body: The body, without header and length.
    ///   - header: The bytes of the header before and after the length, without the length.
    ///   - layout: Where the length is, and what it counts.
    ///   - output: Where the frame is appended.
    ///   - maximumLength: The longest body that is written.
    /// - Throws: As ``encodeHeader(forBodyOf:header:layout:into:maximumLength:)``.
    public static func encode(
        body: Span<UInt8>, header: Span<UInt8>, layout: FrameLayout, into output: inout ByteWriter,
        maximumLength: Int = LengthPrefixedFrameDecoder.defaultMaximumLength
    ) throws(FramingError) {
        try encodeHeader(
            forBodyOf: body.count, header: header, layout: layout, into: &output, maximumLength: maximumLength)
        output.writeBytes(body)
    }

    /// Appends the header of a frame with its length, for a body that is sent from where it is.
    ///
    /// - Parameters:
    ///   - count: Bytes of the body.
    ///   - header: The bytes of the header before and after the length, without the length.
    ///   - layout: Where the length is, and what it counts.
    ///   - output: Where the header is appended.
    ///   - maximumLength: The longest body that is announced.
    /// - Throws: ``FramingError`` before the first byte: the body is empty and must not be, is longer than
    ///   `maximumLength` or the length can say, is shorter than the adjustment, or the header has another size. The error's
    ///   offset is the writer's count.
    public static func encodeHeader(
        forBodyOf count: Int, header: Span<UInt8>, layout: FrameLayout, into output: inout ByteWriter,
        maximumLength: Int = LengthPrefixedFrameDecoder.defaultMaximumLength
    ) throws(FramingError) {
        let (start, expected) = (output.count, layout.lengthOffset + layout.bytesAfterLength)
        guard header.count == expected else {
            throw FramingError(.wrongHeader(length: header.count, expected: expected), streamOffset: start)
        }
        guard count > 0 || layout.allowsEmptyFrames else { throw FramingError(.emptyFrame, streamOffset: start) }
        guard count <= maximumLength, let value = layout.value(bodyLength: count) else {
            throw FramingError(.frameTooLarge(length: count), streamOffset: start)
        }
        guard value >= 0 else { throw FramingError(.lengthTooSmall(length: value), streamOffset: start) }
        output.writeBytes(header.extracting(0..<layout.lengthOffset))
        layout.length.write(UInt64(value), into: &output)
        output.writeBytes(header.extracting(layout.lengthOffset..<header.count))
    }
}
