import WireCoding

extension PacketDissector {
    static func ipv4(_ bytes: Span<UInt8>, _ offset: Int, _ outer: Region, _ packet: inout DissectedPacket) {
        guard has(IPv4Header.minimumSize, .ipv4Header, bytes, offset, outer, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 20)
        let first = header[0]
        guard first >> 4 == 4 else {
            packet.stop = malformed(Int(first >> 4), .ipv4Version, offset, outer)
            return
        }
        packet.protocols.insert(.ipv4)
        packet.networkStart = UInt16(clamping: offset)
        packet.sourceLow = UInt64(header.bigEndianUInt32(at: 12))
        packet.destinationLow = UInt64(header.bigEndianUInt32(at: 16))
        packet.ipProtocol = header[9]
        packet.hopLimit = header[8]
        let size = Int(first & 15) &* 4
        guard size >= IPv4Header.minimumSize else {
            packet.stop = malformed(Int(size), .ipv4HeaderLength, offset, outer)
            return
        }
        let total = Int(header.bigEndianUInt16(at: 2))
        guard total == 0 || total >= size else {
            packet.stop = malformed(Int(total), .ipv4TotalLength, offset &+ 2, outer)
            return
        }
        let region = bounded(total, from: offset, by: .ipv4TotalLength, outer)
        guard has(size, .ipv4Header, bytes, offset, region, &packet) else { return }
        let bits = header.bigEndianUInt16(at: 6)
        if bits & 0x3FFF != 0 {
            // The offset counts in units of eight bytes.
            noteFragment(
                UInt32(header.bigEndianUInt16(at: 4)), offset: bits << 3, more: bits & 0x2000 != 0, at: offset &+ size,
                region, &packet)
        }
        transport(bytes, offset &+ size, region, &packet)
    }

    static func ipv6(_ bytes: Span<UInt8>, _ offset: Int, _ outer: Region, _ packet: inout DissectedPacket) {
        guard has(IPv6Header.size, .ipv6Header, bytes, offset, outer, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 40)
        guard header[0] >> 4 == 6 else {
            packet.stop = malformed(Int(header[0] >> 4), .ipv6Version, offset, outer)
            return
        }
        packet.protocols.insert(.ipv6)
        packet.networkStart = UInt16(clamping: offset)
        packet.isIPv6 = true
        (packet.sourceHigh, packet.sourceLow) = (header.bigEndianUInt64(at: 8), header.bigEndianUInt64(at: 16))
        packet.destinationHigh = header.bigEndianUInt64(at: 24)
        packet.destinationLow = header.bigEndianUInt64(at: 32)
        packet.ipProtocol = header[6]
        packet.hopLimit = header[7]
        let start = offset &+ IPv6Header.size
        let length = Int(header.bigEndianUInt16(at: 4))
        let region = bounded(length, from: start, by: .ipv6PayloadLength, outer)
        switch packet.ipProtocol {
        case 6, 17: transport(bytes, start, region, &packet)
        default: extensionHeaders(bytes, start, region, mayBeJumbo: length == 0, &packet)
        }
    }

    /// The region that a length field gives, within the outer one. A length of 0 gives none.
    @inline(__always)
    static func bounded(_ length: Int, from start: Int, by field: HeaderField, _ outer: Region) -> Region {
        length == 0 || start &+ length > outer.end ? outer : Region(end: start &+ length, limit: field)
    }

    /// - Parameter mayBeJumbo: Whether the IPv6 header before leaves the length to a jumbo payload option.
    @inline(never)
    static func extensionHeaders(
        _ bytes: Span<UInt8>, _ start: Int, _ outer: Region, mayBeJumbo: Bool, _ packet: inout DissectedPacket
    ) {
        var region = outer
        var offset = start
        var count = 0
        while IPProtocol(rawValue: packet.ipProtocol).isExtensionHeader {
            let kind = IPProtocol(rawValue: packet.ipProtocol)
            count &+= 1
            guard count <= maximumExtensionHeaders else {
                packet.stop = .malformed(
                    DissectionFault(
                        .tooMany, .ipv6ExtensionHeaders, at: offset, limit: region.limit, first: count,
                        second: maximumExtensionHeaders))
                return
            }
            let least = IPv6ExtensionHeader.minimumSize
            guard has(least, .ipv6ExtensionHeader, bytes, offset, region, &packet) else { return }
            let size = IPv6ExtensionHeader.size(of: kind, lengthField: bytes[offset &+ 1])
            guard has(size, .ipv6ExtensionHeader, bytes, offset, region, &packet) else { return }
            packet.ipProtocol = bytes[offset]
            let header = offset
            offset &+= size
            if mayBeJumbo, kind == .hopByHopOptions, count == 1,
                let (length, position) = jumboPayloadLength(bytes, header &+ 2, offset)
            {
                guard length > 0xFFFF else {
                    packet.stop = malformed(length, .jumboPayloadLength, position, region)
                    return
                }
                region = bounded(length, from: start, by: .jumboPayloadLength, region)
            }
            guard kind == .fragment else { continue }
            let bits = bytes.bigEndianUInt16(at: header &+ 2)
            guard bits & 0xFFF9 != 0 else { continue }
            noteFragment(
                bytes.bigEndianUInt32(at: header &+ 4), offset: bits & 0xFFF8, more: bits & 1 != 0, at: offset, region,
                &packet)
            if packet.isLaterFragment { break }
        }
        transport(bytes, offset, region, &packet)
    }

    /// The jumbo payload option (RFC 2675 §2) among hop-by-hop options: its value, and where that lies.
    private static func jumboPayloadLength(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int
    ) -> (length: Int, position: Int)? {
        var offset = start
        while offset &+ 2 <= end {
            let type = bytes[offset]
            // Pad1 is the only option without a length.
            guard type != 0 else {
                offset &+= 1
                continue
            }
            let size = Int(bytes[offset &+ 1])
            if type == IPv6Option.jumboPayload, size == 4, offset &+ 6 <= end {
                return (Int(bytes.bigEndianUInt32(at: offset &+ 2)), offset &+ 2)
            }
            offset &+= 2 &+ size
        }
        return nil
    }

    @inline(never)
    private static func noteFragment(
        _ identification: UInt32, offset: UInt16, more: Bool, at start: Int, _ region: Region,
        _ packet: inout DissectedPacket
    ) {
        packet.protocols.insert(.fragment)
        packet.isFragment = true
        packet.fragment.identification = identification
        packet.fragment.offset = offset
        packet.fragment.moreFragments = more
        packet.fragment.ipProtocol = packet.ipProtocol
        packet.fragment.start = UInt32(clamping: start)
        packet.fragment.length = UInt32(clamping: max(0, region.end &- start))
    }
}
