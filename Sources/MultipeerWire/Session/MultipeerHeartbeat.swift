import WireCoding

/// A sign of life, every 5.5 to 6 s. Confidence: bytes B, meaning D.
///
/// | bytes | field |
/// |---|---|
/// | 2 | 2 request, 0 reply |
/// | 2 | number, which the reply repeats |
///
/// Bytes after them are kept.
public struct MultipeerHeartbeat: Hashable, Sendable {
    /// Whether a heartbeat asks or answers.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The answer to a request: 0.
        public static let reply = Kind(rawValue: 0)
        /// Asks for an answer: 2.
        public static let request = Kind(rawValue: 2)
    }

    /// Whether the heartbeat asks or answers.
    public var kind: Kind
    /// The number, which the reply repeats.
    public var number: UInt16
    /// Bytes after the number; none in published packets.
    public var trailing: [UInt8]

    /// A heartbeat with that number.
    public init(_ kind: Kind, number: UInt16, trailing: [UInt8] = []) {
        (self.kind, self.number, self.trailing) = (kind, number, trailing)
    }

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` for fewer than four bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "heartbeat")
        kind = Kind(rawValue: try input.readUInt16("heartbeat kind"))
        number = try input.readUInt16("heartbeat number")
        trailing = input.readRemainingBytes()
    }

    /// Writes kind, number and the bytes after them. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(kind.rawValue)
        output.writeUInt16(number)
        output.writeBytes(trailing)
    }
}
