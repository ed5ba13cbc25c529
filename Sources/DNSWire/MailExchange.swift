import WireCoding

/// An MX record's data (RFC 1035 §3.3.9): a host that takes mail for the name.
///
/// | field | bytes |
/// |---|---|
/// | PREFERENCE | 2 |
/// | EXCHANGE | a name, which may be compressed (RFC 1035 §4.1.4) |
public struct MailExchange: Hashable, Sendable {
    /// Lower is tried first.
    public var preference: UInt16
    /// The host's name.
    public var exchange: DNSName

    /// The data of a record that names one host for the mail of a domain.
    public init(preference: UInt16, exchange: DNSName) {
        self.preference = preference
        self.exchange = exchange
    }
}

extension MailExchange: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        preference = try input.readUInt16("MX PREFERENCE")
        exchange = try names.readName(&input)
    }

    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeUInt16(preference)
        exchange.serialize(into: &output, compressedBy: &names)
    }

    public init() { self.init(preference: 0, exchange: .root) }

    public static let fields: [FieldDescription<Self>] = [
        .required("preference", \.preference, .number), .required("exchange", \.exchange, .name),
    ]
}
