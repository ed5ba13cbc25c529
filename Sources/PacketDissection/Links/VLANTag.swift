import WireCoding

/// The rest of a tag after its EtherType (IEEE 802.1Q §9.6): the tag control information and the type of the content.
///
/// | bits | field |
/// |---|---|
/// | 3 | priority code point |
/// | 1 | drop eligible indicator |
/// | 12 | VLAN identifier |
/// | 16 | EtherType |
public struct VLANTag: Hashable, Sendable {
    /// Bytes of the tag after its own EtherType.
    public static let size = 4

    /// 0 to 7; only the lower three bits are written.
    public var priority: UInt8 = 0
    /// Whether the frame may be dropped first; the canonical format indicator in older frames.
    public var isDropEligible = false
    /// 0 to 4095; only the lower twelve bits are written.
    public var identifier: UInt16 = 0
    /// The type of what the tag precedes.
    public var etherType = EtherType.ipv4

    public init() {}
}

extension VLANTag: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "VLAN tag", .part(\.priority, "priority", bits: 3), .part(\.isDropEligible, "dropEligible"),
        .part(\.identifier, "identifier", bits: 12), .part(\.etherType, "etherType", EtherType.meaning))
}

extension PacketWalk {
    /// Goes over tags, as long as there are any.
    ///
    /// - Returns: False where they end too early.
    func tags(
        _ type: inout EtherType, _ offset: inout Int, _ region: Region, _ packet: inout DissectedPacket
    ) -> Bool {
        var count = 0
        while type.isTag {
            count &+= 1
            guard allows(count, of: PacketDissector.maximumTags, .vlanTags, offset, limit: .input, &packet) else {
                return false
            }
            printer?.header(VLANTag.self, "vlan", bytes, offset, region)
            guard has(VLANTag.size, .vlanTag, offset, region, &packet) else { return false }
            packet.protocols.insert(.vlan)
            packet.virtualLAN = packet.virtualLAN << 12 | UInt32(bytes.bigEndianUInt16(at: offset) & 0xFFF)
            type = EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 2))
            offset &+= VLANTag.size
        }
        return true
    }
}
