import WireCoding

extension LayerWalk {
    /// ICMP and ICMPv6, with the packets that errors quote and the options of neighbour discovery.
    mutating func controlMessage(_ bytes: Span<UInt8>, _ offset: Int, isIPv6: Bool) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try ICMPHeader(parsing: &input)
        var fields = [
            FrameField("type", .number(header.type)), FrameField("code", .number(header.code)),
            FrameField("checksum", .number(header.checksum)),
        ]
        let name =
            isIPv6
            ? ICMPMessage.nameV6(type: header.type, code: header.code)
            : ICMPMessage.name(type: header.type, code: header.code)
        if let name { fields.append(FrameField("name", .text(name))) }
        var length = ICMPHeader.size
        if let parameter = try? input.readUInt32("ICMP parameter") {
            length = ICMPMessage.minimumSize
            fields.append(FrameField("parameter", .number(parameter)))
        }
        var packet = DissectedPacket()
        packet.protocols = isIPv6 ? .icmpv6 : .icmp
        packet.payloadOffset = offset
        packet.capturedPayloadLength = max(0, min(wireEnd, bytes.count) &- offset)
        if let quoted = PacketDissector.quoted(in: packet, bytes: bytes) {
            fields.append(FrameField("quoted", .object(self.fields(quoted))))
        }
        var failure: WireError?
        if isIPv6, let fixed = NeighborDiscoveryOption.fixedSize(ofMessage: header.type) {
            do throws(WireError) {
                var message = reader(bytes, at: offset)
                try message.require(fixed, "neighbor discovery message")
                if fixed >= 24 {
                    try message.skip(8, "neighbor discovery message")
                    let target = try message.readIPv6Address("neighbor discovery target")
                    fields.append(FrameField("targetAddress", .text(target.description)))
                    try message.skip(fixed &- 24, "neighbor discovery message")
                } else {
                    try message.skip(fixed, "neighbor discovery message")
                }
                length = fixed
                var options: [FieldValue] = []
                defer { fields.append(FrameField("options", .list(options))) }
                while !message.isAtEnd {
                    let option = try NeighborDiscoveryOption(parsing: &message)
                    options.append(
                        .object([
                            FrameField("type", .number(option.type)),
                            option.linkAddress.map { FrameField("linkAddress", .text($0.description)) }
                                ?? FrameField("data", .hex(option.data)),
                        ]))
                    length = message.position
                }
            } catch {
                failure = error
            }
        }
        append(isIPv6 ? "icmpv6" : "icmp", offset, length, fields)
        if let failure { throw failure }
    }

    private func fields(_ quoted: QuotedPacket) -> [FrameField] {
        var fields = [
            FrameField("source", .text(quoted.source.description)),
            FrameField("destination", .text(quoted.destination.description)),
            FrameField("protocol", .number(quoted.ipProtocol.rawValue)),
        ]
        if let source = quoted.sourcePort, let destination = quoted.destinationPort {
            fields.append(FrameField("sourcePort", .number(source)))
            fields.append(FrameField("destinationPort", .number(destination)))
        }
        if let number = quoted.sequenceNumber { fields.append(FrameField("sequenceNumber", .number(number))) }
        return fields
    }
}
