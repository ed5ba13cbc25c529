import WireCoding

/// A message of ICMP (RFC 792) or of ICMPv6 (RFC 4443 §2.1): type, code, checksum, four bytes whose meaning depends on
/// the type, and the rest.
///
/// The two protocols share only the layout: the reader of a message knows from the IP header which one it is.
public struct ICMPMessage: Hashable, Sendable {
    /// Bytes before the ``body``.
    public static let minimumSize = 8

    /// Type, code and checksum.
    public var header: ICMPHeader
    /// Identifier and sequence number of echoes, the MTU of "packet too big", a pointer, a gateway; unused in others.
    public var parameter: UInt32
    /// The data of an echo; in errors, the packet that caused them, as much as fits.
    public var body: [UInt8]

    /// A message with the checksum of its header, which is not computed.
    public init(header: ICMPHeader, parameter: UInt32 = 0, body: [UInt8] = []) {
        self.header = header
        self.parameter = parameter
        self.body = body
    }

    /// Reads a whole message: all that is left.
    ///
    /// - Throws: `truncated` when fewer than 8 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "ICMP message")
        header = try ICMPHeader(parsing: &input)
        parameter = try input.readUInt32("ICMP parameter")
        body = input.readRemainingBytes()
    }

    /// Writes the message with the checksum that it has.
    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        output.writeUInt32(parameter)
        output.writeBytes(body)
    }
}

extension ICMPMessage {
    /// A message of ICMP in words: "port unreachable"; nil for numbers that the registry "ICMP Type Numbers" does not
    /// name.
    public static func name(type: UInt8, code: UInt8) -> String? {
        switch (type, code) {
        case (3, _): Int(code) < reasons.count ? reasons[Int(code)] : "unreachable"
        case (11, 1): "reassembly time exceeded"
        default: names[type]
        }
    }

    private static let names: [UInt8: String] = [
        0: "echo reply", 4: "source quench", 5: "redirect", 8: "echo request", 9: "router advertisement",
        10: "router solicitation", 11: "time to live exceeded", 12: "parameter problem", 13: "timestamp request",
        14: "timestamp reply", 17: "address mask request", 18: "address mask reply",
    ]

    /// The codes of "destination unreachable".
    private static let reasons = [
        "network unreachable", "host unreachable", "protocol unreachable", "port unreachable", "fragmentation needed",
        "source route failed", "network unknown", "host unknown", "source host isolated", "network prohibited",
        "host prohibited", "network unreachable for service", "host unreachable for service",
        "communication prohibited", "host precedence violation", "precedence cutoff",
    ]

    /// A message of ICMPv6 in words; nil for numbers that the registry "ICMPv6 Parameters" does not name or that need
    /// no name here.
    public static func nameV6(type: UInt8, code: UInt8) -> String? {
        switch (type, code) {
        case (1, _): Int(code) < reasonsV6.count ? reasonsV6[Int(code)] : "unreachable"
        case (3, 1): "reassembly time exceeded"
        default: namesV6[type]
        }
    }

    private static let namesV6: [UInt8: String] = [
        2: "packet too big", 3: "hop limit exceeded", 4: "parameter problem", 128: "echo request", 129: "echo reply",
        130: "multicast listener query", 131: "multicast listener report", 132: "multicast listener done",
        133: "router solicitation", 134: "router advertisement", 135: "neighbor solicitation",
        136: "neighbor advertisement", 137: "redirect", 143: "multicast listener report",
    ]

    private static let reasonsV6 = [
        "no route", "communication prohibited", "beyond scope of source", "address unreachable", "port unreachable",
        "source address failed policy", "route rejected", "source route failed",
    ]
}

extension LayerPrinter {
    /// ICMP and ICMPv6, with the packets that errors quote and the options of neighbor discovery.
    func controlMessage(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, isIPv6: Bool) {
        layer = isIPv6 ? "icmpv6" : "icmp"
        read(bytes, offset, region) { (input) throws(WireError) in
            let header = try ICMPHeader(parsing: &input)
            var fields: [FrameField] = [
                .number("type", header.type), .number("code", header.code),
                .number("checksum", header.checksum, .hexadecimal(digits: 4)),
            ]
            let name =
                isIPv6
                ? ICMPMessage.nameV6(type: header.type, code: header.code)
                : ICMPMessage.name(type: header.type, code: header.code)
            if let name { fields.append(.text("name", name)) }
            var length = ICMPHeader.size
            if let parameter = try? input.readUInt32("ICMP parameter") {
                length = ICMPMessage.minimumSize
                fields.append(.number("parameter", parameter))
            }
            let message = reader(bytes, offset, region)
            if let quoted = QuotedPacket(message.input, isIPv6: isIPv6) {
                fields.append(FrameField("quoted", .object(quoted.shownFields)))
            }
            var failure: WireError?
            if isIPv6, let fixed = NeighborDiscoveryOption.fixedSize(ofMessage: header.type) {
                do throws(WireError) {
                    try neighborDiscovery(message, fixed, &fields, &length)
                } catch {
                    failure = error
                }
            }
            append(offset, length, fields)
            if let failure { throw failure }
        }
    }

    /// - Parameter fixed: Bytes of the message before its options.
    private func neighborDiscovery(
        _ start: borrowing ByteReader, _ fixed: Int, _ fields: inout [FrameField], _ length: inout Int
    ) throws(WireError) {
        var message = copy start
        try message.require(fixed, "neighbor discovery message")
        if fixed >= 24 {
            try message.skip(8, "neighbor discovery message")
            fields.append(.text("targetAddress", try message.readIPv6Address("neighbor discovery target")))
            try message.skip(fixed &- 24, "neighbor discovery message")
        } else {
            try message.skip(fixed, "neighbor discovery message")
        }
        length = fixed
        var options: [FieldValue] = []
        defer { fields.append(FrameField("options", .list(options))) }
        while !message.isAtEnd {
            let option = try NeighborDiscoveryOption(parsing: &message)
            let content = option.linkAddress.map { FrameField.text("linkAddress", $0) } ?? .hex("data", option.data)
            options.append(.object([.number("type", option.type), content]))
            length = message.position
        }
    }
}

extension PacketWalk {
    func controlMessage(_ offset: Int, _ region: Region, isIPv6: Bool, _ packet: inout DissectedPacket) {
        printer?.controlMessage(bytes, offset, region, isIPv6: isIPv6)
        guard has(ICMPHeader.size, isIPv6 ? .icmpv6Header : .icmpHeader, offset, region, &packet) else { return }
        packet.protocols.insert(isIPv6 ? .icmpv6 : .icmp)
        setPayload(offset, region.end, &packet)
    }
}
