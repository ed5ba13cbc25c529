import WireCoding

/// A connectivity check: a STUN message (RFC 8489 §5) with which peers try addresses, without integrity and
/// fingerprint.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 2 | type: 0001 request, 0101 response | B2 |
/// | 2 | bytes of the attributes | B2 |
/// | 4 | magic cookie, 2112A442 | B2 |
/// | 12 | transaction ID; begins with 0001 (D, 6 of one source) | B2 |
/// | … | attributes, see ``MultipeerCheckAttribute`` | B2 |
///
/// `SealedChannels` has the header of any STUN message; this type has the attributes that these peers use, and keeps
/// all others.
public struct MultipeerCheck: Hashable, Sendable {
    /// Bytes before the attributes.
    public static let headerSize = 20
    /// The value that distinguishes STUN from other protocols.
    public static let magicCookie: UInt32 = 0x2112_A442

    /// The method and class of a message.
    public struct MessageType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// A Binding request.
        public static let request = MessageType(rawValue: 0x0001)
        /// A success response to a Binding request.
        public static let response = MessageType(rawValue: 0x0101)
        /// An error response to a Binding request.
        public static let errorResponse = MessageType(rawValue: 0x0111)
    }

    /// Whether the message asks or answers.
    public var type: MessageType
    /// Twelve bytes: the first eight, the first one highest.
    public var transactionHigh: UInt64
    /// The last four bytes of the transaction ID.
    public var transactionLow: UInt32
    /// All attributes in their order.
    public var attributes: [MultipeerCheckAttribute]

    /// A check with these attributes, which are written in their order.
    ///
    /// - Parameters:
    ///   - type: Whether the message asks or answers.
    ///   - transactionHigh: The first eight bytes of the transaction ID, which a response repeats.
    ///   - transactionLow: The last four bytes of the transaction ID.
    ///   - attributes: All attributes in their order.
    public init(
        _ type: MessageType, transactionHigh: UInt64, transactionLow: UInt32,
        attributes: [MultipeerCheckAttribute] = []
    ) {
        (self.type, self.transactionHigh, self.transactionLow) = (type, transactionHigh, transactionLow)
        self.attributes = attributes
    }

    /// - Throws: `truncated` where the header or an attribute is cut, `invalidValue` for a type that is not STUN's, a
    ///   length that is not a multiple of four, or a wrong cookie.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let length = try Self.checkHeader(input)
        type = MessageType(rawValue: try input.readUInt16("check type"))
        try input.skip(6, "check header")
        transactionHigh = try input.readUInt64("check transaction ID")
        transactionLow = try input.readUInt32("check transaction ID")
        var region = try input.subreader(length, "check attributes", limit: "check length")
        attributes = []
        while !region.isAtEnd { attributes.append(try MultipeerCheckAttribute(parsing: &region)) }
    }

    /// Checks a header without moving over it.
    ///
    /// - Returns: Bytes of the attributes.
    static func checkHeader(_ input: ByteReader) throws(WireError) -> Int {
        try input.require(headerSize, "check header")
        var input = input
        var bookmark = input
        let type = try input.readUInt16("check type")
        guard type & 0xC000 == 0 else { throw bookmark.error(.invalidValue(UInt64(type)), "check type") }
        bookmark = input
        let length = try input.readUInt16("check length")
        guard length & 3 == 0 else { throw bookmark.error(.invalidValue(UInt64(length)), "check length") }
        bookmark = input
        let cookie = try input.readUInt32("check magic cookie")
        guard cookie == magicCookie else { throw bookmark.error(.invalidValue(UInt64(cookie)), "check magic cookie") }
        return Int(length)
    }

    /// - Throws: `tooLong` for more than 65,532 bytes of attributes, or a value of more than 65,535.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        var content = ByteWriter()
        for attribute in attributes { try attribute.serialize(into: &content) }
        try WireError.checkLength(content.count, "check attributes", maximum: 0xFFFC)
        output.writeUInt16(type.rawValue & 0x3FFF)
        output.writeUInt16(UInt16(content.count))
        output.writeUInt32(Self.magicCookie)
        output.writeUInt64(transactionHigh)
        output.writeUInt32(transactionLow)
        output.writeBytes(content.bytes)
    }
}

extension MultipeerCheck {
    /// The side of a check, which STUN's attribute says: the browser is controlled, the advertiser is controlling (B).
    public enum Role: Hashable, Sendable {
        /// ICE-CONTROLLED: the other side chooses the pair of addresses.
        case controlled
        /// ICE-CONTROLLING: this side chooses the pair of addresses.
        case controlling
    }

    private func attribute(_ type: MultipeerCheckAttribute.AttributeType) -> MultipeerCheckAttribute? {
        attributes.first { $0.type == type }
    }

    /// The receiver's and the sender's token; nil without a user name of the form that these peers use.
    public var tokens: (receiver: MultipeerToken, sender: MultipeerToken)? { attribute(.userName)?.tokens }

    /// Nil without an attribute that says it, as in responses.
    public var role: Role? {
        attribute(.controlled) != nil ? .controlled : attribute(.controlling) != nil ? .controlling : nil
    }

    /// Whether the controlling side chooses this pair of addresses (USE-CANDIDATE).
    public var isNominating: Bool { attribute(.useCandidate) != nil }

    /// The number that a response repeats (8004).
    public var counter: UInt32? {
        guard let value = attribute(.counter)?.value, value.count == 4 else { return nil }
        return value.span.bigEndianUInt32(at: 0)
    }

    /// The address from which a response's request came, unscrambled (MAPPED-ADDRESS); nil for another form.
    public var mappedAddress: (address: IPAddress, port: UInt16)? {
        guard let value = attribute(.mappedAddress)?.value, value.count == 8 || value.count == 20,
            value[1] == (value.count == 8 ? 1 : 2), let address = IPAddress(bytes: Array(value[4...]))
        else { return nil }
        return (address, value.span.bigEndianUInt16(at: 2))
    }

    /// The addresses of the response to a nominating request (8009); nil without them, or where they cannot be read.
    public var addresses: MultipeerAddressList? {
        guard let value = attribute(.addresses)?.value, value.count > 2 else { return nil }
        let list = Array(value[2...])
        var reader = ByteReader(list.span)
        return try? MultipeerAddressList(parsing: &reader)
    }
}
