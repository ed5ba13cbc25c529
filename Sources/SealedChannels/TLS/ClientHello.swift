import WireCoding

/// A client's first message (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2), without the header of handshake messages.
///
/// | bytes | field |
/// |---|---|
/// | 2 | legacy version |
/// | 32 | random |
/// | 1 + … | session ID |
/// | 1 + … | cookie, in DTLS only (RFC 6347 §4.2.1) |
/// | 2 + 2 each | cipher suites |
/// | 1 + 1 each | compression methods |
/// | 2 + … | extensions, which old clients leave out |
public struct ClientHello: Hashable, Sendable {
    /// The version, for servers that do not know the extension that lists them.
    public var legacyVersion: TLSVersion
    /// 32 bytes.
    public var random: [UInt8]
    /// At most 32 bytes; clients of TLS 1.3 send one that means nothing.
    public var sessionID: [UInt8]
    /// Nil in TLS.
    public var cookie: [UInt8]?
    /// The cipher suites that the client supports, the preferred one first.
    public var cipherSuites: [TLSCipherSuite]
    /// The compression methods (RFC 5246 §7.4.1.2); a client of TLS 1.3 sends a single 0, which is none.
    public var compressionMethods: [UInt8]
    /// Nil where the block is left out.
    public var extensions: [TLSExtension]?

    /// A hello with these fields; the defaults are those of TLS 1.2 and 1.3 over TCP, without a session ID.
    public init(
        legacyVersion: TLSVersion = .tls12, random: [UInt8], sessionID: [UInt8] = [], cookie: [UInt8]? = nil,
        cipherSuites: [TLSCipherSuite], compressionMethods: [UInt8] = [0], extensions: [TLSExtension]?
    ) {
        self.legacyVersion = legacyVersion
        self.random = random
        self.sessionID = sessionID
        self.cookie = cookie
        self.cipherSuites = cipherSuites
        self.compressionMethods = compressionMethods
        self.extensions = extensions
    }

    /// Reads the whole body of a message.
    ///
    /// - Parameters:
    ///   - input: At the first byte after the header of the message.
    ///   - isDatagram: Whether it is DTLS, whose hello has a cookie.
    /// - Throws: `truncated` if a length is beyond the end, `tooLong` for a session ID of more than 32 bytes,
    ///   `invalidValue` for an odd length of the cipher suites, `trailingBytes` after the extensions.
    public init(parsing input: inout ByteReader, isDatagram: Bool = false) throws(WireError) {
        legacyVersion = TLSVersion(rawValue: try input.readUInt16("TLS legacy version"))
        random = try input.readBytes(TLSHello.randomSize, "TLS random")
        sessionID = try TLSHello.readSessionID(&input)
        if isDatagram {
            let length = Int(try input.readUInt8("DTLS cookie length"))
            cookie = try input.readBytes(length, "DTLS cookie")
        }
        let bookmark = input
        let suitesLength = try input.readUInt16("TLS cipher suites length")
        guard suitesLength & 1 == 0 else {
            throw bookmark.error(.invalidValue(UInt64(suitesLength)), "TLS cipher suites length")
        }
        var suites = try input.subreader(
            Int(suitesLength), "TLS cipher suites", limit: "TLS cipher suites length")
        cipherSuites = []
        cipherSuites.reserveCapacity(suites.remaining / 2)
        while !suites.isAtEnd {
            cipherSuites.append(TLSCipherSuite(rawValue: try suites.readUInt16("TLS cipher suite")))
        }
        let methodsLength = Int(try input.readUInt8("TLS compression methods length"))
        compressionMethods = try input.readBytes(methodsLength, "TLS compression methods")
        extensions = try [TLSExtension].parse(&input)
        try input.expectEnd("ClientHello")
    }

    /// - Throws: `tooLong`, before the first byte, for a vector that its length cannot say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var body = ByteWriter()
        body.writeUInt16(legacyVersion.rawValue)
        body.writeBytes(random)
        try body.writeVector(sessionID, lengthOf: 1, "TLS session ID")
        if let cookie { try body.writeVector(cookie, lengthOf: 1, "DTLS cookie") }
        let suites = ByteWriter.bytes { for suite in cipherSuites { $0.writeUInt16(suite.rawValue) } }
        try body.writeVector(suites, lengthOf: 2, "TLS cipher suites")
        try body.writeVector(compressionMethods, lengthOf: 1, "TLS compression methods")
        try extensions?.serializeBlock(into: &body)
        output.writeBytes(body.bytes)
    }
}

extension ClientHello {
    /// The host that the client asks for (RFC 6066 §3), nil where it names none or the extension is malformed.
    public var serverName: String? {
        guard let content = extensions?[.serverName] else { return nil }
        return try? TLSHello.serverName(content.span)
    }

    /// The application protocols that the client supports, the preferred one first (RFC 7301 §3.1), without values that
    /// are there only to keep servers tolerant. Empty if there are none or the extension is malformed.
    public var applicationProtocols: [String] {
        guard let content = extensions?[.applicationLayerProtocolNegotiation] else { return [] }
        return (try? TLSHello.applicationProtocols(content.span)) ?? []
    }

    /// The versions that the client supports, the preferred one first, without values that are there only to keep
    /// servers tolerant. Without the extension it is the legacy version, which implies all before it.
    public var supportedVersions: [TLSVersion] {
        guard let content = extensions?[.supportedVersions] else { return [legacyVersion] }
        return (try? TLSHello.versions(content.span)) ?? []
    }

    /// Whether the client wants to go on with an earlier session by a key that both ends have from it (TLS 1.3) or by a
    /// ticket (RFC 5077).
    public var offersResumption: Bool {
        guard let extensions else { return false }
        return extensions[.preSharedKey] != nil || extensions[.sessionTicket].map { !$0.isEmpty } ?? false
    }
}
