import WireCoding

/// One entry of generic service info: number, length in two bytes (little-endian), value.
public enum NANGenericServiceInfo: Hashable, Sendable {
    /// Entry 0: the transport port.
    case port(UInt16)
    /// Entry 1: the protocol above IP, 6 for TCP and 17 for UDP.
    case ipProtocol(UInt8)
    /// Entry 2, UTF-8.
    case serviceName([UInt8])
    /// Entry 3, UTF-8.
    case instanceName([UInt8])
    /// Entry 4: the strings of a TXT record.
    case text([UInt8])
    /// Entry 5: the UUID of the service or instance, sixteen bytes in the order of its text.
    case uuid([UInt8])
    /// Entry 6: bytes that the application gives a meaning.
    case blob([UInt8])
    /// Any other, and 0, 1 and 5 with values of another length. At most 65535 bytes; written without more than that.
    case other(number: UInt8, value: [UInt8])

    /// Bytes of a UUID.
    public static let uuidSize = 16

    /// - Throws: `truncated` when header or value is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(3, "NAN service info entry")
        let number = try input.readUInt8("NAN service info entry")
        let length = Int(try input.readUInt16LittleEndian("NAN service info entry length"))
        let value = try input.readBytes(length, "NAN service info entry")
        switch (number, length) {
        case (0, 2): self = .port(UInt16(value[1]) << 8 | UInt16(value[0]))
        case (1, 1): self = .ipProtocol(value[0])
        case (2, _): self = .serviceName(value)
        case (3, _): self = .instanceName(value)
        case (4, _): self = .text(value)
        case (5, Self.uuidSize): self = .uuid(value)
        case (6, _): self = .blob(value)
        default: self = .other(number: number, value: value)
        }
    }

    public func serialize(into output: inout ByteWriter) {
        let number: UInt8
        let value: [UInt8]
        switch self {
        case .port(let port): (number, value) = (0, [UInt8(port & 0xFF), UInt8(port >> 8)])
        case .ipProtocol(let ipProtocol): (number, value) = (1, [ipProtocol])
        case .serviceName(let name): (number, value) = (2, name)
        case .instanceName(let name): (number, value) = (3, name)
        case .text(let strings): (number, value) = (4, strings)
        case .uuid(let uuid): (number, value) = (5, uuid)
        case .blob(let bytes): (number, value) = (6, bytes)
        case .other(let other, let bytes): (number, value) = (other, bytes)
        }
        let kept = value.prefix(0xFFFF)
        output.writeUInt8(number)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
        output.writeBytes(kept)
    }
}
