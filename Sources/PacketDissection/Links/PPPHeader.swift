import WireCoding

/// The protocol of a PPP frame's content: the registry "PPP DLL Protocol Numbers" of IANA.
public struct PPPProtocol: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An IPv4 packet (RFC 1332).
    public static let ipv4 = PPPProtocol(rawValue: 0x0021)
    /// An IPv6 packet (RFC 5072).
    public static let ipv6 = PPPProtocol(rawValue: 0x0057)
    /// A label stack on a unicast packet (RFC 3032 §4).
    public static let mplsUnicast = PPPProtocol(rawValue: 0x0281)
    /// A label stack on a multicast packet (RFC 3032 §4).
    public static let mplsMulticast = PPPProtocol(rawValue: 0x0283)
    /// Link Control Protocol (RFC 1661 §5).
    public static let linkControl = PPPProtocol(rawValue: 0xC021)
}

/// The beginning of a PPP frame (RFC 1661 §2, framed like HDLC by RFC 1662 §3.1).
///
/// | bytes | field |
/// |---|---|
/// | 0 or 2 | address and control, FF 03, left out where both ends agreed to (and in PPPoE) |
/// | 1 or 2 | protocol: the upper byte, which is even, may be left out where it is 0 |
public struct PPPHeader: Hashable, Sendable {
    /// The address and control bytes of a frame that has them.
    public static let addressAndControl: UInt16 = 0xFF03

    /// Whether the frame begins with FF 03.
    public var hasAddressAndControl = false
    /// Whether the protocol has one byte; written so only where the number has an odd lower and no upper byte.
    public var isProtocolCompressed = false
    /// The protocol of the content, one or two bytes on the wire.
    public var payloadProtocol = PPPProtocol.ipv4

    /// The header of an IPv4 packet: no address and control, a protocol of two bytes.
    public init() {}

    /// Reads the header, and leaves the packet after it.
    ///
    /// - Throws: `truncated` when the header is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        hasAddressAndControl = false
        if input.remaining >= 2 {
            hasAddressAndControl = try input.readUInt16("PPP address and control") == Self.addressAndControl
            if !hasAddressAndControl { input = start }
        }
        let first = try input.readUInt8("PPP protocol")
        isProtocolCompressed = first & 1 == 1
        let number = isProtocolCompressed ? 0 : try input.readUInt8("PPP protocol")
        payloadProtocol = PPPProtocol(
            rawValue: isProtocolCompressed ? UInt16(first) : UInt16(first) << 8 | UInt16(number))
    }

    /// Writes address and control if the header has them, then the protocol in one or two bytes.
    public func serialize(into output: inout ByteWriter) {
        if hasAddressAndControl { output.writeUInt16(Self.addressAndControl) }
        let number = payloadProtocol.rawValue
        if isProtocolCompressed && number < 0x100 && number & 1 == 1 {
            output.writeUInt8(UInt8(truncatingIfNeeded: number))
        } else {
            output.writeUInt16(number)
        }
    }
}

extension PPPHeader: ShownHeader {
    var shownFields: [FrameField] { [.code("protocol", payloadProtocol)] }
}

extension PacketWalk {
    /// PPP, or Cisco's framing, which the same lines may carry.
    func pppHDLC(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        if offset < min(bytes.count, region.end), bytes[offset] == 0x0F || bytes[offset] == 0x8F {
            ciscoHDLC(offset, region, &packet)
        } else {
            ppp(offset, region, &packet)
        }
    }

    func ppp(_ start: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(PPPHeader.self, "ppp", bytes, start, region)
        var offset = start
        if offset &+ 2 <= min(region.end, bytes.count),
            bytes.bigEndianUInt16(at: offset) == PPPHeader.addressAndControl
        {
            offset &+= 2
        }
        guard has(1, .pppProtocol, offset, region, &packet) else { return }
        var number = UInt16(bytes[offset])
        offset &+= 1
        if number & 1 == 0 {
            guard has(1, .pppProtocol, offset, region, &packet) else { return }
            number = number << 8 | UInt16(bytes[offset])
            offset &+= 1
        }
        packet.protocols.insert(.ppp)
        switch PPPProtocol(rawValue: number) {
        case .ipv4: ipv4(offset, region, &packet)
        case .ipv6: ipv6(offset, region, &packet)
        case .mplsUnicast, .mplsMulticast: mpls(offset, region, &packet)
        default: packet.stop = .unknownLinkProtocol(LinkProtocol(.ppp, number))
        }
    }
}
