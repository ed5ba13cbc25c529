import WireCoding

/// The header of a DTLS record that says everything (RFC 6347 §4.1): all of DTLS 1.2, and of DTLS 1.3 what is not
/// encrypted.
///
/// | bytes | field |
/// |---|---|
/// | 1 | content type |
/// | 2 | version |
/// | 2 | epoch, 0 until keys are in use |
/// | 6 | sequence number |
/// | 2 | bytes that follow |
///
/// Records with a connection ID (content type 25, RFC 9146) have it before the length, and do not say how long it is.
public struct DTLSRecordHeader: Hashable, Sendable {
    /// Bytes of every header.
    public static let size = 13

    /// The type of the record's content.
    public var contentType: TLSContentType
    /// DTLS 1.2 in records of DTLS 1.3 that are not sealed.
    public var version: TLSVersion
    /// Counts the changes of keys.
    public var epoch: UInt16
    /// 48 bits; higher ones are not written.
    public var sequenceNumber: UInt64
    /// The number of bytes of the fragment after the header.
    public var length: UInt16

    /// A header with these fields; `length` is that of the fragment after it, in bytes.
    public init(
        contentType: TLSContentType, version: TLSVersion, epoch: UInt16, sequenceNumber: UInt64, length: UInt16
    ) {
        self.contentType = contentType
        self.version = version
        self.epoch = epoch
        self.sequenceNumber = sequenceNumber
        self.length = length
    }

    /// - Throws: `truncated` when fewer than thirteen bytes are left, `tooLong` for a record of more than 2^14 + 2048
    ///   bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "DTLS record header")
        contentType = TLSContentType(rawValue: try input.readUInt8("DTLS content type"))
        version = TLSVersion(rawValue: try input.readUInt16("DTLS record version"))
        epoch = try input.readUInt16("DTLS epoch")
        let high = UInt64(try input.readUInt16("DTLS sequence number"))
        sequenceNumber = high << 32 | UInt64(try input.readUInt32("DTLS sequence number"))
        let bookmark = input
        length = try input.readUInt16("DTLS record length")
        guard length <= TLSRecordHeader.maximumLength else {
            throw bookmark.error(
                .tooLong(length: Int(length), maximum: TLSRecordHeader.maximumLength), "DTLS record length")
        }
    }

    /// Writes the thirteen bytes of the header. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(contentType.rawValue)
        output.writeUInt16(version.rawValue)
        output.writeUInt16(epoch)
        output.writeUInt16(UInt16(truncatingIfNeeded: sequenceNumber >> 32))
        output.writeUInt32(UInt32(truncatingIfNeeded: sequenceNumber))
        output.writeUInt16(length)
    }

    /// Whether a datagram is DTLS: one record after another that fills it exactly, each of a known type and version.
    ///
    /// A record with a unified header (``DTLSUnifiedHeader``) shows too little to be the first one; after others it is
    /// accepted.
    ///
    /// - Parameter datagram: The whole payload of a UDP datagram.
    public static func looksLikeDTLS(_ datagram: Span<UInt8>) -> Bool {
        var input = ByteReader(datagram)
        var count = 0
        while !input.isAtEnd {
            if count > 0 && DTLSUnifiedHeader.startsWith(input.input[input.position]) { return true }
            do throws(WireError) {
                let header = try DTLSRecordHeader(parsing: &input)
                guard (20...26).contains(header.contentType.rawValue), header.isPlausible else { return false }
                try input.skip(Int(header.length), "DTLS record")
            } catch {
                return false
            }
            count &+= 1
        }
        return count > 0
    }

    var isPlausible: Bool {
        (version == .dtls10 || version == .dtls12) && length > 0 && contentType != .connectionID
    }
}
