import WireCoding

/// The header of an Ethernet frame (IEEE 802.3 §3.2), without preamble and checksum.
///
/// | bytes | field |
/// |---|---|
/// | 6 | destination |
/// | 6 | source |
/// | 2 | EtherType, or the length of an 802.3 frame |
public struct EthernetHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 14

    /// The receiver, or a group of them.
    public var destination: LinkAddress
    /// The sender.
    public var source: LinkAddress
    /// The type of the content; up to 1500, the length of an IEEE 802.3 frame (``EtherType/isLength``).
    public var etherType: EtherType

    /// A header with these fields, none of which is checked.
    public init(destination: LinkAddress, source: LinkAddress, etherType: EtherType) {
        self.destination = destination
        self.source = source
        self.etherType = etherType
    }
}

extension EthernetHeader: LaidOutHeader, ShownHeader {
    public init() { self.init(destination: .zero, source: .zero, etherType: .ipv4) }

    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "Ethernet header", .part(\.destination, "destination"), .part(\.source, "source"),
        .part(\.etherType, "etherType", EtherType.meaning))
}

extension PacketWalk {
    @inline(__always)
    func ethernet(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(EthernetHeader.self, "ethernet", bytes, offset, region)
        guard has(EthernetHeader.size, .ethernetHeader, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 14)
        packet.protocols.insert(.ethernet)
        packet.linkDestinationWord = header.linkAddress(at: 0)
        packet.linkSourceWord = header.linkAddress(at: 6)
        network(EtherType(rawValue: header.bigEndianUInt16(at: 12)), offset &+ 14, region, &packet)
    }

    /// An Ethernet frame within another header.
    @inline(never)
    func innerEthernet(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        ethernet(offset, region, &packet)
    }
}
