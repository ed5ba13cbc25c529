import WireCoding

/// An MX record's data (RFC 1035 §3.3.9): a host that takes mail for the name.
///
/// | field | bytes |
/// |---|---|
/// | PREFERENCE | 2 |
/// | EXCHANGE | a name |
public struct MailExchange: Hashable, Sendable {
    /// Lower is tried first.
    public var preference: UInt16
    /// The host's name.
    public var exchange: DNSName

    public init(preference: UInt16, exchange: DNSName) {
        self.preference = preference
        self.exchange = exchange
    }

    public init(parsing input: inout ByteReader) throws(WireError) {
        var names = DNSNameTable()
        try self.init(parsing: &input, names: &names)
    }

    /// - Parameter names: The names of the message that the data belongs to.
    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        preference = try input.readUInt16("MX PREFERENCE")
        exchange = try names.readName(&input)
    }

    /// Writes the data without compression.
    public func serialize(into output: inout ByteWriter) {
        var names = NameCompression(scope: .none)
        serialize(into: &output, compressedBy: &names)
    }

    /// Writes the data; the host's name may be compressed (RFC 1035 §4.1.4).
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeUInt16(preference)
        exchange.serialize(into: &output, compressedBy: &names)
    }

    /// The bytes that the data takes without compression.
    public var encodedSize: Int { 2 + exchange.wireForm.count }
}
