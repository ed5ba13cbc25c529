import WireCoding

/// The header of a UDP datagram (RFC 768).
public struct UDPHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 8

    /// The sender's port; 0 where it takes no answer.
    public var sourcePort: UInt16
    /// The receiver's port.
    public var destinationPort: UInt16
    /// Bytes of header and payload; 0 for jumbograms (RFC 2675 §4) and packets that were captured before segmentation
    /// offload.
    public var length: UInt16
    /// 0 when the sender computed none.
    public var checksum: UInt16

    /// A header with length and checksum as they are given; ``serialize(into:payload:from:to:)`` computes both.
    public init(sourcePort: UInt16, destinationPort: UInt16, length: UInt16 = 8, checksum: UInt16 = 0) {
        self.sourcePort = sourcePort
        self.destinationPort = destinationPort
        self.length = length
        self.checksum = checksum
    }

    /// Writes a whole datagram: header and payload, with the length and the checksum that fit them.
    ///
    /// A computed checksum of zero is written as 0xFFFF, as RFC 768 says.
    public func serialize(
        into output: inout ByteWriter, payload: [UInt8], from source: IPAddress, to destination: IPAddress
    ) {
        var header = self
        let length = Self.size + payload.count
        header.length = UInt16(truncatingIfNeeded: length)
        header.checksum = 0
        var datagram = ByteWriter(reservingCapacity: length)
        header.serialize(into: &datagram)
        datagram.writeBytes(payload)
        var sum = InternetChecksum(pseudoHeaderFrom: source, to: destination, protocol: .udp, length: length)
        sum.add(datagram.bytes.span)
        datagram.overwriteUInt16(sum.value == 0 ? 0xFFFF : sum.value, at: 6)
        output.writeBytes(datagram.bytes)
    }
}

extension UDPHeader: LaidOutHeader {
    public init() { self.init(sourcePort: 0, destinationPort: 0) }

    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "UDP header", .part(\.sourcePort, "sourcePort"), .part(\.destinationPort, "destinationPort"),
        .part(\.length, "length", .unit(.bytes)), .part(\.checksum, "checksum", .hexadecimal(digits: 4)))
}

extension LayerPrinter {
    /// - Parameter region: Of the datagram.
    func udp(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) {
        var input = reader(bytes, offset, region)
        guard let header = try? UDPHeader(parsing: &input) else { return }
        append(
            offset, UDPHeader.size,
            header.namedFields + [
                .signed("payloadLength", max(0, region.end &- offset &- UDPHeader.size), .unit(.bytes))
            ])
    }
}

extension PacketWalk {
    @inline(__always)
    func udp(_ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        printer?.layer = "udp"
        guard has(UDPHeader.size, .udpHeader, offset, region, &packet) else { return }
        let header = bytes.extracting(offset..<offset &+ 8)
        packet.protocols.insert(.udp)
        let length = Int(header.bigEndianUInt16(at: 4))
        guard length == 0 || length >= UDPHeader.size else {
            return fail(Int(length), .udpLength, offset &+ 4, region, &packet)
        }
        packet.transport = .udp
        packet.sourcePort = header.bigEndianUInt16(at: 0)
        packet.destinationPort = header.bigEndianUInt16(at: 2)
        packet.capturedHeaderLength = 8
        // The first fragment of a datagram holds less than the datagram's length: no fault there.
        let position = packet.isFragment ? nil : offset &+ 4
        let datagram = bounded(length, from: offset, by: .udpLength, at: position, region)
        printer?.udp(bytes, offset, datagram)
        setPayload(offset &+ UDPHeader.size, datagram.end, &packet)
        if TunnelContent.isPort(packet.sourcePort, packet.destinationPort) {
            udpTunnel(offset &+ UDPHeader.size, datagram, &packet)
        }
    }
}
