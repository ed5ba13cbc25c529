import PacketDissection
import WireCoding

extension PacketBuilder {
    /// Adds a UDP header (RFC 768).
    ///
    /// - Parameters:
    ///   - sourcePort: The sender's.
    ///   - destinationPort: The receiver's.
    ///   - declaredLength: Bytes of header and payload, nil for the right number.
    ///   - checksum: `.value(0)` says over IPv4 that there is none.
    public func udp(
        from sourcePort: UInt16, to destinationPort: UInt16, declaredLength: UInt16? = nil,
        checksum: PacketChecksum = .computed
    ) -> PacketBuilder {
        let header = UDPHeader(sourcePort: sourcePort, destinationPort: destinationPort)
        return with(UDPLayer(header: header, declaredLength: declaredLength, checksum: checksum))
    }

    /// Adds a TCP header (RFC 9293 §3.1).
    ///
    /// - Parameters:
    ///   - sourcePort: The sender's.
    ///   - destinationPort: The receiver's.
    ///   - sequence: The sequence number of the first byte, or of SYN.
    ///   - acknowledgment: The acknowledgment number, which counts with `TCPFlags.ack`.
    ///   - flags: The control bits.
    ///   - window: Not scaled.
    ///   - urgentPointer: Where urgent data end, from the sequence number; counts with `TCPFlags.urg`.
    ///   - options: At most 40 bytes together; zeros fill up to a multiple of four.
    ///   - declaredHeaderLength: In bytes: a multiple of four up to 60; nil for the right one.
    ///   - checksum: That of the segment with its pseudo header.
    public func tcp(
        from sourcePort: UInt16, to destinationPort: UInt16, sequence: UInt32, acknowledgment: UInt32 = 0,
        flags: TCPFlags, window: UInt16 = 0xFFFF, urgentPointer: UInt16 = 0, options: [TCPOption] = [],
        declaredHeaderLength: Int? = nil, checksum: PacketChecksum = .computed
    ) -> PacketBuilder {
        tcp(
            TCPHeader(
                sourcePort: sourcePort, destinationPort: destinationPort, sequenceNumber: sequence,
                acknowledgmentNumber: acknowledgment, flags: flags, window: window, urgentPointer: urgentPointer,
                options: options),
            declaredHeaderLength: declaredHeaderLength, checksum: checksum)
    }

    /// Adds a TCP header that is already there. Its own checksum does not count.
    ///
    /// - Parameters:
    ///   - header: With ports, numbers, flags, window and options.
    ///   - declaredHeaderLength: In bytes: a multiple of four up to 60; nil for the right one.
    ///   - checksum: That of the segment with its pseudo header.
    public func tcp(
        _ header: TCPHeader, declaredHeaderLength: Int? = nil, checksum: PacketChecksum = .computed
    ) -> PacketBuilder {
        with(TCPLayer(header: header, declaredHeaderLength: declaredHeaderLength, checksum: checksum))
    }

    /// Adds a message of ICMP (RFC 792); its data, such as the packet that it is about, are the payload.
    ///
    /// - Parameters:
    ///   - type: A number of the registry "ICMP Type Numbers": 8 is an echo request.
    ///   - code: The kind within the type.
    ///   - parameter: The four bytes after the checksum: identifier and sequence number of an echo, for example.
    ///   - checksum: That of the message.
    public func icmp(
        type: UInt8, code: UInt8 = 0, parameter: UInt32 = 0, checksum: PacketChecksum = .computed
    ) -> PacketBuilder {
        with(ICMPLayer(type: type, code: code, parameter: parameter, checksum: checksum, isIPv6: false))
    }

    /// Adds a message of ICMPv6 (RFC 4443 §2.1), whose checksum has a pseudo header.
    ///
    /// - Parameters:
    ///   - type: A number of the registry "ICMPv6 type Numbers": 128 is an echo request.
    ///   - code: The kind within the type.
    ///   - parameter: The four bytes after the checksum.
    ///   - checksum: That of the message with its pseudo header.
    public func icmpv6(
        type: UInt8, code: UInt8 = 0, parameter: UInt32 = 0, checksum: PacketChecksum = .computed
    ) -> PacketBuilder {
        with(ICMPLayer(type: type, code: code, parameter: parameter, checksum: checksum, isIPv6: true))
    }
}

private struct UDPLayer: PacketLayer {
    let header: UDPHeader
    let declaredLength: UInt16?
    let checksum: PacketChecksum

    var ipProtocol: IPProtocol? { .udp }
    var headerSize: Int { UDPHeader.size }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        let length = headerSize + content.count
        if declaredLength == nil { try WireError.checkLength(length, "UDP datagram", maximum: 0xFFFF) }
        var header = header
        header.length = declaredLength ?? UInt16(truncatingIfNeeded: length)
        var output = ByteWriter(reservingCapacity: length)
        header.serialize(into: &output)
        output.writeBytes(content)
        output.overwriteUInt16(try checksum.number(over: output.bytes, .udp, place), at: 6)
        return output.bytes
    }
}

private struct TCPLayer: PacketLayer {
    let header: TCPHeader
    let declaredHeaderLength: Int?
    let checksum: PacketChecksum

    var ipProtocol: IPProtocol? { .tcp }
    var headerSize: Int { TCPHeader.minimumSize + (optionsSize + 3) / 4 * 4 }
    private var optionsSize: Int { header.options.reduce(0) { $0 + ByteWriter.bytes($1.serialize(into:)).count } }

    func validate() throws(WireError) {
        try WireError.checkHeaderLength(declaredHeaderLength, "TCP data offset", at: 12)
        try WireError.checkLength(optionsSize, "TCP options", maximum: TCPHeader.maximumOptionsSize, offset: 20)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        var header = header
        header.checksum = 0
        var bytes = ByteWriter.bytes(header.serialize(into:))
        if let declaredHeaderLength { bytes[12] = UInt8(declaredHeaderLength / 4) << 4 | bytes[12] & 15 }
        bytes += content
        let sum = try checksum.number(over: bytes, .tcp, place)
        (bytes[16], bytes[17]) = (UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum))
        return bytes
    }
}

private struct ICMPLayer: PacketLayer {
    let type: UInt8
    let code: UInt8
    let parameter: UInt32
    let checksum: PacketChecksum
    let isIPv6: Bool

    var ipProtocol: IPProtocol? { isIPv6 ? .icmpv6 : .icmp }
    var headerSize: Int { ICMPMessage.minimumSize }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        let message = ICMPMessage(
            header: ICMPHeader(type: type, code: code), parameter: parameter, body: content)
        var output = ByteWriter(reservingCapacity: headerSize + content.count)
        message.serialize(into: &output)
        let sum =
            isIPv6
            ? try checksum.number(over: output.bytes, .icmpv6, place)
            : checksum.number(right: InternetChecksum.of(output.bytes.span), partial: 0)
        output.overwriteUInt16(sum, at: 2)
        return output.bytes
    }
}
