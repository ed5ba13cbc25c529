import WireCoding

extension LayerWalk {
    mutating func ipv4(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        let start = input
        do throws(WireError) {
            let fixed = try IPv4Header.parseFixedPart(&input)
            let header = fixed.header
            let there = max(0, min(fixed.size &- IPv4Header.minimumSize, input.remaining))
            let options = try input.readBytes(there, "IPv4 options")
            append(
                "ipv4", offset, IPv4Header.minimumSize &+ there,
                [
                    FrameField("source", .text(header.source.description)),
                    FrameField("destination", .text(header.destination.description)),
                    FrameField("protocol", .number(header.payloadProtocol.rawValue)),
                    FrameField("headerLength", .integer(Int64(fixed.size))),
                    FrameField("totalLength", .number(header.totalLength)),
                    FrameField("identification", .number(header.identification)),
                    FrameField("flags", .number(header.flags.rawValue)),
                    FrameField("fragmentOffset", .number(header.fragmentOffset)),
                    FrameField("timeToLive", .number(header.timeToLive)),
                    FrameField("dscp", .number(header.dscp)), FrameField("ecn", .number(header.ecn)),
                    FrameField("checksum", .number(header.checksum)), FrameField("options", .hex(options)),
                ])
            try IPv4Header.checkLengths(fixed, at: start)
            narrow(Int(header.totalLength), from: offset, by: "IPv4 total length", at: offset &+ 2, "ipv4")
            var whole = reader(bytes, at: offset)
            try whole.skip(fixed.size, "IPv4 header")
            guard header.fragmentOffset == 0 else { return }
            transport(header.payloadProtocol, bytes, offset &+ fixed.size)
        } catch {
            fault("ipv4", error)
        }
    }

    mutating func ipv6(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try IPv6Header(parsing: &input)
            append(
                "ipv6", offset, IPv6Header.size,
                [
                    FrameField("source", .text(header.source.description)),
                    FrameField("destination", .text(header.destination.description)),
                    FrameField("nextHeader", .number(header.nextHeader.rawValue)),
                    FrameField("payloadLength", .number(header.payloadLength)),
                    FrameField("hopLimit", .number(header.hopLimit)),
                    FrameField("trafficClass", .number(header.trafficClass)),
                    FrameField("flowLabel", .number(header.flowLabel)),
                ])
            let start = offset &+ IPv6Header.size
            narrow(Int(header.payloadLength), from: start, by: "IPv6 payload length", at: offset &+ 4, "ipv6")
            extensionHeaders(header.nextHeader, bytes, start)
        } catch {
            fault("ipv6", error)
        }
    }

    private mutating func extensionHeaders(_ first: IPProtocol, _ bytes: Span<UInt8>, _ start: Int) {
        var kind = first
        var offset = start
        var count = 0
        while kind.isExtensionHeader {
            let name = layerName(kind)
            count += 1
            guard count <= PacketDissector.maximumExtensionHeaders else {
                fault(
                    name,
                    WireError(
                        .tooLong(length: count, maximum: PacketDissector.maximumExtensionHeaders),
                        field: "IPv6 extension headers", offset: offset, limit: limit))
                return
            }
            var input = reader(bytes, at: offset)
            do throws(WireError) {
                let header = try IPv6ExtensionHeader(parsing: &input, kind: kind)
                append(name, offset, input.position, fields(header))
                if count == 1 { try jumbo(header, bytes, start) }
                kind = header.nextHeader
                offset &+= input.position
                if case .fragment(let fragment) = header.body, fragment.fragmentOffset != 0 { return }
            } catch {
                fault(name, error)
                return
            }
        }
        transport(kind, bytes, offset)
    }

    /// The jumbo payload option of the first header bounds the packet in place of a payload length of 0.
    private mutating func jumbo(
        _ header: IPv6ExtensionHeader, _ bytes: Span<UInt8>, _ start: Int
    ) throws(WireError) {
        guard header.kind == .hopByHopOptions, bytes.bigEndianUInt16(at: start &- 36) == 0,
            case .options(let options) = header.body
        else { return }
        var input = ByteReader(options.span, baseOffset: start &+ 2, limit: limit)
        // Options that contradict themselves are not a reason to lose the data after them.
        while !input.isAtEnd, let option = try? IPv6Option(parsing: &input) {
            guard let length = option.jumboPayloadLength else { continue }
            let position = input.offset &- 4
            guard length > 0xFFFF else {
                throw WireError(
                    .invalidValue(UInt64(length)), field: "jumbo payload length", offset: position, limit: limit)
            }
            narrow(Int(length), from: start, by: "jumbo payload length", at: position, "ipv6HopByHop")
            return
        }
    }

    private func layerName(_ kind: IPProtocol) -> String {
        switch kind {
        case .hopByHopOptions: "ipv6HopByHop"
        case .routing: "ipv6Routing"
        case .fragment: "ipv6Fragment"
        case .authentication: "ah"
        case .destinationOptions: "ipv6DestinationOptions"
        case .mobility: "ipv6Mobility"
        case .hostIdentity: "hip"
        default: "shim6"
        }
    }

    private func fields(_ header: IPv6ExtensionHeader) -> [FrameField] {
        let next = FrameField("nextHeader", .number(header.nextHeader.rawValue))
        switch header.body {
        case .fragment(let fragment):
            return [
                FrameField("fragmentOffset", .number(fragment.fragmentOffset)),
                FrameField("moreFragments", .boolean(fragment.moreFragments)),
                FrameField("identification", .number(fragment.identification)), next,
            ]
        case .routing(let type, let segmentsLeft, let data):
            return [
                next, FrameField("type", .number(type)), FrameField("segmentsLeft", .number(segmentsLeft)),
                FrameField("data", .hex(data)),
            ]
        case .options(let bytes): return [next, FrameField("options", .hex(bytes))]
        case .opaque(let bytes): return [next, FrameField("data", .hex(bytes))]
        }
    }
}
