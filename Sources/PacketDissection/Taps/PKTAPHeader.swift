import WireCoding

/// The header of Apple's packet tap: which interface and which process a packet belonged to (LINKTYPE_PKTAP, and
/// DLT_USER2 in captures of macOS and `rvictl`). All numbers are little-endian.
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 4 | bytes of this header, at least 108 |
/// | 4 | 4 | what follows: 1 a packet, 0 nothing |
/// | 8 | 4 | link type of the packet, as a DLT_ number of Darwin |
/// | 12 | 24 | interface name |
/// | 36 | 4 | flags |
/// | 40 | 4 | protocol family |
/// | 44, 48 | 4, 4 | bytes of link-layer header and trailer of the packet |
/// | 52 | 4 | process |
/// | 56 | 20 | process name |
/// | 76 | 4 | service class |
/// | 80, 82 | 2, 2 | type and unit of the interface |
/// | 84 | 4 | effective process: whom it was done for |
/// | 88 | 20 | effective process name |
/// | 108 | … | flow, IP protocol, time and UUIDs in newer systems |
public struct PKTAPHeader: Hashable, Sendable {
    /// Bytes of the header of the first systems that had one; the fields here lie within.
    public static let minimumSize = 108

    /// Which way the packet went.
    @frozen
    public enum Direction: String, Sendable {
        /// Received by this machine.
        case incoming = "in"
        /// Sent by this machine.
        case outgoing = "out"
    }

    /// 1 where a packet follows, 0 where none does.
    public var nextType: UInt32 = 1
    /// A DLT_ number, equal to the LINKTYPE_ number for what Darwin captures, but for DLT_RAW (12).
    public var dataLinkType: UInt32 = 0
    /// 24 bytes, zero-padded; written padded or cut.
    public var interfaceField: [UInt8] = []
    /// The lowest two bits are the ``direction``; the others are Darwin's own.
    public var flags: UInt32 = 0
    /// The protocol family of the packet, a PF_ number of Darwin: 2 for IPv4, 30 for IPv6.
    public var protocolFamily: UInt32 = 0
    /// Bytes of the packet's link-layer header.
    public var framePrefixLength: UInt32 = 0
    /// Bytes of the packet's link-layer trailer.
    public var frameSuffixLength: UInt32 = 0
    /// -1 where the system did not know.
    public var processID: Int32 = -1
    /// 20 bytes, zero-padded; written padded or cut.
    public var processField: [UInt8] = []
    /// The service class, by the numbers of Darwin's `SO_TRAFFIC_CLASS`.
    public var serviceClass: UInt32 = 0
    /// The type of the interface, an IFT_ number of Darwin.
    public var interfaceType: UInt16 = 0
    /// The number at the end of the interface's name.
    public var interfaceUnit: UInt16 = 0
    /// -1 where the system did not know.
    public var effectiveProcessID: Int32 = -1
    /// 20 bytes, zero-padded; written padded or cut.
    public var effectiveProcessField: [UInt8] = []
    /// The part of the header after 108 bytes, kept unchanged.
    public var extensionBytes: [UInt8] = []

    /// The direction from the lowest two flags; nil unless exactly one of them is set.
    public var direction: Direction? {
        switch flags & 3 {
        case 1: .incoming
        case 2: .outgoing
        default: nil
        }
    }

    /// The name of the interface, such as `en0`; nil if it is empty or not UTF-8.
    public var interfaceName: String? { Self.text(interfaceField) }
    /// The name of the process that sent or received the packet; nil if it is empty or not UTF-8.
    public var processName: String? { Self.text(processField) }
    /// The name of the process that it was done for; nil if it is empty or not UTF-8.
    public var effectiveProcessName: String? { Self.text(effectiveProcessField) }

    /// Whether a DLT_ number means another of these headers, which may not follow one.
    static func isPKTAP(_ dataLinkType: UInt32) -> Bool { dataLinkType == 149 || dataLinkType == 258 }

    private static func text(_ field: [UInt8]) -> String? {
        let bytes = field.prefix { $0 != 0 }
        return bytes.isEmpty ? nil : String(validUTF8: bytes)
    }

    /// The fields within the first 108 bytes.
    public static let layout = HeaderLayout<Self>(
        "PKTAP header", isLittleEndian: true,
        .derived(bits: 32) { UInt64(truncatingIfNeeded: minimumSize + $0.extensionBytes.count) }, .part(\.nextType),
        .part(\.dataLinkType),
        .bytes(\.interfaceField, count: 24), .part(\.flags), .part(\.protocolFamily), .part(\.framePrefixLength),
        .part(\.frameSuffixLength), .part(\.processID), .bytes(\.processField, count: 20), .part(\.serviceClass),
        .part(\.interfaceType), .part(\.interfaceUnit), .part(\.effectiveProcessID),
        .bytes(\.effectiveProcessField, count: 20))

    public init() {}

    /// Reads the header as long as it states, and leaves the packet after it.
    ///
    /// - Throws: `truncated` when the header is longer than what is left, `invalidValue` for a length below 108 bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input
        self.init()
        try Self.layout.read(&input, into: &self)
        let length = Int(start.input.littleEndianUInt32(at: start.position))
        guard length >= Self.minimumSize else { throw start.error(.invalidValue(UInt64(length)), "PKTAP length") }
        try start.require(length, "PKTAP header")
        extensionBytes = try input.readBytes(length &- Self.minimumSize, "PKTAP header")
    }

    public func serialize(into output: inout ByteWriter) {
        Self.layout.write(self, into: &output)
        output.writeBytes(extensionBytes)
    }
}

extension PKTAPHeader: LaidOutHeader, ShownHeader {
    var shownFields: [FrameField] {
        [
            .text("interfaceName", interfaceName), .number("linkType", dataLinkType), .number("flags", flags),
            .text("direction", direction?.rawValue), Self.process("processID", processID),
            .text("processName", processName), Self.process("effectiveProcessID", effectiveProcessID),
            .text("effectiveProcessName", effectiveProcessName), .number("serviceClass", serviceClass),
            .number("interfaceType", interfaceType), .number("interfaceUnit", interfaceUnit),
            .number("protocolFamily", protocolFamily), .number("framePrefixLength", framePrefixLength),
            .number("frameSuffixLength", frameSuffixLength),
        ]
    }

    private static func process(_ name: String, _ identifier: Int32) -> FrameField {
        identifier < 0 ? FrameField(name, .null) : .signed(name, identifier)
    }
}

extension PacketWalk {
    func packetTap(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.header(PKTAPHeader.self, "pktap", bytes, offset, region)
        guard has(PKTAPHeader.minimumSize, .pktapHeader, offset, region, &packet) else { return }
        packet.protocols.insert(.pktap)
        let length = Int(bytes.littleEndianUInt32(at: offset))
        guard hasAll(length, PKTAPHeader.minimumSize, .pktapHeader, .pktapLength, offset, region, &packet) else {
            return
        }
        let type = bytes.littleEndianUInt32(at: offset &+ 8)
        guard bytes.littleEndianUInt32(at: offset &+ 4) == 1 else { return }
        guard !PKTAPHeader.isPKTAP(type) else { return fail(Int(type), .pktapLinkType, offset &+ 8, region, &packet) }
        innerLink(type, offset &+ length, region, &packet)
    }
}
