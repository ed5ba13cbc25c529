import WireCoding

/// The keys by which two devices know each other, one of those in attribute 35.
///
/// | bytes | field |
/// |---|---|
/// | 2 | bytes of the identifier, little-endian |
/// | 1 | type: 1 for the ID of a pairwise master key, 16 bytes |
/// | 1 | publish ID |
/// | … | identifier |
public struct NANSecurityContext: Hashable, DescribedElement {
    /// The kind of identifier: 1 for the ID of a pairwise master key.
    public var type: UInt8 = 1
    /// The instance ID of the publish that the key is for.
    public var publishID: UInt8 = 0
    /// At most 65535 bytes; written without more than that.
    public var identifier: [UInt8] = []

    public init() {}

    /// - Throws: `truncated` when the identifier is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "NAN security context")
        let length = Int(try input.readUInt16LittleEndian("NAN security context length"))
        type = try input.readUInt8("NAN security context type")
        publishID = try input.readUInt8("NAN publish ID")
        identifier = try input.readBytes(length, "NAN security context identifier")
    }

    /// Writes length, type, publish ID and at most 65535 bytes of the identifier.
    public func serialize(into output: inout ByteWriter) {
        let kept = identifier.prefix(0xFFFF)
        output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
        output.writeUInt8(type)
        output.writeUInt8(publishID)
        output.writeBytes(kept)
    }

    public static let fields: [FieldDescription<Self>] = [
        .field("type", \.type, .number),
        .field("publishID", \.publishID, .number),
        .required("identifier", \.identifier, .hex),
    ]
}

/// All keys by which a device knows others (attribute 35), to the end of the body.
public struct NANSecurityContexts: NANAttributeBody {
    public static let id = NANAttributeID.securityContexts

    /// The contexts in their order.
    public var contexts: [NANSecurityContext]

    /// The attribute of these contexts.
    public init(_ contexts: [NANSecurityContext]) { self.contexts = contexts }

    public init() { self.init([]) }

    public static let fields: [FieldDescription<Self>] = [
        .field("contexts", \.contexts, .list(.anyObject), .list(of: .element))
    ]
}

/// Ciphers that a device knows (attribute 34): capabilities, then pairs of suite and publish ID to the end.
public struct NANCipherSuites: NANAttributeBody {
    public static let id = NANAttributeID.cipherSuites

    /// Bits that the specification defines; not interpreted here.
    public var capabilities: UInt8 = 0
    /// The ciphers in their order, each for a published service or for all.
    public var suites: [Suite] = []

    /// One cipher, and what it is for.
    public struct Suite: Hashable, DescribedElement {
        /// 1 and 2 shared key with CCM-128 and GCM-256, 3 and 4 public key, 5 and 6 group keys, 7 and 8 PASN.
        public var suite: UInt8 = 0
        /// The published service that it applies to, 0 for all.
        public var publishID: UInt8 = 0

        public init() {}

        /// A cipher by its number, and what it is for.
        public init(suite: UInt8, publishID: UInt8) {
            self.suite = suite
            self.publishID = publishID
        }

        public static let fields: [FieldDescription<Self>] = [
            .size(2, "NAN cipher suite"),
            .required("suite", \.suite, .number, .integer("NAN cipher suite")),
            .field("publishID", \.publishID, .number, .integer("NAN publish ID")),
        ]
    }

    public init() {}

    /// The attribute of these ciphers.
    public init(capabilities: UInt8 = 0, suites: [Suite]) {
        self.capabilities = capabilities
        self.suites = suites
    }

    public static let fields: [FieldDescription<Self>] = [
        .field("capabilities", \.capabilities, .number, .integer("NAN cipher suite capabilities")),
        .field("suites", \.suites, .list(.anyObject), .list(of: .element)),
    ]
}

/// A step in agreeing on keys (attribute 36): publish ID, then the body of an EAPOL-Key frame (IEEE 802.11 §12.7.2).
public struct NANSharedKeyDescriptor: NANAttributeBody {
    public static let id = NANAttributeID.sharedKeyDescriptor

    /// The instance ID of the publish that the keys are for.
    public var publishID: UInt8 = 0
    /// The body of an EAPOL-Key frame, not interpreted here.
    public var key: [UInt8] = []

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .field("publishID", \.publishID, .number, .integer("NAN publish ID")),
        .field("key", \.key, .hex, .rest),
    ]
}
