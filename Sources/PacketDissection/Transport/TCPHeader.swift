import WireCoding

/// The header of a TCP segment (RFC 9293 §3.1).
///
/// ```
/// +-------------------------------+-------------------------------+
/// |          Source Port          |       Destination Port        |
/// |                        Sequence Number                        |
/// |                    Acknowledgment Number                      |
/// +-------+-------+---------------+-------------------------------+
/// |Offset |Rsrvd  | control bits  |            Window             |
/// +-------+-------+---------------+-------------------------------+
/// |           Checksum            |        Urgent Pointer         |
/// |                     Options, 0–40 bytes                       |
/// ```
public struct TCPHeader: Hashable, Sendable {
    /// Bytes of the header without options.
    public static let minimumSize = 20
    /// The maximum length of options that the four-bit data offset can express.
    public static let maximumOptionsSize = 40

    public var sourcePort: UInt16
    public var destinationPort: UInt16
    public var sequenceNumber: UInt32
    public var acknowledgmentNumber: UInt32
    /// The four bits between data offset and control bits, kept as they came; the lowest was NS (RFC 3540) and is AE
    /// now.
    public var reservedBits: UInt8
    public var flags: TCPFlags
    /// Not scaled.
    public var window: UInt16
    public var checksum: UInt16
    public var urgentPointer: UInt16
    /// Together at most ``maximumOptionsSize`` bytes when written: what is beyond is cut off, and zeros are added up to a
    /// multiple of four.
    public var options: [TCPOption]

    public init(
        sourcePort: UInt16, destinationPort: UInt16, sequenceNumber: UInt32, acknowledgmentNumber: UInt32 = 0,
        flags: TCPFlags, window: UInt16 = 0xFFFF, checksum: UInt16 = 0, urgentPointer: UInt16 = 0,
        reservedBits: UInt8 = 0, options: [TCPOption] = []
    ) {
        self.sourcePort = sourcePort
        self.destinationPort = destinationPort
        self.sequenceNumber = sequenceNumber
        self.acknowledgmentNumber = acknowledgmentNumber
        self.reservedBits = reservedBits
        self.flags = flags
        self.window = window
        self.checksum = checksum
        self.urgentPointer = urgentPointer
        self.options = options
    }

    /// Reads the header with its options, and leaves the payload.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a data offset below 20
    ///   bytes, and what ``TCPOption/init(parsing:)`` throws.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let fixed = try Self.parseFixedPart(&input)
        self = fixed.header
        var rest = try input.subreader(fixed.size &- Self.minimumSize, "TCP options", limit: "TCP data offset")
        while !rest.isAtEnd { options.append(try TCPOption(parsing: &rest)) }
    }

    /// The first 20 bytes, and the header length that they state: at least 20.
    static func parseFixedPart(_ input: inout ByteReader) throws(WireError) -> (header: TCPHeader, size: Int) {
        try input.require(minimumSize, "TCP header")
        let sourcePort = try input.readUInt16("TCP source port")
        let destinationPort = try input.readUInt16("TCP destination port")
        let sequenceNumber = try input.readUInt32("TCP sequence number")
        let acknowledgmentNumber = try input.readUInt32("TCP acknowledgment number")
        let atDataOffset = input
        let offset = try input.readUInt8("TCP data offset")
        let size = Int(offset >> 4) * 4
        guard size >= minimumSize else {
            throw atDataOffset.error(.invalidValue(UInt64(size)), "TCP data offset")
        }
        let flags = TCPFlags(rawValue: try input.readUInt8("TCP control bits"))
        let window = try input.readUInt16("TCP window")
        let checksum = try input.readUInt16("TCP checksum")
        let header = TCPHeader(
            sourcePort: sourcePort, destinationPort: destinationPort, sequenceNumber: sequenceNumber,
            acknowledgmentNumber: acknowledgmentNumber, flags: flags, window: window, checksum: checksum,
            urgentPointer: try input.readUInt16("TCP urgent pointer"), reservedBits: offset & 15)
        return (header, size)
    }

    /// Writes the header with the checksum that it has.
    public func serialize(into output: inout ByteWriter) {
        var written = ByteWriter(reservingCapacity: Self.maximumOptionsSize)
        for option in options { option.serialize(into: &written) }
        var options = Array(written.bytes.prefix(Self.maximumOptionsSize))
        while options.count % 4 != 0 { options.append(0) }
        output.writeUInt16(sourcePort)
        output.writeUInt16(destinationPort)
        output.writeUInt32(sequenceNumber)
        output.writeUInt32(acknowledgmentNumber)
        output.writeUInt8(UInt8(truncatingIfNeeded: (Self.minimumSize + options.count) / 4) << 4 | reservedBits & 15)
        output.writeUInt8(flags.rawValue)
        output.writeUInt16(window)
        output.writeUInt16(checksum)
        output.writeUInt16(urgentPointer)
        output.writeBytes(options)
    }

    /// Writes a whole segment: header and payload, with the checksum that fits them.
    public func serialize(
        into output: inout ByteWriter, payload: [UInt8], from source: IPAddress, to destination: IPAddress
    ) {
        var header = self
        header.checksum = 0
        var segment = ByteWriter(reservingCapacity: Self.minimumSize + Self.maximumOptionsSize + payload.count)
        header.serialize(into: &segment)
        segment.writeBytes(payload)
        var sum = InternetChecksum(pseudoHeaderFrom: source, to: destination, protocol: .tcp, length: segment.count)
        sum.add(segment.bytes.span)
        segment.overwriteUInt16(sum.value, at: 16)
        output.writeBytes(segment.bytes)
    }
}
