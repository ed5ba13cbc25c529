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

    /// The sender's port.
    public var sourcePort: UInt16
    /// The receiver's port.
    public var destinationPort: UInt16
    /// The number of the first byte of the payload, or of the SYN.
    public var sequenceNumber: UInt32
    /// The next number that the sender expects; meaningless without ``TCPFlags/ack``.
    public var acknowledgmentNumber: UInt32
    /// The four bits between data offset and control bits, kept as they came; the lowest was NS (RFC 3540) and is AE
    /// now.
    public var reservedBits: UInt8
    /// The control bits.
    public var flags: TCPFlags
    /// Not scaled.
    public var window: UInt16
    /// Over a pseudo header, the header and the payload.
    public var checksum: UInt16
    /// Where urgent data end, as an offset from the sequence number; meaningless without ``TCPFlags/urg``.
    public var urgentPointer: UInt16
    /// Together at most ``maximumOptionsSize`` bytes when written: what is beyond is cut off, and zeros are added up to a
    /// multiple of four.
    public var options: [TCPOption]

    /// Takes the checksum as given; ``serialize(into:payload:from:to:)`` computes another one.
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

extension LayerPrinter {
    /// The header with as many of its options as there are.
    func tcp(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        layer = "tcp"
        read(bytes, offset, region) { (input) throws(WireError) in
            let fixed = try TCPHeader.parseFixedPart(&input)
            let header = fixed.header
            let optionsSize = fixed.size &- TCPHeader.minimumSize
            guard fixed.size <= region.end &- offset else {
                throw WireError(
                    .truncated(needed: fixed.size, available: region.end &- offset), field: "TCP header",
                    offset: offset, limit: region.limit.name)
            }
            let there = min(optionsSize, input.remaining)
            var rest = try input.subreader(there, "TCP options", limit: "TCP data offset")
            var options: [FieldValue] = []
            do throws(WireError) {
                while !rest.isAtEnd {
                    let start = rest.position
                    let option = try TCPOption(parsing: &rest)
                    options.append(.object(option.shownFields(length: rest.position &- start)))
                }
            } catch {
                if there == optionsSize { note(error, in: region) }
            }
            append(
                offset, TCPHeader.minimumSize &+ there,
                [
                    .number("sourcePort", header.sourcePort), .number("destinationPort", header.destinationPort),
                    .number("sequenceNumber", header.sequenceNumber),
                    .number("acknowledgmentNumber", header.acknowledgmentNumber),
                    .code("flags", header.flags, TCPFlags.meaning),
                    .number("window", header.window), .number("checksum", header.checksum, .hexadecimal(digits: 4)),
                    .number("urgentPointer", header.urgentPointer), .signed("headerLength", fixed.size, .unit(.bytes)),
                    .signed("payloadLength", region.end &- offset &- fixed.size, .unit(.bytes)),
                    FrameField("options", .list(options)),
                ])
        }
    }
}

extension PacketWalk {
    @inline(__always)
    func tcp(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.tcp(bytes, offset, region)
        guard has(TCPHeader.minimumSize, .tcpHeader, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 20)
        packet.protocols.insert(.tcp)
        let size = Int(header[12] >> 4) &* 4
        guard size >= TCPHeader.minimumSize else {
            return fail(Int(size), .tcpDataOffset, offset &+ 12, region, &packet)
        }
        // Options that were cut off by the snap length leave a header that can be followed; options beyond the end of
        // the packet mean that nothing in the header can be trusted.
        let hasOptions = has(size, .tcpHeader, offset, region, &packet)
        guard hasOptions || offset &+ size <= region.end else { return }
        packet.transport = .tcp
        packet.sourcePort = header.bigEndianUInt16(at: 0)
        packet.destinationPort = header.bigEndianUInt16(at: 2)
        packet.tcp.sequenceNumber = header.bigEndianUInt32(at: 4)
        packet.tcp.acknowledgmentNumber = header.bigEndianUInt32(at: 8)
        packet.tcp.flags = TCPFlags(rawValue: header[13])
        packet.tcp.window = header.bigEndianUInt16(at: 14)
        let payload = offset &+ size
        packet.capturedHeaderLength = UInt8(truncatingIfNeeded: min(size, bytes.count &- offset))
        if size > 20 { timestamps(offset &+ 20, min(payload, bytes.count), &packet.tcp) }
        setPayload(payload, region.end, &packet)
    }

    /// Finds the timestamps option; a malformed option ends the search.
    @inline(__always)
    private func timestamps(_ start: Int, _ end: Int, _ fields: inout TCPFields) {
        var offset = start
        // Most segments have two no-operations and the timestamps (RFC 7323, appendix A).
        if end &- start >= 12 && bytes.bigEndianUInt32(at: start) == 0x0101_080A { offset &+= 2 }
        while end &- offset >= 2 {
            switch bytes[offset] {
            case 0: return
            case 1: offset &+= 1
            case 8:
                guard bytes[offset &+ 1] == 10, end &- offset >= 10 else { return }
                fields.hasTimestamps = true
                fields.timestampValue = bytes.bigEndianUInt32(at: offset &+ 2)
                fields.timestampReply = bytes.bigEndianUInt32(at: offset &+ 6)
                return
            default:
                let length = Int(bytes[offset &+ 1])
                guard length >= 2 else { return }
                offset &+= length
            }
        }
    }
}
