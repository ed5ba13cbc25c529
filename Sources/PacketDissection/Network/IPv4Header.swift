import WireCoding

/// The header of an IPv4 packet (RFC 791 §3.1, the second byte by RFC 2474 and RFC 3168).
///
/// ```
///  0                   1                   2                   3
/// +-------+-------+-----------+---+-------------------------------+
/// |Version|  IHL  |   DSCP    |ECN|         Total Length          |
/// +-------+-------+-----------+---+-----+-------------------------+
/// |        Identification         |Flags|     Fragment Offset     |
/// +---------------+---------------+-----+-------------------------+
/// | Time to Live  |   Protocol    |        Header Checksum        |
/// +---------------+---------------+-------------------------------+
/// |                        Source Address                         |
/// |                      Destination Address                      |
/// |                       Options, 0–40 bytes                     |
/// ```
public struct IPv4Header: Hashable, Sendable {
    /// Bytes of the header without options.
    public static let minimumSize = 20
    /// The maximum length of options that the four-bit header length can express.
    public static let maximumOptionsSize = 40

    /// Differentiated services code point; six bits are written.
    public var dscp: UInt8
    /// Explicit congestion notification; two bits are written.
    public var ecn: UInt8
    /// Bytes of header and payload; 0 in packets that were captured before segmentation offload.
    public var totalLength: UInt16
    /// The same in all fragments of a datagram (RFC 6864).
    public var identification: UInt16
    /// The three bits before the fragment offset.
    public var flags: Flags
    /// In units of eight bytes; thirteen bits are written.
    public var fragmentOffset: UInt16
    /// The hops that are left.
    public var timeToLive: UInt8
    /// The protocol of what follows the header.
    public var payloadProtocol: IPProtocol
    /// The checksum of this header alone. It is computed when the header is written, unless ``ChecksumRule/verbatim``
    /// keeps it.
    public var checksum: UInt16
    /// The sender: an IPv4 address; of another, the lower four bytes are written.
    public var source: IPAddress
    /// The receiver: an IPv4 address; of another, the lower four bytes are written.
    public var destination: IPAddress
    /// A multiple of four bytes, at most ``maximumOptionsSize``. Zeros (End of Option List) are written up to the
    /// multiple, and nothing beyond the maximum.
    public var options: [UInt8]

    /// The three bits before the fragment offset.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        /// Flags by their bits.
        ///
        /// - Parameter rawValue: Three bits, `reserved` on top.
        public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

        /// MF: this is not the last fragment of its datagram.
        public static let moreFragments = Flags(rawValue: 1)
        /// DF: the packet must not be fragmented on its way.
        public static let doNotFragment = Flags(rawValue: 2)
        /// The uppermost bit, sent as zero.
        public static let reserved = Flags(rawValue: 4)
    }

    /// Takes the checksum as given; by default ``serialize(into:checksum:)`` computes another one.
    public init(
        source: IPAddress, destination: IPAddress, payloadProtocol: IPProtocol, totalLength: UInt16,
        identification: UInt16 = 0, flags: Flags = [], fragmentOffset: UInt16 = 0, timeToLive: UInt8 = 64,
        dscp: UInt8 = 0, ecn: UInt8 = 0, checksum: UInt16 = 0, options: [UInt8] = []
    ) {
        self.dscp = dscp
        self.ecn = ecn
        self.totalLength = totalLength
        self.identification = identification
        self.flags = flags
        self.fragmentOffset = fragmentOffset
        self.timeToLive = timeToLive
        self.payloadProtocol = payloadProtocol
        self.checksum = checksum
        self.source = source
        self.destination = destination
        self.options = options
    }

    /// Reads the header and its options, and leaves the payload.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for another version, a header
    ///   length below 20 bytes, or a total length (other than 0) that does not hold the header.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        let fixed = try Self.parseFixedPart(&input)
        self = fixed.header
        try Self.checkLengths(fixed, at: start)
        options = try input.readBytes(fixed.size - Self.minimumSize, "IPv4 options")
    }

    /// The first 20 bytes, and the header length that they state, unchecked except for the version.
    static func parseFixedPart(_ input: inout ByteReader) throws(WireError) -> (header: IPv4Header, size: Int) {
        try input.require(minimumSize, "IPv4 header")
        let start = input
        let first = try input.readUInt8("IPv4 version")
        guard first >> 4 == 4 else { throw start.error(.invalidValue(UInt64(first >> 4)), "IPv4 version") }
        let services = try input.readUInt8("IPv4 differentiated services")
        let totalLength = try input.readUInt16("IPv4 total length")
        let identification = try input.readUInt16("IPv4 identification")
        let fragment = try input.readUInt16("IPv4 fragment offset")
        let timeToLive = try input.readUInt8("IPv4 time to live")
        let payloadProtocol = IPProtocol(rawValue: try input.readUInt8("IPv4 protocol"))
        let checksum = try input.readUInt16("IPv4 header checksum")
        let source = try input.readIPv4Address("IPv4 source")
        let destination = try input.readIPv4Address("IPv4 destination")
        let header = IPv4Header(
            source: source, destination: destination, payloadProtocol: payloadProtocol, totalLength: totalLength,
            identification: identification, flags: Flags(rawValue: UInt8(truncatingIfNeeded: fragment >> 13)),
            fragmentOffset: fragment & 0x1FFF, timeToLive: timeToLive, dscp: services >> 2, ecn: services & 3,
            checksum: checksum)
        return (header, Int(first & 15) * 4)
    }

    /// - Parameter start: The reader at the start of the header.
    static func checkLengths(_ fixed: (header: IPv4Header, size: Int), at start: borrowing ByteReader) throws(WireError)
    {
        guard fixed.size >= minimumSize else {
            throw WireError(
                .invalidValue(UInt64(fixed.size)), field: "IPv4 header length", offset: start.offset, limit: start.limit
            )
        }
        let total = Int(fixed.header.totalLength)
        guard total == 0 || total >= fixed.size else {
            throw WireError(
                .invalidValue(UInt64(total)), field: "IPv4 total length", offset: start.offset &+ 2, limit: start.limit)
        }
    }

    /// Writes the header with its options.
    public func serialize(into output: inout ByteWriter, checksum rule: ChecksumRule = .computed) {
        var header = ByteWriter(reservingCapacity: 60)
        let options = paddedOptions
        header.writeUInt8(0x40 | UInt8(truncatingIfNeeded: (Self.minimumSize + options.count) / 4))
        header.writeUInt8(dscp << 2 | ecn & 3)
        header.writeUInt16(totalLength)
        header.writeUInt16(identification)
        header.writeUInt16(UInt16(flags.rawValue) << 13 | fragmentOffset & 0x1FFF)
        header.writeUInt8(timeToLive)
        header.writeUInt8(payloadProtocol.rawValue)
        header.writeUInt16(rule == .verbatim ? checksum : 0)
        header.writeUInt32(source.ipv4Value)
        header.writeUInt32(destination.ipv4Value)
        header.writeBytes(options)
        if rule == .computed { header.overwriteUInt16(InternetChecksum.of(header.bytes.span), at: 10) }
        output.writeBytes(header.bytes)
    }

    private var paddedOptions: [UInt8] {
        let kept = options.prefix(Self.maximumOptionsSize)
        return Array(kept) + repeatElement(0, count: (4 - kept.count % 4) % 4)
    }
}

