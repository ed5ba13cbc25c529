import PacketCapture
import WireCoding

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

    /// - Parameters:
    ///   - bytes: What the file holds of the packet.
    ///   - originalLength: Bytes on the wire; where it is less than the file holds, that number counts.
    public static func dissect(_ bytes: Span<UInt8>, linkType: LinkType, originalLength: Int) -> DissectedPacket {
        var packet = DissectedPacket()
        dissect(bytes, linkType: linkType, originalLength: originalLength, into: &packet)
        return packet
    }

    /// The same into a fresh packet of the caller's, which saves the hot path a copy.
    @inline(__always)
    public static func dissect(
        _ bytes: Span<UInt8>, linkType: LinkType, originalLength: Int, into packet: inout DissectedPacket
    ) {
        let region = Region(end: max(min(originalLength, Int(UInt32.max)), bytes.count), limit: .input)
        switch linkType.rawValue {
        case 1: ethernet(bytes, 0, region, &packet)
        case 113: cooked(bytes, 0, region, &packet)
        case 276: cooked2(bytes, 0, region, &packet)
        case 0, 108: loopback(bytes, 0, region, &packet)
        case 12, 14, 101: raw(bytes, 0, region, &packet)
        case 228: ipv4(bytes, 0, region, &packet)
        case 229: ipv6(bytes, 0, region, &packet)
        default: link(linkType.rawValue, bytes, 0, region, &packet)
        }
    }

    /// The required end of a layer: on the wire, from the start of the packet, with the length that sets it.
    struct Region {
        let end: Int
        let limit: HeaderField
    }

    /// Whether `count` bytes of a header are there; notes in the packet why not.
    @inline(__always)
    static func has(
        _ count: Int, _ field: HeaderField, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) -> Bool {
        let end = offset &+ count
        if end <= region.end && end <= bytes.count { return true }
        packet.stop = missing(count, field, bytes.count, offset, region)
        return false
    }

    @inline(never)
    private static func missing(
        _ count: Int, _ field: HeaderField, _ captured: Int, _ offset: Int, _ region: Region
    ) -> DissectionStop {
        // A packet of no bytes at all (some writers mark things with them) contradicts nothing.
        let isCut = offset &+ count <= region.end || region.end == 0
        let available = max(0, (isCut ? captured : min(captured, region.end)) &- offset)
        let fault = DissectionFault(
            .truncated, field, at: offset, limit: isCut ? .input : region.limit, first: count, second: available)
        return isCut ? .cut(fault) : .malformed(fault)
    }

    @inline(never)
    static func malformed(_ value: Int, _ field: HeaderField, _ offset: Int, _ region: Region) -> DissectionStop {
        .malformed(DissectionFault(.invalidValue, field, at: offset, limit: region.limit, first: value))
    }
}

// MARK: - Link layers

extension PacketDissector {
    @inline(__always)
    private static func ethernet(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(EthernetHeader.size, .ethernetHeader, bytes, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 14)
        packet.protocols.insert(.ethernet)
        packet.linkDestinationWord = linkAddress(header, 0)
        packet.linkSourceWord = linkAddress(header, 6)
        network(header.bigEndianUInt16(at: 12), bytes, offset &+ 14, region, &packet)
    }

    /// An Ethernet frame within another header.
    @inline(never)
    static func innerEthernet(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        ethernet(bytes, offset, region, &packet)
    }

    @inline(__always)
    static func linkAddress(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        UInt64(bytes.bigEndianUInt16(at: offset)) << 32 | UInt64(bytes.bigEndianUInt32(at: offset &+ 2))
    }

    static func cooked(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(LinuxCookedHeader.size, .linuxCookedHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.sll)
        if bytes.bigEndianUInt16(at: offset &+ 4) == 6 { packet.linkSourceWord = linkAddress(bytes, offset &+ 6) }
        cookedContent(bytes.bigEndianUInt16(at: offset &+ 14), bytes, offset &+ 16, region, &packet)
    }

    static func cooked2(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(LinuxCookedHeader2.size, .linuxCookedHeader2, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.sll)
        if bytes[offset &+ 11] == 6 { packet.linkSourceWord = linkAddress(bytes, offset &+ 12) }
        cookedContent(bytes.bigEndianUInt16(at: offset), bytes, offset &+ 20, region, &packet)
    }

    /// - Parameter type: An EtherType, or a small number of Linux' own: 4 for 802.2.
    @inline(__always)
    private static func cookedContent(
        _ type: UInt16, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        if type == LinuxCookedHeader.llc {
            llc(bytes, offset, region, &packet)
        } else if EtherType(rawValue: type).isLength {
            packet.stop = .unknownEtherType(type)
        } else {
            network(type, bytes, offset, region, &packet)
        }
    }

    static func loopback(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(LoopbackHeader.size, .addressFamily, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.loopback)
        let header = LoopbackHeader(word: bytes.bigEndianUInt32(at: offset))
        switch header.etherType {
        case .some(.ipv4): ipv4(bytes, offset &+ 4, region, &packet)
        case .some(.ipv6): ipv6(bytes, offset &+ 4, region, &packet)
        default: packet.stop = .unknownAddressFamily(header.family)
        }
    }

    /// An IP packet of the version that it states.
    static func raw(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(1, .ipVersion, bytes, offset, region, &packet) else { return }
        switch bytes[offset] >> 4 {
        case 4: ipv4(bytes, offset, region, &packet)
        case 6: ipv6(bytes, offset, region, &packet)
        case let version: packet.stop = malformed(Int(version), .ipVersion, offset, region)
        }
    }

    /// Goes on by the EtherType, over any tags.
    @inline(__always)
    static func network(
        _ etherType: UInt16, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        switch etherType {
        case 0x0800: ipv4(bytes, offset, region, &packet)
        case 0x86DD: ipv6(bytes, offset, region, &packet)
        default: tagged(etherType, bytes, offset, region, &packet)
        }
    }

    @inline(never)
    private static func tagged(
        _ firstType: UInt16, _ bytes: Span<UInt8>, _ firstOffset: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) {
        var type = EtherType(rawValue: firstType)
        var offset = firstOffset
        var tags = 0
        while type.isTag {
            tags &+= 1
            guard tags <= maximumTags else {
                packet.stop = .malformed(
                    DissectionFault(
                        .tooMany, .vlanTags, at: offset, limit: .input, first: tags, second: maximumTags))
                return
            }
            guard has(VLANTag.size, .vlanTag, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.vlan)
            type = EtherType(rawValue: bytes.bigEndianUInt16(at: offset &+ 2))
            offset &+= VLANTag.size
        }
        switch type {
        case .ipv4: ipv4(bytes, offset, region, &packet)
        case .ipv6: ipv6(bytes, offset, region, &packet)
        case .arp:
            guard has(ARPPacket.fixedSize, .arpPacket, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.arp)
            setPayload(offset, region.end, bytes, &packet)
        default: encapsulated(type, bytes, offset, region, &packet)
        }
    }
}
