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

    public init(family: UInt32, isLittleEndian: Bool = false) {
        self.family = family
        self.isLittleEndian = isLittleEndian
    }

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
