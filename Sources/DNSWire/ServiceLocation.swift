import WireCoding

/// An SRV record's data (RFC 2782): where a service listens.
public struct ServiceLocation: Hashable, Sendable {
    /// Lower is tried first.
    public var priority: UInt16
    /// Among locations of one priority, the share of clients that this one gets.
    public var weight: UInt16
    /// The TCP or UDP port, by the service's type.
    public var port: UInt16
    /// The host's name.
    public var target: DNSName

    /// The data of a record that says where a service listens. Multicast DNS uses priority and weight 0.
    public init(priority: UInt16 = 0, weight: UInt16 = 0, port: UInt16, target: DNSName) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.target = target
    }

    /// The same location with the target in its own memory, see ``DNSName/compacted()``.
    public func compacted() -> ServiceLocation {
        ServiceLocation(priority: priority, weight: weight, port: port, target: target.compacted())
    }
}

extension ServiceLocation: RecordContent {
    public init(parsing input: inout ByteReader, names: inout DNSNameTable) throws(WireError) {
        priority = try input.readUInt16("SRV priority")
        weight = try input.readUInt16("SRV weight")
        port = try input.readUInt16("SRV port")
        target = try names.readName(&input)
    }

    /// Writes the data; the target is compressed in multicast scope alone (RFC 2782 "Target", RFC 6762 §18.14).
    public func serialize(into output: inout ByteWriter, compressedBy names: inout NameCompression) {
        output.writeUInt16(priority)
        output.writeUInt16(weight)
        output.writeUInt16(port)
        target.serialize(into: &output, compressedInMulticastBy: &names)
    }

    public var encodedSize: Int { 6 + target.encodedSize }

    public init() { self.init(port: 0, target: .root) }

    public static let fields: [FieldDescription<Self>] = [
        .field("priority", \.priority, .number), .field("weight", \.weight, .number),
        .required("port", \.port, .number), .required("target", \.target, .name),
    ]
}
