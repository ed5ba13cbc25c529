import WireCoding

/// The keys by which two devices know each other, one of those in attribute 35.
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

extension NANSecurityContext: DescribedElement {
    public static let blank = NANSecurityContext(publishID: 0, identifier: [])
    public static let fields: [FieldDescription<Self>] = [
        .field("type", \.type, .number),
        .field("publishID", \.publishID, .number),
        .required("identifier", \.identifier, .hex),
    ]
}

/// All keys by which a device knows others (attribute 35), to the end of the body.
public struct NANSecurityContexts: NANAttributeBody {
    public static let id = NANAttributeID.securityContexts

    public var contexts: [NANSecurityContext]

    public init(_ contexts: [NANSecurityContext]) { self.contexts = contexts }

    /// - Throws: `truncated` when an identifier is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        contexts = []
        while !input.isAtEnd { contexts.append(try NANSecurityContext(parsing: &input)) }
    }

    public func serialize(into output: inout ByteWriter) {
        for context in contexts { context.serialize(into: &output) }
    }

    public static let blank = NANSecurityContexts([])
    public static let fields: [FieldDescription<Self>] = [.field("contexts", \.contexts, .list(.anyObject))]
}
