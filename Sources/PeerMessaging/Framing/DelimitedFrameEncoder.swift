import WireCoding

/// Writes frames that a delimiter ends.
public enum DelimitedFrameEncoder {
    /// Appends one frame.
    ///
    /// - Throws: ``FramingError`` before the first byte when the body is longer than `maximumLength`, or would be ended early by
    ///   a delimiter within it. The error's offset is the writer's count.
    public static func encode(
        body: Span<UInt8>, delimiter: FrameDelimiter, into output: inout ByteWriter,
        maximumLength: Int = LengthPrefixedFrameDecoder.defaultMaximumLength
    ) throws(FramingError) {
        guard body.count <= maximumLength else {
            throw FramingError(.frameTooLarge(length: body.count), streamOffset: output.count)
        }
        // A delimiter may begin within the body and end in the one after it.
        var matched = 0
        let mark = delimiter.bytes.count
        let within = delimiter.end(in: body, from: 0, to: body.count, matched: &matched)
        let end =
            within
            ?? delimiter.end(in: delimiter.bytes.span, from: 0, to: mark, matched: &matched).map {
                body.count + $0
            }
        if let end, end < body.count + mark {
            throw FramingError(.delimiterInBody(offset: end - mark), streamOffset: output.count)
        }
        output.writeBytes(body)
        output.writeBytes(delimiter.bytes)
    }
}
