import WireCoding

extension PacketDissector {
    static func ipv4(_ bytes: Span<UInt8>, _ offset: Int, _ outer: Region, _ packet: inout DissectedPacket) {
        guard has(IPv4Header.minimumSize, "IPv4 header", bytes, offset, outer, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 20)
        let first = header[0]
        guard first >> 4 == 4 else {
            packet.stop = malformed(UInt64(first >> 4), "IPv4 version", offset, outer)
            return
        }
        packet.protocols.insert(.ipv4)
        packet.source = IPAddress(ipv4: header.bigEndianUInt32(at: 12))
        packet.destination = IPAddress(ipv4: header.bigEndianUInt32(at: 16))
        packet.ipProtocol = header[9]
        packet.hopLimit = header[8]
        let fragment = header.bigEndianUInt16(at: 6)
        packet.isFragment = fragment & 0x3FFF != 0
        packet.isLaterFragment = fragment & 0x1FFF != 0
        if packet.isFragment { packet.protocols.insert(.fragment) }
        let size = Int(first & 15) &* 4
        guard size >= IPv4Header.minimumSize else {
            packet.stop = malformed(UInt64(size), "IPv4 header length", offset, outer)
            return
        }
        let total = Int(header.bigEndianUInt16(at: 2))
        guard total == 0 || total >= size else {
            packet.stop = malformed(UInt64(total), "IPv4 total length", offset &+ 2, outer)
            return
        }
        let region = bounded(total, from: offset, by: "IPv4 total length", outer)
        guard has(size, "IPv4 header", bytes, offset, region, &packet) else { return }
        transport(bytes, offset &+ size, region, &packet)
    }

    static func ipv6(_ bytes: Span<UInt8>, _ offset: Int, _ outer: Region, _ packet: inout DissectedPacket) {
        guard has(IPv6Header.size, "IPv6 header", bytes, offset, outer, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 40)
        guard header[0] >> 4 == 6 else {
            packet.stop = malformed(UInt64(header[0] >> 4), "IPv6 version", offset, outer)
            return
        }
        packet.protocols.insert(.ipv6)
        packet.source = IPAddress(ipv6High: header.bigEndianUInt64(at: 8), low: header.bigEndianUInt64(at: 16))
        packet.destination = IPAddress(ipv6High: header.bigEndianUInt64(at: 24), low: header.bigEndianUInt64(at: 32))
        packet.ipProtocol = header[6]
        packet.hopLimit = header[7]
        let start = offset &+ IPv6Header.size
        let region = bounded(Int(header.bigEndianUInt16(at: 4)), from: start, by: "IPv6 payload length", outer)
        switch packet.ipProtocol {
        case 6, 17: transport(bytes, start, region, &packet)
        default: extensionHeaders(bytes, start, region, &packet)
        }
    }

    /// The region that a length field tells, within the outer one. A length of 0 tells nothing.
    @inline(__always)
    static func bounded(_ length: Int, from start: Int, by field: WireError.Field, _ outer: Region) -> Region {
        length == 0 || start &+ length > outer.end ? outer : Region(end: start &+ length, limit: field)
    }

    @inline(never)
    private static func extensionHeaders(
        _ bytes: Span<UInt8>, _ start: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        var offset = start
        var count = 0
        while IPProtocol(rawValue: packet.ipProtocol).isExtensionHeader {
            let kind = IPProtocol(rawValue: packet.ipProtocol)
            count &+= 1
            guard count <= maximumExtensionHeaders else {
                packet.stop = .malformed(
                    WireError(
                        .tooLong(length: count, maximum: maximumExtensionHeaders), field: "IPv6 extension headers",
                        offset: offset, limit: region.limit))
                return
            }
            let least = IPv6ExtensionHeader.minimumSize
            guard has(least, "IPv6 extension header", bytes, offset, region, &packet) else { return }
            let size = IPv6ExtensionHeader.size(of: kind, lengthField: bytes[offset &+ 1])
            guard has(size, "IPv6 extension header", bytes, offset, region, &packet) else { return }
            packet.ipProtocol = bytes[offset]
            let fragment = bytes.bigEndianUInt16(at: offset &+ 2)
            offset &+= size
            guard kind == .fragment, fragment & 0xFFF9 != 0 else { continue }
            packet.protocols.insert(.fragment)
            packet.isFragment = true
            packet.isLaterFragment = fragment & 0xFFF8 != 0
            if packet.isLaterFragment { break }
        }
        transport(bytes, offset, region, &packet)
    }
}
