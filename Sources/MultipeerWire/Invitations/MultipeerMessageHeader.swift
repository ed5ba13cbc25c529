import WireCoding

/// The header of a message on the TCP connection over which peers invite each other. There is no other framing.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 2 | type: 2000 hello, 2100 data, 2200 accept | B2 |
/// | 2 | flags: 1 = receipt | B2 |
/// | 4 | length of the body | B (W); the other source has the lower half as the length |
/// | 4 | CRC-32 of header and body, with this field zero | B2 |
/// | 4 | number: the sender's counter from 0; a receipt repeats the number that it confirms | B (W); one client sends 0 always and is accepted |
public struct MultipeerMessageHeader: LaidOutHeader, Hashable {
    /// Bytes of every header.
    public static let size = 16
    /// Where the checksum is.
    static let checksumOffset = 8

    /// The type of a message.
    public struct MessageType: RawRepresentable, Hashable, Sendable, HeaderPart {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public init(word: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: word)) }

        /// Begins the greeting.
        public static let hello = MessageType(rawValue: 2000)
        /// A property list, or a receipt for one.
        public static let data = MessageType(rawValue: 2100)
        /// Ends the greeting. It is not the answer to an invitation.
        public static let accept = MessageType(rawValue: 2200)

        /// Whether it is one of the three published types.
        public var isKnown: Bool { self == .hello || self == .data || self == .accept }
    }

    /// What a message is besides its type. Unknown bits are kept.
    public struct Flags: OptionSet, Hashable, Sendable, HeaderPart {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public init(word: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: word)) }

        /// The message confirms one of the other side.
        public static let receipt = Flags(rawValue: 1)
    }

    /// What the message is: hello, data or accept.
    public var type = MessageType.data
    /// Whether the message is a receipt; unknown bits are kept.
    public var flags: Flags = []
    /// Bytes of the body.
    public var length: UInt32 = 0
    /// As it is on the wire, right or wrong.
    public var checksum: UInt32 = 0
    /// The sender's counter, or in a receipt the number that it confirms.
    public var number: UInt32 = 0

    public init() {}

    /// The sixteen bytes of the header, field by field.
    public static let layout = HeaderLayout<Self>(
        "message header",
        .part(\.type, "type", .name { [2000: "hello", 2100: "data", 2200: "accept"][$0] }),
        .part(\.flags, "flags", .bits("receipt")),
        .part(\.length, "length", .unit(.bytes)),
        .part(\.checksum, "checksum", .hexadecimal(digits: 8)), .part(\.number, "number"))

    /// The header at the beginning of sixteen bytes in two words.
    init(high: UInt64, low: UInt64) {
        type = MessageType(word: high >> 48)
        flags = Flags(word: high >> 32)
        length = UInt32(truncatingIfNeeded: high)
        checksum = UInt32(truncatingIfNeeded: low >> 32)
        number = UInt32(truncatingIfNeeded: low)
    }

    /// Whether the header can be that of a published message: a known type, no unknown flag, and no body where there is
    /// none.
    public var isPlausible: Bool {
        switch (type, flags) {
        case (.hello, []): length >= UInt32(MultipeerHello.fixedSize)
        case (.data, []): length == 0 || length >= UInt32(Self.leastListSize)
        case (.hello, .receipt), (.data, .receipt), (.accept, []): length == 0
        default: false
        }
    }

    /// A property list cannot be shorter than its signature and trailer.
    private static let leastListSize = PropertyListObjects.signatureSize + PropertyListObjects.trailerSize

    /// The checksum that the message should have: CRC-32 (zlib's) of header and body, with the checksum itself as
    /// zeros.
    ///
    /// Confidence: B2, six constants and a hello.
    ///
    /// - Parameter body: The bytes after the header.
    public func checksum(with body: Span<UInt8>) -> UInt32 {
        var header = self
        header.checksum = 0
        let bytes = ByteWriter.bytes { header.serialize(into: &$0) }
        var check = ReflectedCRC.crc32
        check.add(bytes.span)
        check.add(body)
        return ~check.state
    }
}
