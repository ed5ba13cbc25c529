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
    public let order: UInt16
    /// Among rules of one order, lower is better.
    public let preference: UInt16
    /// The kind of outcome, in letters and digits: `U` for a URI, `S` for the name of SRV records.
    public let flags: [UInt8]
    /// Which services the rule leads to: `SIP+D2U`.
    public let services: [UInt8]
    /// A substitution, empty where ``replacement`` is used.
    public let substitution: [UInt8]
    /// The next name to ask for, the root where the REGEXP ``substitution`` is used.
    public let replacement: DNSName

    /// - Throws: ``WireError/Kind/tooLong(length:maximum:)`` for a string of more than 255 bytes.
    public init(
        order: UInt16, preference: UInt16, flags: [UInt8], services: [UInt8], substitution: [UInt8],
        replacement: DNSName
    ) throws(WireError) {
        try CharacterString.check(flags, "NAPTR FLAGS")
        try CharacterString.check(services, "NAPTR SERVICES")
        try CharacterString.check(substitution, "NAPTR REGEXP")
        self.order = order
        self.preference = preference
        self.flags = flags
        self.services = services
        self.substitution = substitution
        self.replacement = replacement
    }

    /// Reads the data. A compressed replacement is understood, though none may be sent (RFC 3597 §4).
    public init(parsing input: inout ByteReader) throws(WireError) {
        order = try input.readUInt16("NAPTR ORDER")
        preference = try input.readUInt16("NAPTR PREFERENCE")
        flags = try CharacterString.read(&input, "NAPTR FLAGS")
        services = try CharacterString.read(&input, "NAPTR SERVICES")
        substitution = try CharacterString.read(&input, "NAPTR REGEXP")
        replacement = try DNSName(parsing: &input)
    }

    /// Writes the data. The replacement is never compressed (RFC 3403 §4.1, and RFC 6762 §18.14 does not name it).
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(order)
        output.writeUInt16(preference)
        CharacterString.write(flags, into: &output)
        CharacterString.write(services, into: &output)
        CharacterString.write(substitution, into: &output)
        replacement.serialize(into: &output)
    }

    /// The bytes that the data takes.
    public var encodedSize: Int {
        7 + flags.count + services.count + substitution.count + replacement.wireForm.count
    }
}
