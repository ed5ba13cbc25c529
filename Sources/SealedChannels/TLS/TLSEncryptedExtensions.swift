import WireCoding

/// What a server of TLS 1.3 says of itself under the handshake's keys (RFC 8446 §4.3.1), without the header of handshake
/// messages.
///
/// | bytes | field |
/// |---|---|
/// | 2 + … | extensions |
public struct TLSEncryptedExtensions: Hashable, Sendable {
    public var extensions: [TLSExtension]

    public init(extensions: [TLSExtension]) { self.extensions = extensions }

    /// Reads the whole body of a message.
    ///
    /// - Throws: `truncated` if a length is beyond the end, `trailingBytes` behind the extensions.
    public init(parsing input: inout ByteReader) throws(WireError) {
        extensions = try [TLSExtension].parse(&input) ?? []
        try input.expectEnd("EncryptedExtensions")
    }

    /// - Throws: `tooLong`, before the first byte, for more extensions than a length can say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try extensions.serializeBlock(into: &output)
    }

    /// The application protocol that the server chose (RFC 7301 §3.1).
    public var applicationProtocol: String? {
        guard let content = extensions[.applicationLayerProtocolNegotiation] else { return nil }
        return try? TLSHello.applicationProtocols(content.span).first
    }

    /// Whether the server makes the client's early data part of the stream (RFC 8446 §4.2.10).
    public var acceptsEarlyData: Bool { extensions[.earlyData] != nil }

    /// The same of a message's body, which may be unreadable.
    static func acceptsEarlyData(_ body: [UInt8]) -> Bool {
        var reader = ByteReader(body.span)
        return (try? TLSEncryptedExtensions(parsing: &reader))?.acceptsEarlyData ?? false
    }
}
