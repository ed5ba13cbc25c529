import WireCoding

/// A NAPTR record's data (RFC 3403 §4.1): a rule by which a name is rewritten into another name or a URI.
///
/// | field | bytes |
/// |---|---|
/// | ORDER, PREFERENCE | 2 each |
/// | FLAGS, SERVICES, REGEXP | a length byte and up to 255 bytes each |
/// | REPLACEMENT | a name |
public struct NamingAuthorityPointer: Hashable, Sendable {
    /// Rules are applied in this order, lower ones first.
    public internal(set) var order: UInt16
    /// Among rules of one order, lower is better.
    public internal(set) var preference: UInt16
    /// The kind of outcome, in letters and digits: `U` for a URI, `S` for the name of SRV records.
    public internal(set) var flags: [UInt8]
    /// Which services the rule leads to: `SIP+D2U`.
    public internal(set) var services: [UInt8]
    /// A substitution, empty where ``replacement`` is used.
    public internal(set) var substitution: [UInt8]
    /// The next name to ask for, the root where the REGEXP ``substitution`` is used.
    public internal(set) var replacement: DNSName

    /// - Throws: `WireError.Kind.tooLong(length:maximum:)` for a string of more than 255 bytes.
    public init(
        order: UInt16, preference: UInt16, flags: [UInt8], services: [UInt8], substitution: [UInt8],
        replacement: DNSName
    ) throws(WireError) {
        try CharacterString.check(flags, "NAPTR FLAGS")
        try CharacterString.check(services, "NAPTR SERVICES")
        try CharacterString.check(substitution, "NAPTR REGEXP")
        (self.order, self.preference, self.replacement) = (order, preference, replacement)
        (self.flags, self.services, self.substitution) = (flags, services, substitution)
    }

    public init() {
        (order, preference, replacement) = (0, 0, .root)
        (flags, services, substitution) = ([], [], [])
    }
}

extension NamingAuthorityPointer: RecordContent {
    /// Reads the data. A compressed replacement is understood, though none may be sent (RFC 3597 §4).
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        order = try input.readUInt16("NAPTR ORDER")
        preference = try input.readUInt16("NAPTR PREFERENCE")
        flags = try CharacterString.read(&input, "NAPTR FLAGS")
        services = try CharacterString.read(&input, "NAPTR SERVICES")
        substitution = try CharacterString.read(&input, "NAPTR REGEXP")
        replacement = try DNSName(parsing: &input)
    }

    /// Writes the data. The replacement is never compressed (RFC 3403 §4.1, and RFC 6762 §18.14 does not name it).
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeUInt16(order)
        output.writeUInt16(preference)
        for string in strings { CharacterString.write(string, into: &output) }
        replacement.serialize(into: &output)
    }

    private var strings: [[UInt8]] { [flags, services, substitution] }

    public static let fields: [FieldDescription<Self>] = [
        .required("order", \.order, .number), .required("preference", \.preference, .number),
        .field("flags", \.flags, .characterString), .field("services", \.services, .characterString),
        .field("regexp", \.substitution, .characterString), .field("replacement", \.replacement, .name),
        .data(unlessText: \.strings),
    ]

    public var presentation: String {
        "\(order) \(preference) "
            + strings.map { CharacterString.presentation($0) + " " }.joined() + replacement.presentation
    }
}
