/// Where a message ends.
public struct MessageFraming: Hashable, Sendable {
    /// 16 MiB: the most that a body may have where a description does not say it.
    public static let usualMaximum = 16 << 20

    /// The ways to find the end of a message.
    @nonexhaustive
    public enum Method: Hashable, Sendable {
        /// A length, then the header if there is one, then the body.
        case prefix(LengthEncoding, LengthMeaning = LengthMeaning())
        /// The length is that field of the header.
        case length(String, LengthMeaning = LengthMeaning())
        /// These bytes end each message.
        case delimiter([UInt8])
        /// Every message has so many bytes, header included.
        case fixed(Int)
        /// Messages of RFC 6455, after the HTTP upgrade.
        case webSocket
        /// One message a datagram.
        case datagram
    }

    /// How the end of a message is found.
    public var method: Method
    /// The most bytes that a body may have.
    public var maximum: Int

    /// A framing whose bodies have at most `maximum` bytes.
    public init(_ method: Method, maximum: Int = usualMaximum) {
        self.method = method
        self.maximum = maximum
    }
}

/// How a length is written.
@nonexhaustive
public enum LengthEncoding: Hashable, Sendable {
    /// An unsigned number of 1 to 8 bytes.
    case integer(size: Int, endian: ByteOrder = .big)
    /// LEB128, at most 10 bytes.
    case varint
}

/// What a length counts.
public struct LengthMeaning: Hashable, Sendable {
    /// The part of a message whose bytes a length counts.
    public enum Coverage: String, CaseIterable, Hashable, Sendable {
        /// The body alone.
        case body
        /// All that follows the length.
        case rest
        /// The message with its length.
        case all
    }

    /// The part whose bytes the length counts.
    public var covers: Coverage
    /// Added to the value on the wire.
    public var add: Int

    /// A length of that part, to which `add` is added.
    public init(covers: Coverage = .body, add: Int = 0) {
        self.covers = covers
        self.add = add
    }
}
