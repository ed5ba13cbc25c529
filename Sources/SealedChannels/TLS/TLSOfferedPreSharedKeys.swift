import WireCoding

/// The pre-shared keys that a client of TLS 1.3 offers: the content of its extension `pre_shared_key`, which is always
/// its last one (RFC 8446 §4.2.11). The content of a server's is the index of the one that it chose.
///
/// | bytes | field |
/// |---|---|
/// | 2 | bytes of identities |
/// | 2 + … | for each: the identity |
/// | 4 | and the age of the ticket, obfuscated |
/// | 2 | bytes of binders |
/// | 1 + … | for each identity: its binder |
public struct TLSOfferedPreSharedKeys: Hashable, Sendable {
    /// A key by its name.
    public struct Identity: Hashable, Sendable {
        /// A ticket, or the name of an external key. 1 to 65,535 bytes.
        public var identity: [UInt8]
        /// Milliseconds since the ticket came plus a number that came with it, modulo 2^32; 0 for external keys.
        public var obfuscatedTicketAge: UInt32

        /// A key by its name; the default age is that of an external key.
        public init(identity: [UInt8], obfuscatedTicketAge: UInt32 = 0) {
            self.identity = identity
            self.obfuscatedTicketAge = obfuscatedTicketAge
        }
    }

    /// The names of the keys, in the client's order. The server chooses one by its index.
    public var identities: [Identity]
    /// Proofs that the client has the keys, in the same order; see
    /// ``TLS13KeySchedule/binder(isExternal:transcriptHash:)``.
    public var binders: [[UInt8]]

    /// Keys and their proofs, one binder for each identity.
    public init(identities: [Identity], binders: [[UInt8]]) {
        self.identities = identities
        self.binders = binders
    }

    /// Bytes of the binders with all their lengths: what the transcript of a binder leaves out at the end of the
    /// ClientHello.
    public var bindersSize: Int { binders.reduce(2) { $0 + 1 + $1.count } }

    /// The first identity in the content of an extension, if it can be read.
    static func first(in content: [UInt8]) -> Identity? {
        var reader = ByteReader(content.span)
        return (try? TLSOfferedPreSharedKeys(parsing: &reader))?.identities.first
    }

    /// Reads the whole content of the extension.
    ///
    /// - Throws: `truncated` if a length is beyond the end, `trailingBytes` behind the binders.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let length = Int(try input.readUInt16("PSK identities length"))
        var list = try input.subreader(length, "PSK identities", limit: "PSK identities length")
        identities = []
        while !list.isAtEnd {
            let size = Int(try list.readUInt16("PSK identity length"))
            let identity = try list.readBytes(size, "PSK identity")
            identities.append(
                Identity(identity: identity, obfuscatedTicketAge: try list.readUInt32("PSK obfuscated ticket age")))
        }
        let bindersLength = Int(try input.readUInt16("PSK binders length"))
        var proofs = try input.subreader(bindersLength, "PSK binders", limit: "PSK binders length")
        binders = []
        while !proofs.isAtEnd {
            let size = Int(try proofs.readUInt8("PSK binder length"))
            binders.append(try proofs.readBytes(size, "PSK binder"))
        }
        try input.expectEnd("pre_shared_key")
    }

    /// - Throws: `tooLong` for what a length cannot say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var list = ByteWriter()
        for identity in identities {
            try list.writeVector(identity.identity, lengthOf: 2, "PSK identity")
            list.writeUInt32(identity.obfuscatedTicketAge)
        }
        var proofs = ByteWriter()
        for binder in binders { try proofs.writeVector(binder, lengthOf: 1, "PSK binder") }
        try WireError.checkLength(
            proofs.count, "PSK binders", maximum: Int(UInt16.max), offset: output.count)
        try output.writeVector(list.bytes, lengthOf: 2, "PSK identities")
        try output.writeVector(proofs.bytes, lengthOf: 2, "PSK binders")
    }
}
