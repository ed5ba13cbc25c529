import WireCoding

extension LayerWalk {
    mutating func transport(_ kind: IPProtocol, _ bytes: Span<UInt8>, _ offset: Int) {
        let name: String
        switch kind {
        case .tcp: name = "tcp"
        case .udp: name = "udp"
        case .icmp: name = "icmp"
        case .icmpv6: name = "icmpv6"
        case .igmp: name = "igmp"
        case .ipv4, .ipv6, .gre:
            ipTunnel(kind, bytes, offset)
            return
        default: return
        }
        do throws(WireError) {
            switch kind {
            case .tcp: try tcp(bytes, offset)
            case .udp: try udp(bytes, offset)
            case .igmp:
                var input = reader(bytes, at: offset)
                append(name, offset, 1, [FrameField("type", .number(try input.readUInt8("IGMP type")))])
            default:
                try controlMessage(bytes, offset, isIPv6: kind == .icmpv6)
            }
        } catch {
            fault(name, error)
        }
    }

    private mutating func udp(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try UDPHeader(parsing: &input)
        let length = Int(header.length)
        guard length == 0 || length >= UDPHeader.size else {
            throw WireError(.invalidValue(UInt64(length)), field: "UDP length", offset: offset &+ 4, limit: limit)
        }
        // The first fragment of a datagram holds less than the datagram's length: no fault there.
        if !isFragment || length <= wireEnd &- offset {
            narrow(length, from: offset, by: "UDP length", at: offset &+ 4, "udp")
        }
        let payload = max(0, wireEnd &- offset &- UDPHeader.size)
        append(
            "udp", offset, UDPHeader.size,
            [
                FrameField("sourcePort", .number(header.sourcePort)),
                FrameField("destinationPort", .number(header.destinationPort)),
                FrameField("length", .number(header.length)), FrameField("checksum", .number(header.checksum)),
                FrameField("payloadLength", .integer(Int64(payload))),
            ])
        udpTunnel(header.sourcePort, header.destinationPort, bytes, offset &+ UDPHeader.size)
    }

    /// Whether the layers so far say that the packet is a piece of a datagram.
    var isFragment: Bool {
        description.layers.contains { layer in
            switch layer.name {
            case "ipv4": layer.fields.contains { $0.name == "flags" && $0.value.hasBit(0) }
            case "ipv6Fragment": true
            default: false
            }
        }
    }

    private mutating func tcp(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let fixed = try TCPHeader.parseFixedPart(&input)
        let header = fixed.header
        let optionsSize = fixed.size &- TCPHeader.minimumSize
        guard fixed.size <= wireEnd &- offset else {
            throw WireError(
                .truncated(needed: fixed.size, available: wireEnd &- offset), field: "TCP header", offset: offset,
                limit: limit)
        }
        let there = min(optionsSize, input.remaining)
        var rest = try input.subreader(there, "TCP options", limit: "TCP data offset")
        var options: [FieldValue] = []
        do throws(WireError) {
            while !rest.isAtEnd {
                let start = rest.position
                let option = try TCPOption(parsing: &rest)
                options.append(.object(TCPOptionFields.of(option, length: rest.position &- start)))
            }
        } catch {
            if there == optionsSize { fault("tcp", error) }
        }
        append(
            "tcp", offset, TCPHeader.minimumSize &+ there,
            [
                FrameField("sourcePort", .number(header.sourcePort)),
                FrameField("destinationPort", .number(header.destinationPort)),
                FrameField("sequenceNumber", .number(header.sequenceNumber)),
                FrameField("acknowledgmentNumber", .number(header.acknowledgmentNumber)),
                FrameField("flags", .number(header.flags.rawValue)), FrameField("window", .number(header.window)),
                FrameField("checksum", .number(header.checksum)),
                FrameField("urgentPointer", .number(header.urgentPointer)),
                FrameField("headerLength", .integer(Int64(fixed.size))),
                FrameField("payloadLength", .integer(Int64(wireEnd &- offset &- fixed.size))),
                FrameField("options", .list(options)),
            ])
    }
}

extension FieldValue {
    fileprivate func hasBit(_ bit: Int64) -> Bool {
        if case .integer(let value) = self { return value >> bit & 1 == 1 }
        return false
    }
}
