import WireCoding

/// One option of a neighbor discovery message (RFC 4861 §4.6).
///
/// | bytes | field |
/// |---|---|
/// | 1 | type |
/// | 1 | length of the whole option in units of eight bytes |
/// | … | data |
public struct NeighborDiscoveryOption: Hashable, Sendable {
    /// The sender's link-layer address (RFC 4861 §4.6.1).
    public static let sourceLinkAddress: UInt8 = 1
    /// The target's link-layer address (RFC 4861 §4.6.1).
    public static let targetLinkAddress: UInt8 = 2
    /// A prefix of the link, and its lifetimes (RFC 4861 §4.6.2).
    public static let prefixInformation: UInt8 = 3
    /// The beginning of the packet that a redirect is about (RFC 4861 §4.6.3).
    public static let redirectedHeader: UInt8 = 4
    /// The longest packet of the link (RFC 4861 §4.6.4).
    public static let mtu: UInt8 = 5

    /// The number of the registry "IPv6 Neighbor Discovery Option Formats".
    public var type: UInt8
    /// Six bytes more than a multiple of eight; zeros are written up to that, and nothing beyond 2038.
    public var data: [UInt8]

    /// An option, whose length follows from its data.
    public init(type: UInt8, data: [UInt8]) {
        self.type = type
        self.data = data
    }

    /// The address of six bytes in an option for link-layer addresses.
    public var linkAddress: LinkAddress? {
        guard type == Self.sourceLinkAddress || type == Self.targetLinkAddress, data.count == 6 else { return nil }
        return LinkAddress(rawValue: data.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Bytes of the fixed part of a message, ICMPv6 header included, by its type; nil for others.
    static func fixedSize(ofMessage type: UInt8) -> Int? {
        switch type {
        case 133: 8
        case 134: 16
        case 135, 136: 24
        case 137: 40
        default: nil
        }
    }

    /// Reads one option, and leaves those after it.
    ///
    /// - Throws: `truncated` when the option is longer than what is left, `invalidValue` for a length of 0.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        type = try input.readUInt8("neighbor discovery option")
        let size = Int(try input.readUInt8("neighbor discovery option length")) &* 8
        guard size > 0 else { throw start.error(.invalidValue(0), "neighbor discovery option length") }
        try start.require(size, "neighbor discovery option")
        data = try input.readBytes(size &- 2, "neighbor discovery option")
    }

    /// Writes the option, with zeros up to a multiple of eight bytes.
    public func serialize(into output: inout ByteWriter) {
        let units = min(max(1, (data.count + 9) / 8), 255)
        output.writeUInt8(type)
        output.writeUInt8(UInt8(truncatingIfNeeded: units))
        output.writeFixed(data, units * 8 - 2)
    }
}
