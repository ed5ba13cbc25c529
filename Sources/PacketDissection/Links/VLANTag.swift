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
    public var priority: UInt8
    public var isDropEligible: Bool
    /// 0 to 4095; only the lower twelve bits are written.
    public var identifier: UInt16
    /// The type of what the tag precedes.
    public var etherType: EtherType

    public init(priority: UInt8 = 0, isDropEligible: Bool = false, identifier: UInt16, etherType: EtherType) {
        self.priority = priority
        self.isDropEligible = isDropEligible
        self.identifier = identifier
        self.etherType = etherType
    }

    /// - Throws: `truncated` when fewer than 4 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "VLAN tag")
        let control = try input.readUInt16("VLAN tag control information")
        priority = UInt8(truncatingIfNeeded: control >> 13)
        isDropEligible = control & 0x1000 != 0
        identifier = control & 0x0FFF
        etherType = EtherType(rawValue: try input.readUInt16("EtherType"))
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(UInt16(priority & 7) << 13 | (isDropEligible ? 0x1000 : 0) | identifier & 0x0FFF)
        output.writeUInt16(etherType.rawValue)
    }
}

extension VLANTag: ShownHeader {
    var shownFields: [FrameField] {
        [
            .number("priority", priority), .flag("dropEligible", isDropEligible), .number("identifier", identifier),
            .code("etherType", etherType),
        ]
    }
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
            guard count <= PacketDissector.maximumTags else {
                packet.stop = malformed(
                    DissectionFault(
                        .tooMany, .vlanTags, at: offset, limit: .input, first: count,
                        second: PacketDissector.maximumTags))
                return false
            }
            printer?.header(VLANTag.self, "vlan", bytes, offset, region)
            guard has(VLANTag.size, .vlanTag, offset, region, &packet) else { return false }
            packet.protocols.insert(.vlan)
            type = EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 2))
            offset &+= VLANTag.size
        }
        return true
    }
}
