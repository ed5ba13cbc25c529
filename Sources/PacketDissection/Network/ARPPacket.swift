import WireCoding

/// The operation of an ``ARPPacket``: the registry "Address Resolution Protocol (ARP) Parameters", operation codes.
public struct ARPOperation: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Asks for the link-layer address of a protocol address.
    public static let request = ARPOperation(rawValue: 1)
    /// Answers a request.
    public static let reply = ARPOperation(rawValue: 2)
}

extension ARPOperation: HeaderPart {
    public init(word: UInt64) { self.init(rawValue: UInt16(word: word)) }
}

/// An ARP packet (RFC 826), for any kind of link and of protocol address.
///
/// | bytes | field |
/// |---|---|
/// | 2 | hardware type, 1 for Ethernet |
/// | 2 | protocol type, an EtherType |
/// | 1 | bytes of a link-layer address |
/// | 1 | bytes of a protocol address |
/// | 2 | operation |
/// | … | sender's link-layer and protocol address, target's likewise |
public struct ARPPacket: Hashable, Sendable {
    /// Bytes before the addresses.
    public static let fixedSize = 8

    /// The kind of link, 1 for Ethernet: the registry "Address Resolution Protocol (ARP) Parameters", hardware types.
    public var hardwareType: UInt16 = 1
    /// The kind of the protocol addresses, as an EtherType.
    public var protocolType = EtherType.ipv4
    /// Whether the packet asks or answers.
    public var operation = ARPOperation.request
    /// At most 255 bytes are written, as of ``senderAddress``.
    public var senderLinkAddress: [UInt8] = []
    /// The protocol address of the sender; at most 255 bytes are written.
    public var senderAddress: [UInt8] = []
    /// Written with zeros added or bytes cut off where its length is not that of the sender's, as is ``targetAddress``.
    public var targetLinkAddress: [UInt8] = []
    /// The protocol address that a request asks for; in a reply, that of the host which asked.
    public var targetAddress: [UInt8] = []

    /// The fields before the addresses, whose lengths are those of the sender's.
    public static let layout = HeaderLayout<Self>(
        "ARP packet", .part(\.hardwareType), .part(\.protocolType),
        .derived(bits: 8) { UInt64(min($0.senderLinkAddress.count, 255)) },
        .derived(bits: 8) { UInt64(min($0.senderAddress.count, 255)) }, .part(\.operation))

    public init() {}

    /// Reads the packet, and leaves what pads the frame.
    ///
    /// - Throws: `truncated` when the addresses are longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        let linkLength = Int(start.input[start.position &+ 4])
        let addressLength = Int(start.input[start.position &+ 5])
        senderLinkAddress = try input.readBytes(linkLength, "ARP sender hardware address")
        senderAddress = try input.readBytes(addressLength, "ARP sender protocol address")
        targetLinkAddress = try input.readBytes(linkLength, "ARP target hardware address")
        targetAddress = try input.readBytes(addressLength, "ARP target protocol address")
    }

    public func serialize(into output: inout ByteWriter) {
        let linkLength = min(senderLinkAddress.count, 255)
        let addressLength = min(senderAddress.count, 255)
        Self.layout.write(self, into: &output)
        output.writeFixed(senderLinkAddress, linkLength)
        output.writeFixed(senderAddress, addressLength)
        output.writeFixed(targetLinkAddress, linkLength)
        output.writeFixed(targetAddress, addressLength)
    }
}

extension ARPPacket: LaidOutHeader, ShownHeader {
    private static let operations = FieldMeaning.names("reserved", "request", "reply", "RARP request", "RARP reply")

    var shownFields: [FrameField] {
        [
            .code("operation", operation, Self.operations), Self.linkAddress("senderLinkAddress", senderLinkAddress),
            address("senderAddress", senderAddress), Self.linkAddress("targetLinkAddress", targetLinkAddress),
            address("targetAddress", targetAddress),
        ]
    }

    private static func linkAddress(_ name: String, _ bytes: [UInt8]) -> FrameField {
        guard bytes.count == 6 else { return .hex(name, bytes) }
        return .text(name, LinkAddress(rawValue: bytes.span.linkAddress(at: 0)))
    }

    private func address(_ name: String, _ bytes: [UInt8]) -> FrameField {
        guard protocolType == .ipv4, bytes.count == 4, let address = IPAddress(bytes: bytes) else {
            return .hex(name, bytes)
        }
        return .text(name, address)
    }
}

extension PacketWalk {
    func arp(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(ARPPacket.self, "arp", bytes, offset, region)
        guard has(ARPPacket.fixedSize, .arpPacket, offset, region, &packet) else { return }
        packet.protocols.insert(.arp)
        setPayload(offset, region.end, &packet)
    }
}
