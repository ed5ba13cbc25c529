import WireCoding

extension TLSTranscript {
    /// Adds a message of DTLS 1.2 as if it had come in one fragment (RFC 6347 §4.2.6). A ClientHello that was answered
    /// with a HelloVerifyRequest is left out, and so is that.
    ///
    /// - Parameters:
    ///   - type: The type of the message.
    ///   - messageNumber: The number that its sender gave it.
    ///   - body: The whole message without its header.
    public mutating func appendDatagramMessage(_ type: TLSHandshakeType, messageNumber: UInt16, body: Span<UInt8>) {
        let header = DTLSHandshakeHeader(
            type: type, length: body.count, messageNumber: messageNumber, fragmentOffset: 0, fragmentLength: body.count)
        var writer = ByteWriter(reservingCapacity: DTLSHandshakeHeader.size + body.count)
        header.serialize(into: &writer)
        writer.writeBytes(body)
        append(writer.bytes)
    }
}
