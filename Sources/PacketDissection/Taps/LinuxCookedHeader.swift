import WireCoding

/// Which way a packet went by a Linux host (`packet(7)`), as both cooked headers give it.
public struct LinuxPacketType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Sent to this host by another host.
    public static let host = LinuxPacketType(rawValue: 0)
    /// Sent to all hosts of the link by another host.
    public static let broadcast = LinuxPacketType(rawValue: 1)
    /// Sent to a group by another host.
    public static let multicast = LinuxPacketType(rawValue: 2)
    /// Sent by another host to another host.
    public static let otherHost = LinuxPacketType(rawValue: 3)
    /// Sent by this host.
    public static let outgoing = LinuxPacketType(rawValue: 4)
}

extension LinuxPacketType: HeaderPart {
    public init(word: UInt64) { self.init(rawValue: UInt16(word: word)) }
}

/// The pseudo header of captures on Linux's `any` device (LINKTYPE_LINUX_SLL).
///
/// | bytes | field |
/// |---|---|
/// | 2 | packet type |
/// | 2 | ARPHRD_ type of the device |
/// | 2 | link-layer address length |
/// | 8 | link-layer address of the sender, padded or cut to 8 bytes |
/// | 2 | protocol type: an EtherType for most devices |
public struct LinuxCookedHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 16
    /// The protocol type of frames that begin with an ``LLCHeader``.
    static let llc: UInt16 = 4

    /// Which way the packet went, and to whom.
    public var packetType = LinuxPacketType.host
    /// The ARPHRD_ number of the device.
    public var addressType: UInt16 = 0
    /// How many bytes the sender's address has; above 8 the field holds its beginning.
    public var addressLength: UInt16 = 0
    /// The eight bytes of the address field, the first byte on top, with whatever pads them.
    public var addressField: UInt64 = 0
    /// The protocol type: an EtherType for most devices; up to 1500, a number of Linux' own, such as 4 for an
    /// ``LLCHeader``.
    public var etherType = EtherType.ipv4

    public init() {}

    /// The sender's address where it has six bytes.
    public var source: LinkAddress? { addressLength == 6 ? LinkAddress(rawValue: addressField >> 16) : nil }
}

extension LinuxCookedHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "Linux cooked header", .part(\.packetType), .part(\.addressType), .part(\.addressLength), .part(\.addressField),
        .part(\.etherType))

    private static let packetTypes = FieldMeaning.names("to us", "broadcast", "multicast", "to another host", "from us")

    var shownFields: [FrameField] {
        let bytes = ByteWriter.bytes { $0.writeUInt64(addressField) }.prefix(Int(addressLength))
        return [
            .code("packetType", packetType, Self.packetTypes), .number("addressType", addressType),
            source == nil && addressLength > 0 ? .hex("source", Array(bytes)) : .text("source", source),
            .code("protocol", etherType, EtherType.meaning),
        ]
    }
}

extension PacketWalk {
    func cooked(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(LinuxCookedHeader.self, "sll", bytes, offset, region)
        guard has(LinuxCookedHeader.size, .linuxCookedHeader, offset, region, &packet) else { return }
        if bytes.bigEndianUInt16(at: offset &+ 4) == 6 { packet.linkSourceWord = bytes.linkAddress(at: offset &+ 6) }
        cookedContent(bytes.bigEndianUInt16(at: offset &+ 14), offset &+ 16, region, &packet)
    }

    /// - Parameter type: An EtherType, or a small number of Linux' own: 4 for 802.2.
    @inline(__always)
    func cookedContent(_ type: UInt16, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        packet.protocols.insert(.sll)
        if type == LinuxCookedHeader.llc {
            llc(offset, region, &packet)
        } else if EtherType(rawValue: type).isLength {
            packet.stop = .unknownEtherType(type)
        } else {
            network(EtherType(rawValue: type), offset, region, &packet)
        }
    }
}
