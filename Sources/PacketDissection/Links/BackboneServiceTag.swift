import WireCoding

/// The tag of a provider backbone bridge (IEEE 802.1Q §9.7, once 802.1ah): a whole customer's frame follows.
///
/// | bits | field |
/// |---|---|
/// | 3 | priority code point |
/// | 1 | drop eligible indicator |
/// | 4 | use customer address, and reserved bits |
/// | 24 | service identifier |
public struct BackboneServiceTag: Hashable, Sendable {
    /// Bytes of the tag after its EtherType.
    public static let size = 4

    /// The first byte.
    public var control: UInt8 = 0
    /// 24 bits are written.
    public var serviceID: UInt32 = 0

    public init() {}
}

extension BackboneServiceTag: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "backbone service tag", .part(\.control, "control"), .part(\.serviceID, "serviceID", bits: 24))
}

extension PacketWalk {
    func backboneTag(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(BackboneServiceTag.self, "pbb", bytes, offset, region)
        guard has(BackboneServiceTag.size, .backboneServiceTag, offset, region, &packet) else { return }
        packet.protocols.insert(.pbb)
        innerEthernet(offset &+ BackboneServiceTag.size, region, &packet)
    }
}
