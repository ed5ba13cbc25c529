import WireCoding

/// Ciphers that a device knows (attribute 34): capabilities, then pairs of suite and publish ID to the end.
public struct NANCipherSuites: NANAttributeBody {
    public static let id = NANAttributeID.cipherSuites

    public var capabilities: UInt8
    public var suites: [Suite]

    /// One cipher, and what it is for.
    public struct Suite: Hashable, Sendable {
        /// 1 and 2 shared key with CCM-128 and GCM-256, 3 and 4 public key, 5 and 6 group keys, 7 and 8 PASN.
        public var suite: UInt8
        /// The published service that it applies to, 0 for all.
        public var publishID: UInt8

        public init(suite: UInt8, publishID: UInt8) {
            self.suite = suite
            self.publishID = publishID
        }
    }

    public init(capabilities: UInt8 = 0, suites: [Suite]) {
        self.capabilities = capabilities
        self.suites = suites
    }

    /// - Throws: `truncated` when a pair is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        capabilities = try input.readUInt8("NAN cipher suite capabilities")
        suites = []
        while !input.isAtEnd {
            try input.require(2, "NAN cipher suite")
            let suite = try input.readUInt8("NAN cipher suite")
            suites.append(Suite(suite: suite, publishID: try input.readUInt8("NAN publish ID")))
        }
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(capabilities)
        for suite in suites {
            output.writeUInt8(suite.suite)
            output.writeUInt8(suite.publishID)
        }
    }
}

extension NANCipherSuites {
    public static let blank = NANCipherSuites(suites: [])
    public static let fields: [FieldDescription<Self>] = [
        .field("capabilities", \.capabilities, .number),
        .field("suites", \.suites, .list(.anyObject)),
    ]
}

extension NANCipherSuites.Suite: DescribedElement {
    public static let blank = Self(suite: 0, publishID: 0)
    public static let fields: [FieldDescription<Self>] = [
        .required("suite", \.suite, .number),
        .field("publishID", \.publishID, .number),
    ]
}
