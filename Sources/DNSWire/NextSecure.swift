import WireCoding

/// An NSEC record's data (RFC 4034 §4.1).
///
/// In multicast DNS it says which types a name has, and so that it has no others; the next name is then the record's
/// own (RFC 6762 §6.1).
public struct NextSecure: Hashable, Sendable {
    public var nextDomainName: DNSName
    public var types: TypeBitmap

    public init(nextDomainName: DNSName, types: TypeBitmap) {
        self.nextDomainName = nextDomainName
        self.types = types
    }

    /// Reads the rest of the reader.
    public init(parsing input: inout ByteReader) throws(WireError) {
        var names = DNSNameTable()
        try self.init(parsing: &input, names: &names)
    }

    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        nextDomainName = try names.readName(&input)
        types = try TypeBitmap(parsing: &input)
    }

    /// Writes the data without compression.
    public func serialize(into output: inout ByteWriter) {
        var names = NameCompression(scope: .none)
        serialize(into: &output, compressedBy: &names)
    }

    /// Writes the data; the name is compressed in multicast scope alone (RFC 4034 §4.1.1, RFC 6762 §18.14).
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        if names.scope == .multicast {
            nextDomainName.serialize(into: &output, compressedBy: &names)
        } else {
            nextDomainName.serialize(into: &output)
        }
        types.serialize(into: &output)
    }

    /// The bytes that the data takes without compression.
    var encodedSize: Int { nextDomainName.encodedSize + types.encodedSize }
}
