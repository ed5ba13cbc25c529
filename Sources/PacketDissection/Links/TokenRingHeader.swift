import WireCoding

/// The header of a token ring frame (IEEE 802.5 §3, LINKTYPE_IEEE802_5).
///
/// | bytes | field |
/// |---|---|
/// | 1 | access control |
/// | 1 | frame control: 0x40 to 0x7F carry an ``LLCHeader`` |
/// | 6 | destination |
/// | 6 | source, whose first bit says that a route follows |
/// | 0 or 2 to 30 | route: its length in bytes is in the lowest five bits of the first |
public struct TokenRingHeader: Hashable, Sendable {
    /// Bytes of a header without route.
    public static let minimumSize = 14

    /// From the top: three bits of priority, the token bit, the monitor bit, three bits of reserved priority.
    public var accessControl: UInt8 = 0x10
    /// The kind of frame: 0x40 to 0x7F carry an ``LLCHeader``.
    public var frameControl: UInt8 = 0x40
    /// The receiver, or a group of them.
    public var destination = LinkAddress.zero
    /// With the bit that announces a route.
    public var source = LinkAddress.zero
    /// As many bytes as its own first byte states; written if ``source`` announces it.
    public var route: [UInt8] = []

    /// Whether an ``LLCHeader`` follows.
    static func carriesLLC(frameControl: UInt8) -> Bool { frameControl & 0xC0 == 0x40 }

    /// The number of bytes of a route, from its first byte: at least one, which is that byte.
    static func routeSize(_ first: UInt8) -> Int { max(1, Int(first & 31)) }

    /// The fields before the route.
    public static let layout = HeaderLayout<Self>(
        "token ring header", .part(\.accessControl), .part(\.frameControl), .part(\.destination), .part(\.source))

    public init() {}

    /// Reads the header with its route, and leaves the frame after it.
    ///
    /// - Throws: `truncated` when the header is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        guard source.rawValue >> 47 == 1 else { return }
        try start.require(Self.minimumSize + 1, "token ring header")
        let atRoute = input
        let size = Self.routeSize(try input.readUInt8("token ring route"))
        try start.require(Self.minimumSize &+ size, "token ring header")
        input = atRoute
        route = try input.readBytes(size, "token ring route")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        if source.rawValue >> 47 == 1 { output.writeBytes(route) }
    }
}

extension TokenRingHeader: LaidOutHeader, ShownHeader {
    var shownFields: [FrameField] {
        [
            .text("destination", destination), .text("source", source), .number("frameControl", frameControl),
            .hex("route", route),
        ]
    }
}

extension PacketWalk {
    func tokenRing(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(TokenRingHeader.self, "tokenring", bytes, offset, region)
        guard has(TokenRingHeader.minimumSize, .tokenRingHeader, offset, region, &packet) else { return }
        var size = TokenRingHeader.minimumSize
        if bytes[offset &+ 8] & 0x80 != 0 {
            guard has(size &+ 1, .tokenRingHeader, offset, region, &packet) else { return }
            size &+= TokenRingHeader.routeSize(bytes[offset &+ 14])
            guard has(size, .tokenRingHeader, offset, region, &packet) else { return }
        }
        packet.protocols.insert(.tokenRing)
        packet.linkDestinationWord = bytes.linkAddress(at: offset &+ 2)
        packet.linkSourceWord = bytes.linkAddress(at: offset &+ 8) & ~(1 << 47)
        guard TokenRingHeader.carriesLLC(frameControl: bytes[offset &+ 1]) else { return }
        llc(offset &+ size, region, &packet)
    }
}
