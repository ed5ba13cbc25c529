import WireCoding

/// The header of an encrypted record of DTLS 1.3 (RFC 9147 §4): as short as the sender wants.
///
/// ```
/// 0 0 1 C S L E E | connection ID (C) | sequence number, 1 byte or 2 (S) | length 2 (L)
/// ```
///
/// The sequence number is encrypted. The length of a connection ID is known only from the handshake.
public struct DTLSUnifiedHeader: Hashable, Sendable {
    /// C, S, L and the low two bits of the epoch, below 001.
    public var firstByte: UInt8
    /// Written if C is set.
    public var connectionID: [UInt8]
    /// As it is on the wire, encrypted; of 8 bits, or of 16 if S is set.
    public var sequenceNumber: UInt16
    /// Written if L is set; otherwise the record continues to the end of the datagram.
    public var length: UInt16

    /// A header with these fields. The bits of `firstByte` decide which of the others are written.
    public init(firstByte: UInt8, connectionID: [UInt8] = [], sequenceNumber: UInt16, length: UInt16 = 0) {
        self.firstByte = firstByte
        self.connectionID = connectionID
        self.sequenceNumber = sequenceNumber
        self.length = length
    }

    /// The bit C: a connection ID follows the first byte.
    public var hasConnectionID: Bool { firstByte & 0x10 != 0 }
    /// The bit S: the sequence number has 16 bits and not 8.
    public var hasLongSequenceNumber: Bool { firstByte & 0x08 != 0 }
    /// The bit L: a length follows the sequence number.
    public var hasLength: Bool { firstByte & 0x04 != 0 }

    /// Whether a record whose first byte this is has a unified header.
    public static func startsWith(_ firstByte: UInt8) -> Bool { firstByte & 0xE0 == 0x20 }

    /// - Parameters:
    ///   - input: At the first byte of the record; it moves over the header.
    ///   - connectionIDLength: Bytes of the connection ID, if there is one.
    /// - Throws: `invalidValue` for a first byte that starts no unified header, `truncated` when less is left than it
    ///   says.
    public init(parsing input: inout ByteReader, connectionIDLength: Int = 0) throws(WireError) {
        let bookmark = input
        firstByte = try input.readUInt8("DTLS unified header")
        guard Self.startsWith(firstByte) else {
            throw bookmark.error(.invalidValue(UInt64(firstByte)), "DTLS unified header")
        }
        connectionID = []
        sequenceNumber = 0
        length = 0
        if hasConnectionID { connectionID = try input.readBytes(connectionIDLength, "DTLS connection ID") }
        sequenceNumber =
            hasLongSequenceNumber
            ? try input.readUInt16("DTLS sequence number") : UInt16(try input.readUInt8("DTLS sequence number"))
        if hasLength { length = try input.readUInt16("DTLS record length") }
    }

    /// Writes the parts that the first byte names. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(firstByte)
        if hasConnectionID { output.writeBytes(connectionID) }
        if hasLongSequenceNumber {
            output.writeUInt16(sequenceNumber)
        } else {
            output.writeUInt8(UInt8(truncatingIfNeeded: sequenceNumber))
        }
        if hasLength { output.writeUInt16(length) }
    }
}
