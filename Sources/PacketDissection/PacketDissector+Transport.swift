import WireCoding

extension PacketDissector {
    /// What follows the IP headers, by ``DissectedPacket/ipProtocol``.
    @inline(__always)
    static func transport(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard !packet.isLaterFragment else {
            setPayload(offset, region.end, bytes, &packet)
            return
        }
        switch packet.ipProtocol {
        case 6: tcp(bytes, offset, region, &packet)
        case 17: udp(bytes, offset, region, &packet)
        default: other(bytes, offset, region, &packet)
        }
    }

    @inline(never)
    private static func other(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        switch IPProtocol(rawValue: packet.ipProtocol) {
        case .icmp:
            guard has(ICMPHeader.size, "ICMP header", bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.icmp)
        case .icmpv6:
            guard has(ICMPHeader.size, "ICMPv6 header", bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.icmpv6)
        case .igmp:
            guard has(1, "IGMP type", bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.igmp)
        case .noNextHeader: return
        default: packet.stop = .unknownIPProtocol(packet.ipProtocol)
        }
    }

    @inline(__always)
    private static func tcp(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(TCPHeader.minimumSize, "TCP header", bytes, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 20)
        packet.protocols.insert(.tcp)
        let size = Int(header[12] >> 4) &* 4
        guard size >= TCPHeader.minimumSize else {
            packet.stop = malformed(UInt64(size), "TCP data offset", offset &+ 12, region)
            return
        }
        // Options that were cut off by the snap length leave a header that can be followed; options beyond the end of
        // the packet mean that nothing in the header can be trusted.
        let hasOptions = has(size, "TCP header", bytes, offset, region, &packet)
        guard hasOptions || offset &+ size <= region.end else { return }
        packet.transport = .tcp
        packet.sourcePort = header.bigEndianUInt16(at: 0)
        packet.destinationPort = header.bigEndianUInt16(at: 2)
        packet.tcp.sequenceNumber = header.bigEndianUInt32(at: 4)
        packet.tcp.acknowledgmentNumber = header.bigEndianUInt32(at: 8)
        packet.tcp.flags = TCPFlags(rawValue: header[13])
        packet.tcp.window = header.bigEndianUInt16(at: 14)
        let payload = offset &+ size
        if size > 20 { timestamps(bytes, offset &+ 20, min(payload, bytes.count), &packet.tcp) }
        setPayload(payload, region.end, bytes, &packet)
    }

    /// Finds the timestamps option; a malformed option ends the search.
    @inline(__always)
    private static func timestamps(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ fields: inout TCPFields) {
        var offset = start
        // Most segments have two no-operations and the timestamps (RFC 7323, appendix A).
        if end &- start >= 12 && bytes.bigEndianUInt32(at: start) == 0x0101_080A { offset &+= 2 }
        while end &- offset >= 2 {
            switch bytes[offset] {
            case 0: return
            case 1: offset &+= 1
            case 8:
                guard bytes[offset &+ 1] == 10, end &- offset >= 10 else { return }
                fields.timestamp = bytes.bigEndianUInt32(at: offset &+ 2)
                fields.timestampEcho = bytes.bigEndianUInt32(at: offset &+ 6)
                return
            default:
                let length = Int(bytes[offset &+ 1])
                guard length >= 2 else { return }
                offset &+= length
            }
        }
    }

    @inline(__always)
    private static func udp(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(UDPHeader.size, "UDP header", bytes, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 8)
        packet.protocols.insert(.udp)
        let length = Int(header.bigEndianUInt16(at: 4))
        guard length == 0 || length >= UDPHeader.size else {
            packet.stop = malformed(UInt64(length), "UDP length", offset &+ 4, region)
            return
        }
        packet.transport = .udp
        packet.sourcePort = header.bigEndianUInt16(at: 0)
        packet.destinationPort = header.bigEndianUInt16(at: 2)
        let datagram = bounded(length, from: offset, by: "UDP length", region)
        setPayload(offset &+ UDPHeader.size, datagram.end, bytes, &packet)
    }

    /// - Parameter end: Where the payload ends on the wire.
    @inline(__always)
    private static func setPayload(_ start: Int, _ end: Int, _ bytes: Span<UInt8>, _ packet: inout DissectedPacket) {
        packet.payloadOffset = min(start, bytes.count)
        packet.payloadLength = max(0, end &- start)
        packet.capturedPayloadLength = max(0, min(end, bytes.count) &- start)
    }
}
