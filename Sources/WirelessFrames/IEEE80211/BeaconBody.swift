import WireCoding

/// The body of beacons and probe responses (IEEE 802.11 §9.3.3.2, §9.3.3.10), little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 8 | timestamp of the sender's clock in microseconds |
/// | 2 | interval in time units of 1024 µs |
/// | 2 | capabilities |
/// | … | elements |
public struct BeaconBody: Hashable, Sendable {
    /// Bytes before the elements.
    public static let fixedSize = 12

    public var timestamp: UInt64
    public var interval: UInt16
    public var capabilities: UInt16
    public var elements: InformationElementList

    public init(timestamp: UInt64, interval: UInt16, capabilities: UInt16, elements: [InformationElement]) {
        self.timestamp = timestamp
        self.interval = interval
        self.capabilities = capabilities
        self.elements = InformationElementList(elements)
    }

    /// - Throws: `truncated` when fewer than 12 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.fixedSize, "beacon")
        timestamp = try input.readUInt64LittleEndian("beacon timestamp")
        interval = try input.readUInt16LittleEndian("beacon interval")
        capabilities = try input.readUInt16LittleEndian("beacon capabilities")
        elements = InformationElementList(parsing: &input)
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt64LittleEndian(timestamp)
        output.writeUInt16LittleEndian(interval)
        output.writeUInt16LittleEndian(capabilities)
        elements.serialize(into: &output)
    }
}
