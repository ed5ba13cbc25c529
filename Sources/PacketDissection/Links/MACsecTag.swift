import WireCoding

/// The security tag of a MACsec frame, after its EtherType (IEEE 802.1AE §9.3).
///
/// | bytes | field |
/// |---|---|
/// | 1 | tag control information (V, ES, SC, SCB, E, C) and association number |
/// | 1 | short length: bytes of secure data where they are fewer than 48, else 0 |
/// | 4 | packet number |
/// | 0 or 8 | secure channel identifier, if SC is set |
///
/// Secure data and an integrity check value of 16 bytes follow. Only where E and C are clear are the data readable: they
/// begin with an EtherType then.
public struct MACsecTag: Hashable, Sendable {
    /// Bytes that every tag has.
    public static let minimumSize = 6
    /// Bytes of the integrity check value of the default cipher suites.
    public static let integrityCheckSize = 16

    /// The first byte, association number included.
    public var control: UInt8 = 0
    /// Bytes of secure data where they are fewer than 48, else 0.
    public var shortLength: UInt8 = 0
    /// The number of the frame in its secure association, which shows replays; with extended numbering, its lower 32
    /// bits.
    public var packetNumber: UInt32 = 0
    /// Written exactly if ``hasSecureChannel``.
    public var secureChannelID: UInt64 = 0

    public init() {}

    /// Whether the SC bit is set, so that a secure channel identifier ends the tag.
    public var hasSecureChannel: Bool { control & 0x20 != 0 }
    /// Whether the data are encrypted or otherwise changed.
    public var isConfidential: Bool { control & 0x0C != 0 }
    /// Bytes of the tag.
    public var size: Int { hasSecureChannel ? 14 : 6 }
}

extension MACsecTag: LaidOutHeader, ShownHeader {
    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "MACsec tag", .part(\.control, "control"), .part(\.shortLength, "shortLength"),
        .part(\.packetNumber, "packetNumber"),
        .part(\.secureChannelID, if: { $0.hasSecureChannel }))

    var shownFields: [FrameField] {
        namedFields + [
            hasSecureChannel ? .number("secureChannelID", secureChannelID) : FrameField("secureChannelID", .null)
        ]
    }
}

extension PacketWalk {
    func macsec(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(MACsecTag.self, "macsec", bytes, offset, region)
        guard has(MACsecTag.minimumSize, .macsecTag, offset, region, &packet) else { return }
        var tag = MACsecTag()
        (tag.control, tag.shortLength) = (bytes[offset], bytes[offset &+ 1])
        guard has(tag.size, .macsecTag, offset, region, &packet) else { return }
        packet.protocols.insert(.macsec)
        guard !tag.isConfidential else {
            packet.stop = .protected(.macsec)
            return
        }
        let start = offset &+ tag.size
        // The secure data end by the short length, or at the integrity check value.
        let end = max(start, region.end &- MACsecTag.integrityCheckSize)
        let data =
            tag.shortLength == 0
            ? Region(end: end, limit: region.limit)
            : bounded(Int(tag.shortLength), from: start, by: .macsecShortLength, at: offset &+ 1, region)
        guard has(2, .ethernetHeader, start, data, &packet) else { return }
        network(EtherType(rawValue: bytes.bigEndianUInt16(at: start)), start &+ 2, data, &packet)
    }
}
