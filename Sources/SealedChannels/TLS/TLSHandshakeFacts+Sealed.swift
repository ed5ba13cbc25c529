import WireCoding

/// What TLS 1.3 and QUIC seal of a handshake (RFC 8446 §4.3, §4.4).
extension TLSHandshakeFacts {
    /// Takes note of a whole handshake message that was opened. One that cannot be read says nothing.
    mutating func note(sealed type: TLSHandshakeType, _ body: Span<UInt8>) {
        var reader = ByteReader(body)
        switch type {
        case .encryptedExtensions:
            guard let extensions = try? TLSEncryptedExtensions(parsing: &reader) else { return }
            applicationProtocol = extensions.applicationProtocol
            hasEncryptedExtensions = true
        case .certificate: certificateCount = (try? noteSealedCertificates(&reader)) ?? 0
        default: break
        }
    }

    /// Adds what was sealed and opened.
    public mutating func merge(opened facts: TLSHandshakeFacts, alerts: [TLSAlert]) {
        if facts.hasEncryptedExtensions {
            (hasEncryptedExtensions, applicationProtocol) = (true, facts.applicationProtocol)
        }
        if facts.certificate != nil { (certificate, certificateCount) = (facts.certificate, facts.certificateCount) }
        self.alerts = Array((self.alerts + alerts).prefix(Self.maximumAlerts))
    }

    /// A context with a length of one byte, then a list with a length of three bytes: of certificates with lengths of
    /// three bytes, the peer's own first, each with its extensions (RFC 8446 §4.4.2).
    ///
    /// - Returns: How many there are.
    private mutating func noteSealedCertificates(_ input: inout ByteReader) throws(WireError) -> Int {
        try input.skip(Int(try input.readUInt8("TLS certificate context length")), "TLS certificate context")
        let length = Int(try input.readUInt24("TLS certificate list length"))
        var list = try input.subreader(length, "TLS certificate list", limit: "TLS certificate list length")
        var count = 0
        while !list.isAtEnd {
            let length = Int(try list.readUInt24("TLS certificate length"))
            var one = try list.subreader(length, "TLS certificate", limit: "TLS certificate length")
            count &+= 1
            if count == 1 { certificate = try? TLSCertificateNames(parsing: &one) }
            try list.skip(Int(try list.readUInt16("TLS certificate extensions length")), "TLS certificate extensions")
        }
        return count
    }
}
