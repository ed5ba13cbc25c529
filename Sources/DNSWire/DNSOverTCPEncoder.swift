import WireCoding

/// Writes DNS messages as TCP carries them: a 2-byte length, then the message (RFC 1035 §4.2.2, RFC 7766 §8).
public enum DNSOverTCPEncoder {
    /// Appends one message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - output: Where length and message are appended.
    ///   - compression: Which names may become pointers.
    /// - Throws: `WireError.Kind.tooLong(length:maximum:)`, before anything is written, for a message of more than
    ///   65,535 bytes and for what ``DNSMessage/serialize(into:compression:)`` refuses.
    public static func encode(
        _ message: DNSMessage, into output: inout ByteWriter, compression: NameCompression.Scope = .unicast
    ) throws(WireError) {
        var content = ByteWriter()
        try message.serialize(into: &content, compression: compression)
        try encode(content.bytes.span, into: &output)
    }

    /// Appends one message that is in its wire form already.
    ///
    /// - Throws: `WireError`, before anything is written, for more than 65,535 bytes or fewer than a header has.
    public static func encode(_ message: Span<UInt8>, into output: inout ByteWriter) throws(WireError) {
        guard message.count >= DNSOverTCPDecoder.minimumLength else {
            throw WireError(
                .truncated(needed: DNSOverTCPDecoder.minimumLength, available: message.count), field: "DNS header",
                offset: output.count)
        }
        try WireError.checkLength(message.count, "DNS message", maximum: 0xFFFF, offset: output.count)
        output.writeUInt16(UInt16(message.count))
        output.writeBytes(message)
    }
}
