import WireCoding

/// The address family in front of packets on BSD loopback devices (LINKTYPE_NULL and LINKTYPE_LOOP).
///
/// LINKTYPE_LOOP has it in network order, LINKTYPE_NULL in the order of the machine that captured. As families are
/// small numbers, the order that makes the number small is the right one.
public struct LoopbackHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 4

    /// An AF_ number of the machine that captured.
    public var family: UInt32
    /// Whether the number's first byte is the lowest one.
    public var isLittleEndian: Bool

    /// A header with its number in network order, or with the lowest byte first.
    public init(family: UInt32, isLittleEndian: Bool = false) {
        self.family = family
        self.isLittleEndian = isLittleEndian
    }

    /// Reads the header, and leaves the packet after it.
    ///
    /// - Throws: `truncated` when fewer than 4 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init(word: try input.readUInt32("address family"))
    }

    /// - Parameter word: The four bytes in network order.
    @inline(__always)
    init(word: UInt32) {
        isLittleEndian = word > 0xFFFF
        family = isLittleEndian ? word.byteSwapped : word
    }

    /// Writes the family in the order of ``isLittleEndian``.
    public func serialize(into output: inout ByteWriter) {
        if isLittleEndian { output.writeUInt32LittleEndian(family) } else { output.writeUInt32(family) }
    }

    /// No family is above 65535 in both orders. Some systems have put the headers of serial lines here, which end with an
    /// EtherType.
    private var serialEtherType: EtherType? {
        guard family > 0xFFFF else { return nil }
        let word = isLittleEndian ? family.byteSwapped : family
        let type = EtherType(rawValue: UInt16(truncatingIfNeeded: word))
        return type == .ipv4 || type == .ipv6 ? type : nil
    }

    /// The address family: AF_INET is 2 everywhere, AF_INET6 is 10 on Linux, 24 on NetBSD and OpenBSD, 28 on FreeBSD,
    /// 30 on Darwin.
    public var etherType: EtherType? {
        switch family {
        case 2: .ipv4
        case 10, 24, 28, 30: .ipv6
        default: serialEtherType
        }
    }
}

extension LoopbackHeader: ShownHeader {
    var shownFields: [FrameField] { [.number("family", family)] }
}

extension PacketWalk {
    /// - Parameter layer: The name of the layer, which the link type decides.
    func loopback(_ layer: String, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(LoopbackHeader.self, layer, bytes, offset, region)
        guard has(LoopbackHeader.size, .addressFamily, offset, region, &packet) else { return }
        packet.protocols.insert(.loopback)
        family(LoopbackHeader(word: bytes.bigEndianUInt32(at: offset)), offset &+ 4, region, &packet)
    }

    /// IP by an address family of any system.
    func family(_ header: LoopbackHeader, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        switch header.etherType {
        case .some(.ipv4): ipv4(offset, region, &packet)
        case .some(.ipv6): ipv6(offset, region, &packet)
        default: packet.stop = .unknownAddressFamily(header.family)
        }
    }

    /// An IP packet of the version that it states.
    func raw(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(1, .ipVersion, offset, region, &packet) else { return }
        switch bytes[offset] >> 4 {
        case 4: ipv4(offset, region, &packet)
        case 6: ipv6(offset, region, &packet)
        case let version: fail(Int(version), .ipVersion, offset, region, &packet)
        }
    }
}
