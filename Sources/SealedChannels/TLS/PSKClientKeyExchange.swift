import WireCoding

/// A client's ClientKeyExchange in TLS 1.2 and DTLS 1.2 with a key shared beforehand (RFC 4279 §2 to §4, RFC 5489 §2),
/// without the header of handshake messages.
///
/// | bytes | field |
/// |---|---|
/// | 2 + … | identity of the key |
/// | … | the client's part of another exchange; none with a shared key alone |
public struct PSKClientKeyExchange: Hashable, Sendable {
    /// As it is on the wire; most often UTF-8. At most 65,535 bytes.
    public var identity: [UInt8]
    /// A public key, or an encrypted secret, with its own length; empty for
    /// ``TLSCipherSuiteParameters/KeyExchange/psk``.
    public var exchange: [UInt8]

    /// A message for that identity; without an `exchange`, for a shared key alone.
    public init(identity: [UInt8], exchange: [UInt8] = []) {
        self.identity = identity
        self.exchange = exchange
    }

    /// Reads the whole body of a message.
    ///
    /// - Throws: `truncated` if the identity is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let length = Int(try input.readUInt16("PSK identity length"))
        identity = try input.readBytes(length, "PSK identity")
        exchange = input.readRemainingBytes()
    }

    /// - Throws: `tooLong`, before the first byte, for an identity that its length cannot say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try output.writeVector(identity, lengthOf: 2, "PSK identity")
        output.writeBytes(exchange)
    }
}
