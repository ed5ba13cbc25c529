import WireCoding

/// A datagram of a session that is sealed: a marker, and one record of DTLS 1.0 (RFC 4347 §4.1).
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 1 | D0 | B |
/// | 1 | content type: 20 change cipher spec, 21 alert, 22 handshake, 23 data | B |
/// | 2 | version, FEFF | B, 47 datagrams |
/// | 2 | epoch | B |
/// | 6 | sequence number | B |
/// | 2 | bytes that follow | B |
///
/// Without an identity the suites are anonymous and there is no certificate (B). With one, certificates of both sides
/// are in the handshake, unencrypted (S, Q). The lower participant ID is the client (S). What is in records under a key
/// cannot be read.
public struct MultipeerSealedRecord: Hashable, Sendable {
    /// The first byte of the datagram.
    public static let marker: UInt8 = 0xD0
    /// Where the record begins in the datagram.
    public static let recordOffset = 1
    /// Bytes before the fragment, the marker included.
    public static let headerSize = 14
    /// The version in records of DTLS 1.0, the only one that was seen.
    public static let dtls10: UInt16 = 0xFEFF

    /// The type of a record's content (IANA, "TLS ContentType").
    public struct ContentType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The sender's next records are under new keys.
        public static let changeCipherSpec = ContentType(rawValue: 20)
        /// An alert of TLS.
        public static let alert = ContentType(rawValue: 21)
        /// Handshake messages.
        public static let handshake = ContentType(rawValue: 22)
        /// Packets of the session layer, encrypted.
        public static let applicationData = ContentType(rawValue: 23)
    }

    /// The type of the record's content, the byte after the marker.
    public var contentType: ContentType
    /// The version in the record: FEFF for DTLS 1.0.
    public var version: UInt16
    /// 0 until keys are in use.
    public var epoch: UInt16
    /// 48 bits; higher ones are not written.
    public var sequenceNumber: UInt64
    /// The bytes of the record after its header, encrypted if `epoch` is not 0.
    public var fragment: [UInt8]

    /// A record; the marker and the length are written with it.
    public init(
        _ contentType: ContentType, version: UInt16 = dtls10, epoch: UInt16 = 0, sequenceNumber: UInt64,
        fragment: [UInt8]
    ) {
        (self.contentType, self.version, self.epoch) = (contentType, version, epoch)
        (self.sequenceNumber, self.fragment) = (sequenceNumber, fragment)
    }

    /// - Throws: `truncated` where header or fragment is cut, `invalidValue` for another marker.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.headerSize, "sealed record")
        let bookmark = input
        let marker = try input.readUInt8("sealed record marker")
        guard marker == Self.marker else {
            throw bookmark.error(.invalidValue(UInt64(marker)), "sealed record marker")
        }
        contentType = ContentType(rawValue: try input.readUInt8("DTLS content type"))
        version = try input.readUInt16("DTLS version")
        epoch = try input.readUInt16("DTLS epoch")
        let high = UInt64(try input.readUInt16("DTLS sequence number"))
        sequenceNumber = high << 32 | UInt64(try input.readUInt32("DTLS sequence number"))
        let length = Int(try input.readUInt16("DTLS record length"))
        var region = try input.subreader(length, "DTLS fragment", limit: "DTLS record length")
        fragment = region.readRemainingBytes()
    }

    /// - Throws: `tooLong` for a fragment of more than 65,535 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(fragment.count, "DTLS fragment", maximum: 0xFFFF)
        output.writeUInt8(Self.marker)
        output.writeUInt8(contentType.rawValue)
        output.writeUInt16(version)
        output.writeUInt16(epoch)
        output.writeUInt16(UInt16(truncatingIfNeeded: sequenceNumber >> 32))
        output.writeUInt32(UInt32(truncatingIfNeeded: sequenceNumber))
        output.writeUInt16(UInt16(fragment.count))
        output.writeBytes(fragment)
    }
}
