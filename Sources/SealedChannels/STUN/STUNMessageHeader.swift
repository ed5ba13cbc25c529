import WireCoding

/// The header of a STUN message (RFC 8489 §5), with which ICE and MultipeerConnectivity try paths between peers.
///
/// | bytes | field |
/// |---|---|
/// | 2 | 00, then 14 bits: method and class, interleaved |
/// | 2 | bytes that follow the header, a multiple of four |
/// | 4 | magic cookie, 0x2112A442 |
/// | 12 | transaction ID |
public struct STUNMessageHeader: Hashable, Sendable {
    /// Bytes of every header.
    public static let size = 20
    /// The value that distinguishes STUN from other protocols on the same port.
    public static let magicCookie: UInt32 = 0x2112_A442

    /// The role of a message in its transaction.
    public enum MessageClass: UInt8, Hashable, Sendable, CaseIterable {
        /// Asks for an answer; 0b00 on the wire.
        case request
        /// Wants no answer; 0b01 on the wire.
        case indication
        /// Answers a request that succeeded; 0b10 on the wire.
        case successResponse
        /// Answers a request that failed; 0b11 on the wire.
        case errorResponse
    }

    /// The method of a request (IANA, "STUN Methods"); 12 bits.
    public struct Method: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Binding: what is the sender's address as the receiver sees it?
        public static let binding = Method(rawValue: 1)
    }

    /// Method and class as they are on the wire, without the two bits that are 0.
    public var messageType: UInt16
    /// Bytes of the attributes that follow.
    public var length: UInt16
    /// Twelve bytes: the first eight, the first one highest.
    public var transactionHigh: UInt64
    /// The last four bytes of the transaction ID.
    public var transactionLow: UInt32

    /// A header with these fields.
    ///
    /// - Parameters:
    ///   - messageType: Method and class as they are on the wire.
    ///   - length: Bytes of the attributes, a multiple of four.
    ///   - transactionHigh: The first eight bytes of the transaction ID.
    ///   - transactionLow: The last four bytes of the transaction ID.
    public init(messageType: UInt16, length: UInt16, transactionHigh: UInt64, transactionLow: UInt32) {
        self.messageType = messageType
        self.length = length
        self.transactionHigh = transactionHigh
        self.transactionLow = transactionLow
    }

    /// The header of a message of that class and method.
    ///
    /// - Parameters:
    ///   - messageClass: The role of the message in its transaction.
    ///   - method: The method, of which 12 bits are written.
    ///   - length: Bytes of the attributes, a multiple of four.
    ///   - transactionHigh: The first eight bytes of the transaction ID.
    ///   - transactionLow: The last four bytes of the transaction ID.
    public init(
        _ messageClass: MessageClass, _ method: Method, length: UInt16, transactionHigh: UInt64, transactionLow: UInt32
    ) {
        let (code, kind) = (method.rawValue, UInt16(messageClass.rawValue))
        // M11…M7 C1 M6…M4 C0 M3…M0.
        let high = (code & 0xF80) << 2 | (kind & 2) << 7
        let low = (code & 0x70) << 1 | (kind & 1) << 4 | code & 0xF
        self.init(
            messageType: high | low, length: length, transactionHigh: transactionHigh, transactionLow: transactionLow)
    }

    /// The class, of two bits of ``messageType``.
    public var messageClass: MessageClass {
        let bits = UInt8(truncatingIfNeeded: messageType >> 7 & 2 | messageType >> 4 & 1)
        return MessageClass(rawValue: bits) ?? .request
    }

    /// The method, of the other 12 bits of ``messageType``.
    public var method: Method {
        Method(rawValue: messageType >> 2 & 0xF80 | messageType >> 1 & 0x70 | messageType & 0xF)
    }

    /// - Throws: `truncated` if fewer than twenty bytes are left, `invalidValue` if the first two bits are not 0, the
    ///   length is not a multiple of four, or the cookie is wrong.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "STUN header")
        var bookmark = input
        messageType = try input.readUInt16("STUN message type")
        guard messageType & 0xC000 == 0 else {
            throw bookmark.error(.invalidValue(UInt64(messageType)), "STUN message type")
        }
        bookmark = input
        length = try input.readUInt16("STUN length")
        guard length & 3 == 0 else { throw bookmark.error(.invalidValue(UInt64(length)), "STUN length") }
        bookmark = input
        let cookie = try input.readUInt32("STUN magic cookie")
        guard cookie == Self.magicCookie else {
            throw bookmark.error(.invalidValue(UInt64(cookie)), "STUN magic cookie")
        }
        transactionHigh = try input.readUInt64("STUN transaction ID")
        transactionLow = try input.readUInt32("STUN transaction ID")
    }

    /// Writes the twenty bytes of the header. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(messageType)
        output.writeUInt16(length)
        output.writeUInt32(Self.magicCookie)
        output.writeUInt64(transactionHigh)
        output.writeUInt32(transactionLow)
    }

    /// Whether a datagram is a STUN message: it has the cookie, and the length fills it exactly.
    ///
    /// - Parameter datagram: The whole payload of a UDP datagram.
    public static func looksLikeSTUN(_ datagram: Span<UInt8>) -> Bool {
        var input = ByteReader(datagram)
        guard let header = try? STUNMessageHeader(parsing: &input) else { return false }
        return input.remaining == Int(header.length)
    }
}
