import WireCoding

/// The header of IP and bridged packets on frame relay (RFC 2427 §3): the Q.922 address, control and network layer
/// protocol identifier; or, in Cisco's own encapsulation, the address and an EtherType.
///
/// | bytes | field |
/// |---|---|
/// | 2 to 4 | Q.922 address, whose last byte has the lowest bit set |
/// | 1 | control, 0x03; of another value, the first byte of an EtherType |
/// | 0 or 1 | padding, 0 |
/// | 1 | network layer protocol identifier: 0xCC IPv4, 0x8E IPv6, 0x80 SNAP |
public struct FrameRelayHeader: Hashable, Sendable {
    /// Bytes of the shortest header.
    public static let minimumSize = 4

    /// Two to four bytes, all but the last of which have a clear lowest bit.
    public var address: [UInt8]
    /// The protocol identifier or EtherType after the address.
    public var content: Content

    /// The content that the header announces.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// A network layer protocol identifier (ISO 9577), after a padding byte or not.
        case protocolID(UInt8, isPadded: Bool)
        /// An EtherType right after the address; its first byte is not 0x03.
        case etherType(EtherType)
    }

    /// A header with its address as it is on the wire: two to four bytes, of which only the last has its lowest bit
    /// set.
    public init(address: [UInt8], content: Content) {
        self.address = address
        self.content = content
    }

    /// Reads the header, and leaves the packet after it.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for an address without an end.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "frame relay header")
        let start = input
        address = []
        repeat {
            guard address.count < 4 else { throw start.error(.invalidValue(0), "frame relay address") }
            address.append(try input.readUInt8("frame relay header"))
        } while (address.last ?? 1) & 1 == 0
        let control = try input.readUInt8("frame relay header")
        let next = try input.readUInt8("frame relay header")
        guard control == 3 else {
            content = .etherType(EtherType(rawValue: UInt16(control) << 8 | UInt16(next)))
            return
        }
        content =
            next == 0
            ? .protocolID(try input.readUInt8("frame relay header"), isPadded: true)
            : .protocolID(next, isPadded: false)
    }

    /// Writes the address, then the protocol identifier or EtherType.
    public func serialize(into output: inout ByteWriter) {
        output.writeBytes(address)
        switch content {
        case .protocolID(let identifier, let isPadded):
            output.writeUInt8(3)
            if isPadded { output.writeUInt8(0) }
            output.writeUInt8(identifier)
        case .etherType(let type): output.writeUInt16(type.rawValue)
        }
    }
}

extension FrameRelayHeader: ShownHeader {
    var shownFields: [FrameField] {
        switch content {
        case .etherType(let type): [.hex("address", address), .code("etherType", type)]
        case .protocolID(let identifier, _): [.hex("address", address), .number("protocolID", identifier)]
        }
    }
}

extension PacketWalk {
    func frameRelay(_ start: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(FrameRelayHeader.self, "framerelay", bytes, start, region)
        guard has(FrameRelayHeader.minimumSize, .frameRelayHeader, start, region, &packet) else { return }
        var size = 0
        repeat {
            guard size < 4 else { return fail(0, .frameRelayAddress, start, region, &packet) }
            size &+= 1
        } while bytes[start &+ size &- 1] & 1 == 0
        guard has(size &+ 2, .frameRelayHeader, start, region, &packet) else { return }
        packet.protocols.insert(.frameRelay)
        var offset = start &+ size
        guard bytes[offset] == 3 else {
            network(EtherType(rawValue: bytes.bigEndianUInt16(at: offset)), offset &+ 2, region, &packet)
            return
        }
        offset &+= 1
        if bytes[offset] == 0 {
            guard has(size &+ 3, .frameRelayHeader, start, region, &packet) else { return }
            offset &+= 1
        }
        switch bytes[offset] {
        case 0xCC: ipv4(offset &+ 1, region, &packet)
        case 0x8E: ipv6(offset &+ 1, region, &packet)
        case 0x80:
            printer?.show(SNAPHeader.self, as: "llc", bytes, offset &+ 1, region)
            snap(offset &+ 1, region, &packet)
        case let identifier: packet.stop = .unknownLinkProtocol(LinkProtocol(.frameRelay, UInt16(identifier)))
        }
    }
}
