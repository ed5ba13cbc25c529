import WireCoding

/// An entry of a message's question section (RFC 1035 §4.1.2): name, type, class.
public struct Question: Hashable, Sendable {
    public var name: DNSName
    public var type: RecordType
    /// The class field as it is in the message.
    public var rawClass: UInt16

    public init(name: DNSName, type: RecordType, rawClass: UInt16) {
        self.name = name
        self.type = type
        self.rawClass = rawClass
    }

    public init(
        name: DNSName, type: RecordType, recordClass: RecordClass = .internet, wantsUnicastResponse: Bool = false
    ) {
        self.init(
            name: name, type: type,
            rawClass: recordClass.rawValue | (wantsUnicastResponse ? RecordClass.multicastBit : 0))
    }

    /// The class without the top bit.
    public var recordClass: RecordClass { RecordClass(rawValue: rawClass & ~RecordClass.multicastBit) }

    /// The "QU" bit of multicast DNS (RFC 6762 §5.4). In unicast DNS the bit is part of the class.
    public var wantsUnicastResponse: Bool { rawClass & RecordClass.multicastBit != 0 }

    public init(parsing input: inout ByteReader) throws(WireError) {
        var names = DNSNameTable()
        try self.init(parsing: &input, names: &names)
    }

    init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        name = try names.readName(&input)
        type = RecordType(rawValue: try input.readUInt16("QTYPE"))
        rawClass = try input.readUInt16("QCLASS")
    }

    /// Writes the question without compression.
    public func serialize(into output: inout ByteWriter) {
        var names = NameCompression(scope: .none)
        serialize(into: &output, compressedBy: &names)
    }

    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        name.serialize(into: &output, compressedBy: &names)
        output.writeUInt16(type.rawValue)
        output.writeUInt16(rawClass)
    }
}
