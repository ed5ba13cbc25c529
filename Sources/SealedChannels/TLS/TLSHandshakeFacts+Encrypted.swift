import WireCoding

extension TLSHandshakeFacts {
    /// Takes note of a message of TLS 1.3 that handshake keys opened: the server's EncryptedExtensions (RFC 8446 §4.3.1)
    /// or Certificate (§4.4.2).
    ///
    /// - Parameter body: The message without its header.
    /// - Returns: The extensions, if it is a message with extensions of the whole connection.
    /// - Throws: An error in the extensions. A certificate that cannot be read only has no names.
    mutating func noteEncrypted(
        _ type: TLSHandshakeType, _ body: Span<UInt8>
    ) throws(WireError) -> [TLSExtension]? {
        var input = ByteReader(body, limit: "TLS message length")
        switch type {
        case .encryptedExtensions:
            let extensions = try [TLSExtension].parse(&input) ?? []
            try input.expectEnd("EncryptedExtensions")
            if let content = extensions[.applicationLayerProtocolNegotiation] {
                applicationProtocol = try TLSHello.applicationProtocols(content.span).first
            }
            hasEncryptedExtensions = true
            return extensions
        case .certificate:
            certificateCount = (try? noteCertificatesOfTLS13(&input)) ?? 0
            return nil
        default: return nil
        }
    }

    /// Adds what was sealed and opened.
    public mutating func merge(opened facts: TLSHandshakeFacts, alerts: [TLSAlert] = []) {
        if facts.hasEncryptedExtensions {
            (hasEncryptedExtensions, applicationProtocol) = (true, facts.applicationProtocol)
        }
        if facts.certificate != nil { (certificate, certificateCount) = (facts.certificate, facts.certificateCount) }
        self.alerts = Array((self.alerts + alerts).prefix(Self.maximumAlerts))
    }

    /// A context, then a list of certificates, each with extensions; the peer's own certificate comes first.
    ///
    /// - Returns: The number of certificates.
    private mutating func noteCertificatesOfTLS13(_ input: inout ByteReader) throws(WireError) -> Int {
        try input.skip(Int(try input.readUInt8("TLS certificate context length")), "TLS certificate context")
        let length = Int(try input.readUInt24("TLS certificate list length"))
        var list = try input.subreader(length, "TLS certificate list", limit: "TLS certificate list length")
        var count = 0
        while !list.isAtEnd {
            let length = Int(try list.readUInt24("TLS certificate length"))
            var one = try list.subreader(length, "TLS certificate", limit: "TLS certificate length")
            count &+= 1
            if count == 1 { certificate = try? TLSCertificateNames(parsing: &one) }
            try list.skip(Int(try list.readUInt16("TLS extensions length")), "TLS extensions")
        }
        return count
    }
}
