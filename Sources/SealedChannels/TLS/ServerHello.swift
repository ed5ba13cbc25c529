import WireCoding

/// A server's answer to a ``ClientHello`` (RFC 8446 §4.1.3, RFC 5246 §7.4.1.3), without the header of handshake
/// messages.
///
/// | bytes | field |
/// |---|---|
/// | 2 | legacy version |
/// | 32 | random |
/// | 1 + … | session ID |
/// | 2 | cipher suite |
/// | 1 | compression method |
/// | 2 + … | extensions, which may be left out |
public struct ServerHello: Hashable, Sendable {
    /// The version up to TLS 1.2; TLS 1.3 writes that here, and its own in an extension.
    public var legacyVersion: TLSVersion
    /// 32 bytes.
    public var random: [UInt8]
    /// At most 32 bytes.
    public var sessionID: [UInt8]
    /// The suite that the server chose from the client's.
    public var cipherSuite: TLSCipherSuite
    /// The compression method (RFC 5246 §7.4.1.3); 0 is none.
    public var compressionMethod: UInt8
    /// Nil where the block is left out.
    public var extensions: [TLSExtension]?

    /// A hello with these fields; the defaults are those of TLS 1.2 and 1.3 without a session ID.
    public init(
        legacyVersion: TLSVersion = .tls12, random: [UInt8], sessionID: [UInt8] = [], cipherSuite: TLSCipherSuite,
        compressionMethod: UInt8 = 0, extensions: [TLSExtension]?
    ) {
        self.legacyVersion = legacyVersion
        self.random = random
        self.sessionID = sessionID
        self.cipherSuite = cipherSuite
        self.compressionMethod = compressionMethod
        self.extensions = extensions
    }

    /// Reads the whole body of a message.
    ///
    /// - Throws: `truncated` if a length is beyond the end, `tooLong` for a session ID of more than 32 bytes,
    ///   `trailingBytes` after the extensions.
    public init(parsing input: inout ByteReader) throws(WireError) {
        legacyVersion = TLSVersion(rawValue: try input.readUInt16("TLS legacy version"))
        random = try input.readBytes(TLSHello.randomSize, "TLS random")
        sessionID = try TLSHello.readSessionID(&input)
        cipherSuite = TLSCipherSuite(rawValue: try input.readUInt16("TLS cipher suite"))
        compressionMethod = try input.readUInt8("TLS compression method")
        extensions = try [TLSExtension].parse(&input)
        try input.expectEnd("ServerHello")
    }

    /// - Throws: `tooLong`, before the first byte, for a vector that its length cannot say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var body = ByteWriter()
        body.writeUInt16(legacyVersion.rawValue)
        body.writeBytes(random)
        try body.writeVector(sessionID, lengthOf: 1, "TLS session ID")
        body.writeUInt16(cipherSuite.rawValue)
        body.writeUInt8(compressionMethod)
        try extensions?.serializeBlock(into: &body)
        output.writeBytes(body.bytes)
    }
}

extension ServerHello {
    /// The version that the server chose.
    public var version: TLSVersion {
        guard let content = extensions?[.supportedVersions], content.count == 2 else { return legacyVersion }
        return TLSVersion(rawValue: content.span.bigEndianUInt16(at: 0))
    }

    /// The application protocol that the server chose, if it is visible here: TLS 1.3 encrypts it.
    public var applicationProtocol: String? {
        guard let content = extensions?[.applicationLayerProtocolNegotiation] else { return nil }
        return try? TLSHello.applicationProtocols(content.span).first
    }

    /// Whether the server asks for another hello, with a key of another kind (RFC 8446 §4.1.4).
    public var isHelloRetryRequest: Bool { random == Self.helloRetryRequestRandom }

    /// SHA-256 of "HelloRetryRequest" (RFC 8446 §4.1.3).
    static let helloRetryRequestRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91, 0xC2, 0xA2,
        0x11,
        0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]
}
