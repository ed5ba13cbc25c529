import PacketCapture
import WireCoding

extension LinkType {
    /// PPP after a ``PPPDirectionHeader``.
    @inlinable public static var pppWithDirection: LinkType { LinkType(rawValue: 204) }
}

/// The byte that says which way a PPP frame went (LINKTYPE_PPP_WITH_DIR).
public struct PPPDirectionHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 1

    /// 0 received, any other number sent.
    public var direction: UInt8 = 0

    public init() {}
}

extension PPPDirectionHeader: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>("link header", .part(\.direction, "direction"))
}

extension PacketWalk {
    func directedPPP(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(PPPDirectionHeader.self, "pppDirection", bytes, offset, region)
        guard has(PPPDirectionHeader.size, .linkHeader, offset, region, &packet) else { return }
        ppp(offset &+ PPPDirectionHeader.size, region, &packet)
    }
}
