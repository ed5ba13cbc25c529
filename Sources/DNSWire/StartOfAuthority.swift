import WireCoding

/// An SOA record's data (RFC 1035 §3.3.13): where a zone begins and how its copies are kept.
///
/// | field | bytes |
/// |---|---|
/// | MNAME, RNAME | a name each |
/// | SERIAL, REFRESH, RETRY, EXPIRE, MINIMUM | 4 each |
public struct StartOfAuthority: Hashable, Sendable {
    /// MNAME: the server that has the original of the zone.
    public var primaryServer = DNSName.root
    /// RNAME: the mailbox of the responsible person. Its first label is the part before the `@`.
    public var responsibleMailbox = DNSName.root
    /// Grows with each change of the zone, modulo 2³² (RFC 1982).
    public var serial: UInt32 = 0
    /// Seconds after which a copy asks whether it is still current.
    public var refresh: UInt32 = 0
    /// Seconds after which it asks again if there was no answer.
    public var retry: UInt32 = 0
    /// Seconds after which a copy that got no answer is not used any more.
    public var expire: UInt32 = 0
    /// Seconds for which it may be remembered that a name does not exist (RFC 2308 §4).
    public var minimum: UInt32 = 0

    public init() {}
}

extension StartOfAuthority: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        primaryServer = try names.readName(&input)
        responsibleMailbox = try names.readName(&input)
        serial = try input.readUInt32("SOA SERIAL")
        refresh = try input.readUInt32("SOA REFRESH")
        retry = try input.readUInt32("SOA RETRY")
        expire = try input.readUInt32("SOA EXPIRE")
        minimum = try input.readUInt32("SOA MINIMUM")
    }

    /// Writes the data; both names may be compressed (RFC 1035 §4.1.4).
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        primaryServer.serialize(into: &output, compressedBy: &names)
        responsibleMailbox.serialize(into: &output, compressedBy: &names)
        for number in [serial, refresh, retry, expire, minimum] { output.writeUInt32(number) }
    }

    public static let fields: [FieldDescription<Self>] = [
        .required("mname", \.primaryServer, .name), .required("rname", \.responsibleMailbox, .name),
        .required("serial", \.serial, .number), .required("refresh", \.refresh, .number),
        .required("retry", \.retry, .number), .required("expire", \.expire, .number),
        .required("minimum", \.minimum, .number),
    ]
}
