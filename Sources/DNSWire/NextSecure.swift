import WireCoding

/// An NSEC record's data (RFC 4034 §4.1).
///
/// In multicast DNS it says which types a name has, and so that it has no others; the next name is then the record's
/// own (RFC 6762 §6.1).
public struct NextSecure: Hashable, Sendable {
    /// The next name of the zone; in multicast DNS the record's own name (RFC 6762 §6.1).
    public var nextDomainName: DNSName
    /// The types that the record's name has.
    public var types: TypeBitmap

    /// The data of a record that says which types a name has.
    public init(nextDomainName: DNSName, types: TypeBitmap) {
        self.nextDomainName = nextDomainName
        self.types = types
    }
}

extension NextSecure: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        nextDomainName = try names.readName(&input)
        types = try TypeBitmap(parsing: &input)
    }

    /// Writes the data; the name is compressed in multicast scope alone (RFC 4034 §4.1.1, RFC 6762 §18.14).
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        nextDomainName.serialize(into: &output, compressedInMulticastBy: &names)
        types.serialize(into: &output)
    }

    public var encodedSize: Int { nextDomainName.encodedSize + types.encodedSize }

    public init() { self.init(nextDomainName: .root, types: TypeBitmap([])) }

    public static let fields: [FieldDescription<Self>] = [
        .field("nextDomainName", \.nextDomainName, .name),
        .required(
            "types", \.types,
            FieldCodec<[RecordType]>.list(.recordType).map({ TypeBitmap($0) }, back: \.types).extremes { source in
                TypeBitmap((0..<source.extremeCount(upTo: 300)).map { _ in FieldCodec.recordType.extreme(&source) })
            }),
        // Senders may write the same types in more bytes than they need.
        .data(unless: { TypeBitmap($0.types.types) == $0.types }),
    ]
}

extension FieldCodec where Value == RecordType {
    static var recordType: FieldCodec {
        .text(
            \.description, parse: { RecordType($0) }, "is not a record type",
            extreme: { RecordType(rawValue: $0.extremeNumber(UInt16.self)) })
    }
}
