import WireCoding

/// A header between the IPv6 header and the transport header (RFC 8200 §4, RFC 4302 for the Authentication Header).
///
/// All begin with the number of the next header; all but Fragment have their length in the second byte, in units of
/// eight bytes beyond the first eight (Authentication Header: units of four, less two).
public struct IPv6ExtensionHeader: Hashable, Sendable {
    /// Which header this is: the number that the header before it gave.
    public var kind: IPProtocol
    /// The type of the next header.
    public var nextHeader: IPProtocol
    /// The content after next header and length, whose form follows from the ``kind``.
    public var body: Body

    /// The content of a header, by its kind.
    public enum Body: Hashable, Sendable {
        /// Hop-by-Hop or Destination Options: the options, padding included. Zeros (Pad1) are written up to 6 bytes
        /// more than a multiple of eight.
        case options([UInt8])
        /// A Routing header (RFC 8200 §4.4) with its type-specific data, written up to 4 bytes more than a multiple of
        /// eight.
        case routing(type: UInt8, segmentsLeft: UInt8, data: [UInt8])
        /// A Fragment header (RFC 8200 §4.5).
        case fragment(Fragment)
        /// The header of another kind, from its third byte on.
        case opaque([UInt8])
    }

    /// The Fragment header (RFC 8200 §4.5) from its second byte on.
    public struct Fragment: Hashable, Sendable {
        /// Sent as zero and ignored; kept as it came.
        public var reserved: UInt8
        /// In units of eight bytes; thirteen bits are written.
        public var fragmentOffset: UInt16
        /// The two bits after the offset, sent as zero and ignored; kept as they came.
        public var reservedBits: UInt8
        /// False in the last fragment of a packet.
        public var moreFragments: Bool
        /// The same in all fragments of a packet.
        public var identification: UInt32

        /// A Fragment header, with reserved bits of zero unless they are given.
        public init(
            fragmentOffset: UInt16, moreFragments: Bool, identification: UInt32, reserved: UInt8 = 0,
            reservedBits: UInt8 = 0
        ) {
            self.reserved = reserved
            self.fragmentOffset = fragmentOffset
            self.reservedBits = reservedBits
            self.moreFragments = moreFragments
            self.identification = identification
        }
    }

    /// A header, whose length follows from its body.
    public init(kind: IPProtocol, nextHeader: IPProtocol, body: Body) {
        self.kind = kind
        self.nextHeader = nextHeader
        self.body = body
    }

    /// Reads one header, and leaves what follows it.
    ///
    /// - Parameters:
    ///   - input: At the first byte of the header.
    ///   - kind: The next-header number that led here; ``IPProtocol/isExtensionHeader`` is true of it.
    /// - Throws: `truncated` when the header is longer than what is left.
    public init(parsing input: inout ByteReader, kind: IPProtocol) throws(WireError) {
        try input.require(Self.minimumSize, "IPv6 extension header")
        let start = input
        let next = try input.readUInt8("next header")
        let second = try input.readUInt8("extension header length")
        let size = Self.size(of: kind, lengthField: second)
        if kind == .fragment {
            let offset = try input.readUInt16("fragment offset")
            let fragment = Fragment(
                fragmentOffset: offset >> 3, moreFragments: offset & 1 == 1,
                identification: try input.readUInt32("fragment identification"), reserved: second,
                reservedBits: UInt8(truncatingIfNeeded: offset >> 1 & 3))
            self.init(kind: kind, nextHeader: IPProtocol(rawValue: next), body: .fragment(fragment))
            return
        }
        try start.require(size, "IPv6 extension header")
        var rest = try input.subreader(size &- 2, "IPv6 extension header", limit: "extension header length")
        let body: Body
        switch kind {
        case .hopByHopOptions, .destinationOptions: body = .options(rest.readRemainingBytes())
        case .routing:
            let type = try rest.readUInt8("routing type")
            let segmentsLeft = try rest.readUInt8("segments left")
            body = .routing(type: type, segmentsLeft: segmentsLeft, data: rest.readRemainingBytes())
        default: body = .opaque(rest.readRemainingBytes())
        }
        self.init(kind: kind, nextHeader: IPProtocol(rawValue: next), body: body)
    }

    /// The bytes that a header of any kind has.
    static let minimumSize = 8

    /// The bytes of a header from its second byte.
    @inline(__always)
    static func size(of kind: IPProtocol, lengthField: UInt8) -> Int {
        switch kind {
        case .fragment: 8
        case .authentication: (Int(lengthField) &+ 2) &* 4
        default: (Int(lengthField) &+ 1) &* 8
        }
    }

