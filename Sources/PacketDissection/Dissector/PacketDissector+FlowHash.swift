import PacketCapture
import WireCoding
import WirelessFrames

extension PacketDissector {
    /// Ports whose datagrams may need a closer look than a hash of their ends: multicast DNS, and tunnels that hide the
    /// flow that matters.
    @usableFromInline
    static func needsDissection(_ port: UInt16) -> Bool {
        port == WellKnownPort.multicastDNS || TunnelContent.isPort(port, port)
    }

    /// A hash of a packet's two ends, read directly from their usual offsets: a fraction of the cost of dissecting, so
    /// that a worker skips the flows of others cheaply.
    ///
    /// - Returns: ``DissectedPacket/flowHash`` of the packet; nil if only dissecting shows which flow it belongs to, or
    ///   whether it has one.
    @inlinable @inline(__always)
    public static func flowHash(of bytes: Span<UInt8>, linkType: LinkType) -> UInt16? {
        guard linkType == .ethernet, bytes.count >= 14 else { return nil }
        return flowHash(bytes.bigEndianUInt16(at: 12), bytes, 14, to: bytes.count)
    }

    /// The hash of an IP packet of that EtherType: without options, extension headers and fragmentation.
    @inlinable @inline(__always)
    static func flowHash(_ etherType: UInt16, _ bytes: Span<UInt8>, _ offset: Int, to end: Int) -> UInt16? {
        switch etherType {
        case 0x0800 where offset &+ 24 <= end:
            let header = bytes.extracting(offset..<offset &+ 24)
            // Version 4 without options, no fragment.
            guard header[0] == 0x45, header.bigEndianUInt16(at: 6) & 0x3FFF == 0 else { return nil }
            let ports = header.bigEndianUInt32(at: 20)
            guard isPlain(header[9], ports) else { return nil }
            return flowHash(
                UInt64(header.bigEndianUInt32(at: 12)), UInt64(header.bigEndianUInt32(at: 16)), ports: ports)
        case 0x86DD where offset &+ 44 <= end:
            let header = bytes.extracting(offset..<offset &+ 44)
            let ports = header.bigEndianUInt32(at: 40)
            guard header[0] >> 4 == 6, isPlain(header[6], ports) else { return nil }
            return flowHash(
                header.bigEndianUInt64(at: 8) ^ header.bigEndianUInt64(at: 16),
                header.bigEndianUInt64(at: 24) ^ header.bigEndianUInt64(at: 32), ports: ports)
        default: return nil
        }
    }

    /// The same for a data frame: unencrypted, unfragmented, with IP after LLC and SNAP, with or without AWDL's header.
    ///
    /// - Parameter frame: Not protected, no fragment.
    package static func flowHash(of frame: RadioFrame, _ bytes: Span<UInt8>) -> UInt16? {
        let end = frame.bodyEnd
        var offset = frame.bodyOffset
        guard offset &+ 40 <= end, frame.qosControl(bytes) & 0x80 == 0,
            bytes.bigEndianUInt32(at: offset) & 0xFFFF_FF00 == 0xAAAA_0300
        else { return nil }
        let organization = UInt32(bytes[offset &+ 3]) << 16 | UInt32(bytes.bigEndianUInt16(at: offset &+ 4))
        var etherType = bytes.bigEndianUInt16(at: offset &+ 6)
        offset &+= 8
        if organization == SNAPHeader.apple, etherType == 0x0800 {
            // The short form. The long one is rare, and after another header there is no packet.
            guard bytes.bigEndianUInt16(at: offset) == AWDLDataHeader.magic, bytes[offset &+ 4] != 3 else { return nil }
            etherType = bytes.bigEndianUInt16(at: offset &+ 6)
            offset &+= 8
        } else if organization != 0 {
            return nil
        }
        return flowHash(etherType, bytes, offset, to: end)
    }

    /// Whether the ends of a packet say which flow it belongs to.
    @inlinable @inline(__always)
    static func isPlain(_ ipProtocol: UInt8, _ ports: UInt32) -> Bool {
        if ipProtocol == 6 { return true }
        return ipProtocol == 17 && !needsDissection(UInt16(truncatingIfNeeded: ports))
            && !needsDissection(UInt16(truncatingIfNeeded: ports >> 16))
    }

    /// The same for both directions: both ends go in by operations that do not care for their order.
    ///
    /// - Parameters:
    ///   - source: Both halves of an address, joined by exclusive or.
    ///   - ports: That of the source in the upper half.
    @inlinable @inline(__always)
    package static func flowHash(_ source: UInt64, _ destination: UInt64, ports: UInt32) -> UInt16 {
        let (first, second) = (UInt64(ports >> 16), UInt64(ports & 0xFFFF))
        let sums = (source &+ destination) &* 0x9E37_79B9_7F4A_7C15 &+ (first &+ second)
        let differences = (source ^ destination) &+ (first ^ second) << 32
        let product = (sums ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: differences ^ 0xA076_1D64_78BD_642F)
        return UInt16(truncatingIfNeeded: (product.high ^ product.low) >> 16)
    }
}

extension DissectedPacket {
    /// A hash of the two ends of the flow, the same for both directions and in every run; meaningless without a
    /// transport header.
    public var flowHash: UInt16 {
        PacketDissector.flowHash(
            sourceHigh ^ sourceLow, destinationHigh ^ destinationLow,
            ports: UInt32(sourcePort) << 16 | UInt32(destinationPort))
    }
}

extension QuotedPacket {
    /// The hash of its flow, as of the packet itself; nil where the ports are not quoted.
    package var flowHash: UInt16? {
        guard let sourcePort, let destinationPort else { return nil }
        return PacketDissector.flowHash(
            source.high ^ source.low, destination.high ^ destination.low,
            ports: UInt32(sourcePort) << 16 | UInt32(destinationPort))
    }
}
