/// Reads a captured packet from the link layer to the transport payload, without allocating.
///
/// Total: any bytes give a ``DissectedPacket``, which says how far its headers made sense. Lengths that promise more
/// than the packet has are cut to the packet where the headers can be read all the same.
public enum PacketDissector {
    /// The most VLAN tags before another header; more are taken for damage.
    public static let maximumTags = 8
    /// The most labels of an MPLS stack; more are taken for damage.
    public static let maximumLabels = 16
    /// The most IPv6 extension headers (RFC 8200 §4.1 lets six kinds come up to seven times); more are taken for
    /// damage.
    public static let maximumExtensionHeaders = 16
    /// The most tunnels within each other. More are not entered, and the packet stops there
    /// (``DissectionStop/tunnelsTooDeep``): networks nest two or three, and each costs a pass over its headers.
    public static let maximumTunnels = 8

    /// The required end of a layer: on the wire, from the start of the packet, with the length that sets it.
    struct Region {
        let end: Int
        let limit: HeaderField

        /// All of a packet.
        @inline(__always)
        static func packet(_ bytes: Span<UInt8>, originalLength: Int) -> Region {
            Region(end: max(min(originalLength, Int(UInt32.max)), bytes.count), limit: .input)
        }
    }
}
