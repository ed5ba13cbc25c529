import WireCoding

extension PacketDissector {
    /// The header after the IP headers, by ``DissectedPacket/ipProtocol``.
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
            guard has(ICMPHeader.size, .icmpHeader, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.icmp)
            setPayload(offset, region.end, bytes, &packet)
        case .icmpv6:
            guard has(ICMPHeader.size, .icmpv6Header, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.icmpv6)
            setPayload(offset, region.end, bytes, &packet)
        case .igmp:
            guard has(1, .igmpType, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.igmp)
        case .ipv4, .ipv6, .gre: ipTunnel(bytes, offset, region, &packet)
        case .noNextHeader: return
        default: packet.stop = .unknownIPProtocol(packet.ipProtocol)
        }
    }

    @inline(__always)
    private static func tcp(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(TCPHeader.minimumSize, .tcpHeader, bytes, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 20)
        packet.protocols.insert(.tcp)
        let size = Int(header[12] >> 4) &* 4
        guard size >= TCPHeader.minimumSize else {
            packet.stop = malformed(Int(size), .tcpDataOffset, offset &+ 12, region)
            return
        }
        // Options that were cut off by the snap length leave a header that can be followed; options beyond the end of
        // the packet mean that nothing in the header can be trusted.
        let hasOptions = has(size, .tcpHeader, bytes, offset, region, &packet)
        guard hasOptions || offset &+ size <= region.end else { return }
        packet.transport = .tcp
        packet.sourcePort = header.bigEndianUInt16(at: 0)
        packet.destinationPort = header.bigEndianUInt16(at: 2)
        packet.tcp.sequenceNumber = header.bigEndianUInt32(at: 4)
        packet.tcp.acknowledgmentNumber = header.bigEndianUInt32(at: 8)
        packet.tcp.flags = TCPFlags(rawValue: header[13])
        packet.tcp.window = header.bigEndianUInt16(at: 14)
        let payload = offset &+ size
        packet.capturedHeaderLength = UInt8(truncatingIfNeeded: min(size, bytes.count &- offset))
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
                fields.hasTimestamps = true
                fields.timestampValue = bytes.bigEndianUInt32(at: offset &+ 2)
                fields.timestampReply = bytes.bigEndianUInt32(at: offset &+ 6)
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
        guard has(UDPHeader.size, .udpHeader, bytes, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 8)
        packet.protocols.insert(.udp)
        let length = Int(header.bigEndianUInt16(at: 4))
        guard length == 0 || length >= UDPHeader.size else {
            packet.stop = malformed(Int(length), .udpLength, offset &+ 4, region)
            return
        }
        packet.transport = .udp
        packet.sourcePort = header.bigEndianUInt16(at: 0)
        packet.destinationPort = header.bigEndianUInt16(at: 2)
        packet.capturedHeaderLength = 8
        let datagram = bounded(length, from: offset, by: .udpLength, region)
        setPayload(offset &+ UDPHeader.size, datagram.end, bytes, &packet)
        if isTunnelPort(packet.sourcePort, packet.destinationPort) {
            udpTunnel(bytes, offset &+ UDPHeader.size, datagram, &packet)
        }
    }

    /// - Parameter end: The end of the payload on the wire.
    @inline(__always)
    static func setPayload(_ start: Int, _ end: Int, _ bytes: Span<UInt8>, _ packet: inout DissectedPacket) {
        packet.payloadStart = UInt32(truncatingIfNeeded: min(start, bytes.count))
        packet.payloadSize = UInt32(truncatingIfNeeded: max(0, end &- start))
        packet.capturedPayloadSize = UInt32(truncatingIfNeeded: max(0, min(end, bytes.count) &- start))
    }
}
