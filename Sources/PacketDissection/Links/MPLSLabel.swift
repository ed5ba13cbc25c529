import WireCoding

/// One entry of an MPLS label stack (RFC 3032 §2.1, traffic class by RFC 5462).
///
/// | bits | field |
/// |---|---|
/// | 20 | label |
/// | 3 | traffic class |
/// | 1 | bottom of stack |
/// | 8 | time to live |
///
/// The protocol after the bottom label is not stated; an IP packet is recognized by its version.
public struct MPLSLabel: Hashable, Sendable {
    /// Bytes of an entry.
    public static let size = 4

    /// 20 bits are written.
    public var label: UInt32 = 0
    /// Three bits are written.
    public var trafficClass: UInt8 = 0
    /// Whether this is the last label, after which the payload begins.
    public var isBottomOfStack = true
    /// The hops that are left.
    public var timeToLive: UInt8 = 64

    public init() {}
}

extension MPLSLabel: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "MPLS label", .part(\.label, "label", bits: 20), .part(\.trafficClass, "trafficClass", bits: 3),
        .part(\.isBottomOfStack, "bottomOfStack"), .part(\.timeToLive, "timeToLive", .unit(.hops)))
}

extension PacketWalk {
    func mpls(_ start: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.layer = "mpls"
        packet.protocols.insert(.mpls)
        var offset = start
        var labels = 0
        var isBottom = false
        while !isBottom {
            labels &+= 1
            guard allows(labels, of: PacketDissector.maximumLabels, .mplsLabels, offset, limit: .input, &packet) else {
                return
            }
            printer?.show(MPLSLabel.self, bytes, offset, region)
            guard has(MPLSLabel.size, .mplsLabel, offset, region, &packet) else { return }
            isBottom = bytes[offset &+ 2] & 1 == 1
            offset &+= MPLSLabel.size
        }
        guard has(1, .ipVersion, offset, region, &packet) else { return }
        switch bytes[offset] >> 4 {
        case 4: ipv4(offset, region, &packet)
        case 6: ipv6(offset, region, &packet)
        case let nibble: packet.stop = .unknownLinkProtocol(LinkProtocol(.mpls, UInt16(nibble)))
        }
    }
}