    /// Writes the header. Its length follows from the body, which is cut if the length field cannot express more.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(nextHeader.rawValue)
        switch body {
        case .fragment(let fragment):
            output.writeUInt8(fragment.reserved)
            let bits = UInt16(fragment.reservedBits & 3) << 1
            output.writeUInt16(fragment.fragmentOffset << 3 | bits | (fragment.moreFragments ? 1 : 0))
            output.writeUInt32(fragment.identification)
        case .options(let bytes), .opaque(let bytes): writeSized(bytes, into: &output)
        case .routing(let type, let segmentsLeft, let data): writeSized([type, segmentsLeft] + data, into: &output)
        }
    }

    /// Writes the length field and the bytes after it.
    private func writeSized(_ content: [UInt8], into output: inout ByteWriter) {
        let (unit, uncounted) = kind == .authentication ? (4, 2) : (8, 1)
        let units = min(max((content.count + 2 + unit - 1) / unit, 8 / unit), 255 + uncounted)
        let room = units * unit - 2
        output.writeUInt8(UInt8(truncatingIfNeeded: units - uncounted))
        output.writeFixed(content, room)
    }
}

extension LayerPrinter {
    func extensionHeader(_ kind: IPProtocol, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        read(bytes, offset, region) { (input) throws(WireError) in
            let header = try IPv6ExtensionHeader(parsing: &input, kind: kind)
            append(offset, input.position, header.shownFields)
        }
    }
}

extension IPv6ExtensionHeader {
    static func layerName(_ kind: IPProtocol) -> String {
        switch kind {
        case .hopByHopOptions: "ipv6HopByHop"
        case .routing: "ipv6Routing"
        case .fragment: "ipv6Fragment"
        case .authentication: "ah"
        case .destinationOptions: "ipv6DestinationOptions"
        case .mobility: "ipv6Mobility"
        case .hostIdentity: "hip"
        default: "shim6"
        }
    }

    fileprivate var shownFields: [FrameField] {
        let next = FrameField.code("nextHeader", nextHeader, IPProtocol.meaning)
        switch body {
        case .fragment(let fragment):
            return [
                .number("fragmentOffset", fragment.fragmentOffset), .flag("moreFragments", fragment.moreFragments),
                .number("identification", fragment.identification), next,
            ]
        case .routing(let type, let segmentsLeft, let data):
            return [next, .number("type", type), .number("segmentsLeft", segmentsLeft), .hex("data", data)]
        case .options(let bytes): return [next, .hex("options", bytes)]
        case .opaque(let bytes): return [next, .hex("data", bytes)]
        }
    }
}

extension PacketWalk {
    /// - Parameters:
    ///   - end: The end of the payload by the IPv6 header, wherever the packet ends.
    ///   - mayBeJumbo: Whether the IPv6 header before leaves the length to a jumbo payload option.
    @inline(never)
    func extensionHeaders(
        _ start: Int, _ outer: Region, to end: Int, mayBeJumbo: Bool, _ packet: inout DissectedPacket
    ) {
        var region = outer
        var offset = start
        var count = 0
        while IPProtocol(rawValue: packet.ipProtocol).isExtensionHeader {
            let kind = IPProtocol(rawValue: packet.ipProtocol)
            printer?.layer = IPv6ExtensionHeader.layerName(kind)
            count &+= 1
            guard
                allows(
                    count, of: PacketDissector.maximumExtensionHeaders, .ipv6ExtensionHeaders, offset,
                    limit: region.limit, &packet)
            else { return }
            printer?.extensionHeader(kind, bytes, offset, region)
            let least = IPv6ExtensionHeader.minimumSize
            guard has(least, .ipv6ExtensionHeader, offset, region, &packet) else { return }
            let size = IPv6ExtensionHeader.size(of: kind, lengthField: bytes[offset &+ 1])
            guard has(size, .ipv6ExtensionHeader, offset, region, &packet) else { return }
            packet.ipProtocol = bytes[offset]
            let header = offset
            offset &+= size
            if mayBeJumbo, kind == .hopByHopOptions, count == 1,
                let (length, position) = IPv6Option.jumboPayloadLength(bytes, header &+ 2, offset)
            {
                guard length > 0xFFFF else { return fail(length, .jumboPayloadLength, position, region, &packet) }
                region = bounded(length, from: start, by: .jumboPayloadLength, at: position, region)
            }
            guard kind == .fragment else { continue }
            let bits = bytes.bigEndianUInt16(at: header &+ 2)
            guard bits & 0xFFF9 != 0 else { continue }
            noteFragment(
                bytes.bigEndianUInt32(at: header &+ 4), offset: bits & 0xFFF8, more: bits & 1 != 0, at: offset,
                to: max(end, region.end), &packet)
            if packet.isLaterFragment { break }
        }
        transport(offset, region, &packet)
    }
}
