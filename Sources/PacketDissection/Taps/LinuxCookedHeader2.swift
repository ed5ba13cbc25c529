import WireCoding

/// The second form of the pseudo header of Linux's `any` device (LINKTYPE_LINUX_SLL2).
///
/// | bytes | field |
/// |---|---|
/// | 2 | protocol type: an EtherType for most devices |
/// | 2 | reserved |
/// | 4 | interface index |
/// | 2 | ARPHRD_ type of the device |
/// | 1 | packet type |
/// | 1 | link-layer address length |
/// | 8 | link-layer address of the sender, padded or cut to 8 bytes |
public struct LinuxCookedHeader2: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 20

    /// The protocol type: an EtherType for most devices; up to 1500, a number of Linux' own, such as 4 for an
    /// ``LLCHeader``.
    public var etherType = EtherType.ipv4
    /// Zero in what is written today; kept as it came.
    public var reserved: UInt16 = 0
    /// The kernel's number of the device that the packet went through.
    public var interfaceIndex: UInt32 = 0
    /// The ARPHRD_ number of the device.
    public var addressType: UInt16 = 0
    /// Only the lower eight bits are written.
    public var packetType = LinuxPacketType.host
    /// How many bytes the sender's address has; above 8 the field holds its beginning.
    public var addressLength: UInt8 = 0
    /// The eight bytes of the address field, the first byte on top, with whatever pads them.
    public var addressField: UInt64 = 0

    public init() {}

    /// The sender's address where it has six bytes.
    public var source: LinkAddress? { addressLength == 6 ? LinkAddress(rawValue: addressField >> 16) : nil }
}

extension LinuxCookedHeader2: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "Linux cooked header v2", .part(\.etherType), .part(\.reserved), .part(\.interfaceIndex), .part(\.addressType),
        .part(\.packetType, bits: 8), .part(\.addressLength), .part(\.addressField))

    var shownFields: [FrameField] {
        let first = LinuxCookedHeader.with {
            ($0.packetType, $0.addressType, $0.etherType) = (packetType, addressType, etherType)
            ($0.addressLength, $0.addressField) = (UInt16(addressLength), addressField)
        }
        return first.shownFields + [.number("interfaceIndex", interfaceIndex)]
    }
}

extension PacketWalk {
    func cooked2(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(LinuxCookedHeader2.self, "sll2", bytes, offset, region)
        guard has(LinuxCookedHeader2.size, .linuxCookedHeader2, offset, region, &packet) else { return }
        packet.interfaceIndex = bytes.bigEndianUInt32(at: offset &+ 4)
        if bytes[offset &+ 11] == 6 { packet.linkSourceWord = bytes.linkAddress(at: offset &+ 12) }
        cookedContent(bytes.bigEndianUInt16(at: offset), offset &+ 20, region, &packet)
    }
}
