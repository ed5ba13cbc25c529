import WireCoding

/// Writes pcap files (draft-ietf-opsawg-pcap), version 2.4, little-endian.
///
/// ```swift
/// let writer = PcapWriter(linkType: .ethernet)
/// var file = ByteWriter()
/// writer.writeHeader(into: &file)
/// try writer.writePacket(bytes, time: time, into: &file)
/// ```
public struct PcapWriter: Hashable, Sendable {
    /// The unit of a record's sub-second field.
    public enum Precision: Hashable, Sendable {
        /// Times are cut to whole microseconds.
        case microseconds
        /// Times are written as they are.
        case nanoseconds
    }

    /// The first header of all packets.
    public let linkType: LinkType
    /// The snap length that the header declares. Packets are not cut to it.
    public let snapLength: UInt32
    /// The unit of the times, which the magic of the file declares.
    public let precision: Precision
    /// Bytes of frame check sequence at the end of each packet, nil to say nothing of it. The header counts units of 16
    /// bits, up to 15 of them; another number is not said.
    public let frameCheckSequenceLength: Int?

    /// A writer of files with this header.
    public init(
        linkType: LinkType, snapLength: UInt32 = 262_144, precision: Precision = .nanoseconds,
        frameCheckSequenceLength: Int? = nil
    ) {
        self.linkType = linkType
        self.snapLength = snapLength
        self.precision = precision
        self.frameCheckSequenceLength = frameCheckSequenceLength
    }

    /// Writes the 24 bytes that begin a file.
    public func writeHeader(into output: inout ByteWriter) {
        output.writeUInt32LittleEndian(precision == .nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4)
        output.writeUInt16LittleEndian(2)
        output.writeUInt16LittleEndian(4)
        output.writeUInt64LittleEndian(0)
        output.writeUInt32LittleEndian(snapLength)
        output.writeUInt32LittleEndian(UInt32(linkType.rawValue) | frameCheckSequenceBits)
    }

    /// Bit 26 says that the upper four bits count.
    private var frameCheckSequenceBits: UInt32 {
        guard let length = frameCheckSequenceLength, length & 1 == 0, (0...30).contains(length) else { return 0 }
        return 1 << 26 | UInt32(length / 2) << 28
    }

    /// Writes a record.
    ///
    /// - Parameters:
    ///   - bytes: What was captured of the packet.
    ///   - time: Nanoseconds since 1970.
    ///   - originalLength: Bytes on the wire, nil for as many as were captured.
    ///   - output: Where the record goes.
    /// - Throws: `WireError` before anything is written: for a time outside the years 1970 to 2106, for more bytes
    ///   than readers accept, for a length beyond 32 bits.
    public func writePacket(
        _ bytes: Span<UInt8>, time: Int64, originalLength: Int? = nil, into output: inout ByteWriter
    ) throws(WireError) {
        let lengths = try PacketLengths(bytes.count, original: originalLength, at: output.count)
        guard time >= 0, let seconds = UInt32(exactly: time / 1_000_000_000) else {
            throw WireError(.invalidValue(UInt64(bitPattern: time)), field: "packet time", offset: output.count)
        }
        let nanoseconds = UInt32(truncatingIfNeeded: time % 1_000_000_000)
        output.writeUInt32LittleEndian(seconds)
        output.writeUInt32LittleEndian(precision == .nanoseconds ? nanoseconds : nanoseconds / 1000)
        output.writeUInt32LittleEndian(lengths.captured)
        output.writeUInt32LittleEndian(lengths.original)
        output.writeBytes(bytes)
    }
}

/// The two lengths of a packet in 32 bits each.
struct PacketLengths {
    let captured: UInt32
    let original: UInt32

    /// - Throws: `WireError` with that offset where a length does not fit.
    init(_ captured: Int, original: Int?, at offset: Int) throws(WireError) {
        guard captured <= CaptureReader.maximumPacketLength else {
            throw WireError(
                .tooLong(length: captured, maximum: CaptureReader.maximumPacketLength), field: "packet", offset: offset)
        }
        guard let original = UInt32(exactly: original ?? captured) else {
            throw WireError(
                .invalidValue(UInt64(bitPattern: Int64(original ?? 0))), field: "original length", offset: offset)
        }
        self.captured = UInt32(captured)
        self.original = original
    }
}
