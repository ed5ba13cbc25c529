import WireCoding

/// An attribute of a connectivity check (RFC 8489 §14).
///
/// | type | value | confidence |
/// |---|---|---|
/// | 0001 MAPPED-ADDRESS | in responses, in place of XOR-MAPPED-ADDRESS | B2 |
/// | 0006 USERNAME | 20 bytes: token of the receiver, 000000000001, token of the sender, 000000000001; a response swaps them | B2 |
/// | 0025 USE-CANDIDATE | empty | B |
/// | 8001 | 6, meaning unknown | B2 |
/// | 8003 | 000003F2, meaning unknown | B2 |
/// | 8004 | a rising number, which the response repeats | B2 |
/// | 8005 | in responses, meaning unknown | B2 |
/// | 8008 | 00000601, in nominating requests | B |
/// | 8009 | 0001, then a ``MultipeerAddressList`` | B |
/// | 8029 ICE-CONTROLLED | the browser's; tie breaker | B; one source has the two names the wrong way round |
/// | 802A ICE-CONTROLLING | the advertiser's | B |
public struct MultipeerCheckAttribute: Hashable, Sendable {
    /// The type of an attribute (IANA, "STUN Attributes", and those of these peers).
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// MAPPED-ADDRESS (RFC 8489 §14.1): the address from which the request came, in responses.
        public static let mappedAddress = AttributeType(rawValue: 0x0001)
        /// USERNAME (RFC 8489 §14.3): the tokens of receiver and sender.
        public static let userName = AttributeType(rawValue: 0x0006)
        /// USE-CANDIDATE (RFC 8445 §7.1.2): the controlling side chooses this pair of addresses.
        public static let useCandidate = AttributeType(rawValue: 0x0025)
        /// 8001 with the value 6; its meaning is unknown (B2).
        public static let unknown1 = AttributeType(rawValue: 0x8001)
        /// 8003 with the value 000003F2; its meaning is unknown (B2).
        public static let unknown3 = AttributeType(rawValue: 0x8003)
        /// 8004: a rising number, which the response repeats (B2).
        public static let counter = AttributeType(rawValue: 0x8004)
        /// 8005, in responses; its meaning is unknown (B2).
        public static let unknown5 = AttributeType(rawValue: 0x8005)
        /// 8008 with the value 00000601, in nominating requests (B).
        public static let nomination = AttributeType(rawValue: 0x8008)
        /// 8009: 0001 and a ``MultipeerAddressList`` (B).
        public static let addresses = AttributeType(rawValue: 0x8009)
        /// ICE-CONTROLLED (RFC 8445 §7.1.3): the browser's tie breaker.
        public static let controlled = AttributeType(rawValue: 0x8029)
        /// ICE-CONTROLLING (RFC 8445 §7.1.3): the advertiser's tie breaker.
        public static let controlling = AttributeType(rawValue: 0x802A)
    }

    /// The longest value.
    public static let maximumLength = 0xFFFF
    /// Bytes of a user name.
    public static let userNameSize = 20
    /// What follows each token in a user name.
    static let userNameMark: [UInt8] = [0, 0, 0, 0, 0, 1]

    /// The type, which says what ``value`` means.
    public var type: AttributeType
    /// The bytes of the value, without the padding.
    public var value: [UInt8]
    /// The bytes that fill the value up to a multiple of four, as they are on the wire: AA in these peers' addresses
    /// (B). Missing ones are written as zeros, surplus ones are not.
    public var padding: [UInt8]

    /// An attribute; without `padding`, zeros fill the value up to a multiple of four.
    public init(_ type: AttributeType, _ value: [UInt8], padding: [UInt8]? = nil) {
        (self.type, self.value) = (type, value)
        self.padding = padding ?? [UInt8](repeating: 0, count: Self.paddingSize(value.count))
    }

    /// The user name of a check between two addresses.
    public static func userName(receiver: MultipeerToken, sender: MultipeerToken) -> MultipeerCheckAttribute {
        MultipeerCheckAttribute(
            .userName,
            ByteWriter.bytes { output in
                for token in [receiver, sender] {
                    output.writeUInt32(token.rawValue)
                    output.writeBytes(userNameMark)
                }
            })
    }

    /// The receiver's and the sender's token of a user name; nil for another form.
    public var tokens: (receiver: MultipeerToken, sender: MultipeerToken)? {
        guard value.count == Self.userNameSize, Array(value[4..<10]) == Self.userNameMark,
            Array(value[14...]) == Self.userNameMark
        else { return nil }
        return (
            MultipeerToken(rawValue: value.span.bigEndianUInt32(at: 0)),
            MultipeerToken(rawValue: value.span.bigEndianUInt32(at: 10))
        )
    }

    /// Bytes after a value of that length.
    static func paddingSize(_ length: Int) -> Int { -length & 3 }

    /// - Throws: `truncated` where header, value or padding is cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "check attribute")
        type = AttributeType(rawValue: try input.readUInt16("check attribute type"))
        let length = Int(try input.readUInt16("check attribute length"))
        value = try input.readBytes(length, "check attribute value")
        padding = try input.readBytes(Self.paddingSize(length), "check attribute padding")
    }

    /// - Throws: `tooLong` for a value of more than 65,535 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(value.count, "check attribute value", maximum: Self.maximumLength)
        output.writeUInt16(type.rawValue)
        output.writeUInt16(UInt16(value.count))
        output.writeBytes(value)
        output.writeFixed(padding, Self.paddingSize(value.count))
    }
}