extension LayerPrinter {
    /// The header with as many of its options as there are.
    func ipv4(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        layer = "ipv4"
        var input = reader(bytes, offset, region)
        let start = input
        do throws(WireError) {
            let fixed = try IPv4Header.parseFixedPart(&input)
            let header = fixed.header
            let there = max(0, min(fixed.size &- IPv4Header.minimumSize, input.remaining))
            let options = try input.readBytes(there, "IPv4 options")
            append(
                offset, IPv4Header.minimumSize &+ there,
                [
                    .text("source", header.source), .text("destination", header.destination),
                    .code("protocol", header.payloadProtocol, IPProtocol.meaning),
                    .signed("headerLength", fixed.size, .unit(.bytes)),
                    .number("totalLength", header.totalLength, .unit(.bytes)),
                    .number("identification", header.identification, .hexadecimal(digits: 4)),
                    .code("flags", header.flags), .number("fragmentOffset", header.fragmentOffset),
                    .number("timeToLive", header.timeToLive, .unit(.hops)),
                    .number("dscp", header.dscp), .number("ecn", header.ecn),
                    .number("checksum", header.checksum, .hexadecimal(digits: 4)), .hex("options", options),
                ])
            try IPv4Header.checkLengths(fixed, at: start)
        } catch {
            note(error, in: region)
        }
    }
}

extension PacketWalk {
    func ipv4(_ offset: Int, _ outer: Region, _ packet: inout DissectedPacket) {
        printer?.ipv4(bytes, offset, outer)
        guard has(IPv4Header.minimumSize, .ipv4Header, offset, outer, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 20)
        let first = header[0]
        guard first >> 4 == 4 else { return fail(Int(first >> 4), .ipv4Version, offset, outer, &packet) }
        packet.protocols.insert(.ipv4)
        packet.networkStart = UInt16(clamping: offset)
        packet.sourceLow = UInt64(header.bigEndianUInt32(at: 12))
        packet.destinationLow = UInt64(header.bigEndianUInt32(at: 16))
        packet.ipProtocol = header[9]
        packet.hopLimit = header[8]
        let size = Int(first & 15) &* 4
        guard size >= IPv4Header.minimumSize else { return fail(Int(size), .ipv4HeaderLength, offset, outer, &packet) }
        let total = Int(header.bigEndianUInt16(at: 2))
        guard total == 0 || total >= size else {
            return fail(Int(total), .ipv4TotalLength, offset &+ 2, outer, &packet)
        }
        let region = bounded(total, from: offset, by: .ipv4TotalLength, at: offset &+ 2, outer)
        guard has(size, .ipv4Header, offset, region, &packet) else { return }
        let bits = header.bigEndianUInt16(at: 6)
        if bits & 0x3FFF != 0 {
            // The offset counts in units of eight bytes.
            noteFragment(
                UInt32(header.bigEndianUInt16(at: 4)), offset: bits << 3, more: bits & 0x2000 != 0, at: offset &+ size,
                to: total == 0 ? region.end : offset &+ total, &packet)
        }
        transport(offset &+ size, region, &packet)
    }

    /// - Parameter end: The end of the fragment by its IP header, wherever the packet ends. Some captures cut packets and
    ///   record that length as the one on the wire; the fragment was as long as its header says.
    @inline(never)
    func noteFragment(
        _ identification: UInt32, offset: UInt16, more: Bool, at start: Int, to end: Int,
        _ packet: inout DissectedPacket
    ) {
        packet.protocols.insert(.fragment)
        packet.isFragment = true
        packet.fragment.identification = identification
        packet.fragment.offset = offset
        packet.fragment.moreFragments = more
        packet.fragment.ipProtocol = packet.ipProtocol
        packet.fragment.start = UInt32(clamping: start)
        packet.fragment.length = UInt32(clamping: max(0, end &- start))
    }
}
