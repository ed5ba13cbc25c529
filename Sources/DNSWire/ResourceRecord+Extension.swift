/// The fixed fields of an OPT record (RFC 6891 §6.1.2, §6.1.3).
///
/// The class is the sender's payload size, and the TTL is
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     |EXTENDED-RCODE |    VERSION    |DO|             Z               |
///
/// Apple's multicast responders write 4500 there, as into the TTL of any other record: no extended code, version 0, no
/// DO, and bits of Z that are never read. It is kept as it is.
extension ResourceRecord {
    /// An OPT record.
    ///
    /// - Parameters:
    ///   - udpPayloadSize: How many bytes of UDP payload the sender takes.
    ///   - extendedResponseCode: The upper eight of the response code's twelve bits.
    ///   - version: Of EDNS.
    ///   - acceptsSignatures: DO: the sender wants DNSSEC's records too (RFC 3225).
    ///   - options: In their order.
    public init(
        udpPayloadSize: UInt16, extendedResponseCode: UInt8 = 0, version: UInt8 = 0, acceptsSignatures: Bool = false,
        options: [EDNSOption] = []
    ) {
        let ttl = UInt32(extendedResponseCode) << 24 | UInt32(version) << 16 | (acceptsSignatures ? 0x8000 : 0)
        self.init(name: .root, type: .opt, rawClass: udpPayloadSize, ttl: ttl, data: .options(options))
    }

    /// EXTENDED-RCODE: the upper eight of the response code's twelve bits; nil in other records than OPT.
    public var extendedResponseCode: UInt8? { type == .opt ? UInt8(ttl >> 24) : nil }

    /// VERSION of EDNS; nil in other records than OPT.
    public var extensionVersion: UInt8? { type == .opt ? UInt8(ttl >> 16 & 0xFF) : nil }

    /// DO: whether the sender wants DNSSEC's records too (RFC 3225); nil in other records than OPT.
    public var acceptsSignatures: Bool? { type == .opt ? ttl & 0x8000 != 0 : nil }
}

extension DNSMessage {
    /// The first OPT record, of which a message may have one (RFC 6891 §6.1.1); nil without EDNS.
    public var extensionRecord: ResourceRecord? { additionals.first { $0.type == .opt } }

    /// The response code with the bits that an OPT record adds above the header's four.
    public var responseCode: DNSResponseCode {
        let upper = UInt16(extensionRecord?.extendedResponseCode ?? 0)
        return DNSResponseCode(rawValue: upper << 4 | flags.responseCode.rawValue)
    }
}
