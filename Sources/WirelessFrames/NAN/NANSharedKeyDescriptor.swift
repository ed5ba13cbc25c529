import WireCoding

/// A step in agreeing on keys (attribute 36): publish ID, then the body of an EAPOL-Key frame (IEEE 802.11 §12.7.2).
public struct NANSharedKeyDescriptor: NANAttributeBody {
    public static let id = NANAttributeID.sharedKeyDescriptor

    public var publishID: UInt8
    public var key: [UInt8]

    public init(publishID: UInt8, key: [UInt8]) {
        self.publishID = publishID
        self.key = key
    }

    /// - Throws: `truncated` when no byte is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        publishID = try input.readUInt8("NAN publish ID")
        key = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(publishID)
        output.writeBytes(key)
    }
}

extension NANSharedKeyDescriptor {
    public static let blank = NANSharedKeyDescriptor(publishID: 0, key: [])
    public static let fields: [FieldDescription<Self>] = [
        .field("publishID", \.publishID, .number),
        .field("key", \.key, .hex),
    ]
}
