import WireCoding

/// The Subnetwork Access Protocol header after an ``LLCHeader`` (IEEE 802 §10.3, RFC 1042).
///
/// | bytes | field |
/// |---|---|
/// | 3 | organizationally unique identifier of whoever assigned the protocol |
/// | 2 | protocol identifier |
public struct SNAPHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 5
    /// The organization of Apple, whose protocol 0x0800 is AWDL's data.
    public static let apple: UInt32 = 0x0017F2

    /// 24 bits are written.
    public var organization: UInt32 = 0
    /// The protocol, by a number of the ``organization``; an EtherType where that is 0.
    public var protocolID: UInt16 = 0

    public init() {}

    /// The protocol as an EtherType: under organization 0 (RFC 1042) and 00-00-F8 (IEEE 802.1H), nil under others.
    public var etherType: EtherType? {
        organization == 0 || organization == 0x0000F8 ? EtherType(rawValue: protocolID) : nil
    }

    /// Whether AWDL's data header follows.
    var isAWDL: Bool { organization == Self.apple && protocolID == 0x0800 }
}

extension SNAPHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "SNAP header", .part(\.organization, "organization", bits: 24), .part(\.protocolID, "protocolID"))
}

extension PacketWalk {
    func snap(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(SNAPHeader.size, .snapHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.llc)
        var header = SNAPHeader()
        header.organization = bytes.bigEndianUInt32(at: offset) >> 8
        header.protocolID = bytes.bigEndianUInt16(at: offset &+ 3)
        let start = offset &+ SNAPHeader.size
        if let type = header.etherType {
            network(type, start, region, &packet)
        } else if header.isAWDL {
            awdlData(start, region, &packet)
        } else {
            packet.stop = .unknownLinkProtocol(
                LinkProtocol(.snap, header.protocolID, organization: header.organization))
        }
    }
}
