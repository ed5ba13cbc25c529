import WireCoding

/// By which keys two devices know each other, one of those in attribute 35.
///
/// | bytes | field |
/// |---|---|
/// | 2 | bytes of the identifier, little-endian |
/// | 1 | type: 1 for the ID of a pairwise master key, 16 bytes |
/// | 1 | publish ID |
/// | … | identifier |
public struct NANSecurityContext: Hashable, Sendable {
    public var type: UInt8
    public var publishID: UInt8
    /// At most 65535 bytes; written without more than that.
    public var identifier: [UInt8]

    public init(type: UInt8 = 1, publishID: UInt8, identifier: [UInt8]) {
        self.type = type
        self.publishID = publishID
        self.identifier = identifier
    }

    /// - Throws: `truncated` when the identifier is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "NAN security context")
        let length = Int(try input.readUInt16LittleEndian("NAN security context length"))
        type = try input.readUInt8("NAN security context type")
        publishID = try input.readUInt8("NAN publish ID")
        identifier = try input.readBytes(length, "NAN security context identifier")
    }

    public func serialize(into output: inout ByteWriter) {
        let kept = identifier.prefix(0xFFFF)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
        output.writeUInt8(type)
        output.writeUInt8(publishID)
        output.writeBytes(kept)
    }
}
