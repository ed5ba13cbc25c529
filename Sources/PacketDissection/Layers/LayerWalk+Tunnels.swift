import WireCoding

extension LayerWalk {
    /// Goes into a tunnel, unless this is one within another.
    private mutating func enter(_ content: PacketDissector.TunnelContent, _ bytes: Span<UInt8>, _ offset: Int) {
        guard enters(.tunnel) else { return }
        switch content {
        case .ethernet: ethernet(bytes, offset)
        case .ipv4: ipv4(bytes, offset)
        case .ipv6: ipv6(bytes, offset)
        case .ppp: ppp(bytes, offset)
        case .mpls: mpls(bytes, offset)
        case .networkService: networkService(bytes, offset)
        case .unknown: break
        }
    }

    mutating func ipTunnel(_ kind: IPProtocol, _ bytes: Span<UInt8>, _ offset: Int) {
        guard !isFragment else { return }
        switch kind {
        case .ipv4: enter(.ipv4, bytes, offset)
        case .ipv6: enter(.ipv6, bytes, offset)
        default: gre(bytes, offset)
        }
    }

    private mutating func gre(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        var layer = "gre"
        do throws(WireError) {
            let header = try GREHeader(parsing: &input)
            var fields = [
                FrameField("flags", .number(header.flags)), FrameField("version", .number(header.version)),
                FrameField("protocol", .number(header.payloadProtocol.rawValue)),
            ]
            if header.hasChecksum { fields.append(FrameField("checksum", .number(header.checksum))) }
            if header.hasKey { fields.append(FrameField("key", .number(header.key))) }
            if header.hasSequenceNumber { fields.append(FrameField("sequenceNumber", .number(header.sequenceNumber))) }
            if header.hasAcknowledgmentNumber {
                fields.append(FrameField("acknowledgmentNumber", .number(header.acknowledgmentNumber)))
            }
            append("gre", offset, input.position, fields)
            guard !header.hasRouting, header.version <= 1 else { return }
            var start = offset &+ input.position
            var content = PacketDissector.TunnelContent(header.payloadProtocol)
            let type = header.payloadProtocol
            if type == .ppp && start >= wireEnd { return }
            if type == .erspan2 || type == .erspan3 { content = .ethernet }
            if type == .erspan2 && header.hasSequenceNumber || type == .erspan3 {
                layer = "erspan"
                var rest = reader(bytes, at: start)
                try rest.require(type == .erspan3 ? 12 : ERSPANHeader.minimumSize, "ERSPAN header")
                let size = try erspan(&rest, isThird: type == .erspan3, at: start)
                start &+= size
            }
            enter(content, bytes, start)
        } catch {
            fault(layer, error)
        }
    }

    /// - Returns: Bytes of the header, as ``PacketDissector`` counts them: by the type that GRE gave.
    private mutating func erspan(
        _ input: inout ByteReader, isThird: Bool, at offset: Int
    ) throws(WireError) -> Int {
        let start = input
        let session = try input.readUInt32("ERSPAN session")
        let index = try input.readUInt32("ERSPAN index")
        var size = ERSPANHeader.minimumSize
        if isThird {
            let details = try input.readUInt32("ERSPAN header")
            size = details & 1 == 1 ? 20 : 12
            try start.require(size, "ERSPAN header")
        }
        append(
            "erspan", offset, size,
            [
                FrameField("version", .number(session >> 28)), FrameField("session", .number(session & 0x3FF)),
                FrameField("index", .number(index)),
            ])
        return size
    }

    /// The same ports and conditions as in ``PacketDissector``.
    mutating func udpTunnel(_ source: UInt16, _ destination: UInt16, _ bytes: Span<UInt8>, _ offset: Int) {
        guard PacketDissector.isTunnelPort(source, destination), !isFragment, !entered.contains(.tunnel),
            offset &+ 8 <= min(wireEnd, bytes.count)
        else { return }
        let first = bytes.bigEndianUInt32(at: offset)
        var input = reader(bytes, at: offset)
        let region = PacketDissector.Region(end: wireEnd, limit: .input)
        do throws(WireError) {
            switch destination {
            case 4789, 8472:
                guard first == 0x0800_0000 else { return }
                vxlan(try VXLANHeader(parsing: &input), offset)
                enter(.ethernet, bytes, offset &+ VXLANHeader.size)
            case 4790:
                guard first & 0xFCFF_FF00 == 0x0C00_0000 else { return }
                let header = try VXLANHeader(parsing: &input)
                vxlan(header, offset)
                enter(.init(nextProtocol: header.nextProtocol ?? 0), bytes, offset &+ VXLANHeader.size)
            case 6081:
                guard first & 0xC03F_0000 == 0, bytes[offset &+ 7] == 0 else { return }
                try geneve(&input, bytes, offset)
            case 2152:
                guard first >> 28 == 3, first >> 16 & 0xFF == 255, Int(first & 0xFFFF) == wireEnd &- offset &- 8,
                    let start = PacketDissector.gtpContent(bytes, offset, region)
                else { return }
                append(
                    "gtp", offset, start &- offset,
                    [FrameField("tunnelID", .number(bytes.bigEndianUInt32(at: offset &+ 4)))])
                let isIPv6 = start < bytes.count && bytes[start] >> 4 == 6
                enter(isIPv6 ? .ipv6 : .ipv4, bytes, start)
            default:
                guard let start = PacketDissector.teredoContent(bytes, offset, region) else { return }
                try teredo(&input, offset, until: start)
                enter(.ipv6, bytes, start)
            }
        } catch {
            fault("udp", error)
        }
    }

    private mutating func vxlan(_ header: VXLANHeader, _ offset: Int) {
        append(
            "vxlan", offset, VXLANHeader.size,
            [
                FrameField("flags", .number(header.flags)), FrameField("networkID", .number(header.networkID)),
                FrameField("nextProtocol", header.nextProtocol.map { .number($0) } ?? .null),
            ])
    }

    private mutating func geneve(
        _ input: inout ByteReader, _ bytes: Span<UInt8>, _ offset: Int
    ) throws(WireError) {
        let header = try GeneveHeader(parsing: &input)
        append(
            "geneve", offset, input.position,
            [
                FrameField("flags", .number(header.flags)),
                FrameField("protocol", .number(header.payloadProtocol.rawValue)),
                FrameField("networkID", .number(header.networkID)), FrameField("options", .hex(header.options)),
            ])
        enter(.init(header.payloadProtocol), bytes, offset &+ input.position)
    }

    private mutating func teredo(_ input: inout ByteReader, _ offset: Int, until end: Int) throws(WireError) {
        var fields: [FrameField] = []
        while offset &+ input.position < end {
            switch try TeredoIndication(parsing: &input) {
            case .origin(let port, let address):
                fields.append(FrameField("originPort", .number(port)))
                fields.append(FrameField("originAddress", .text(IPAddress(ipv4: address).description)))
            case .authentication(let clientID, _, let nonce, let confirmation):
                fields.append(FrameField("clientID", .hex(clientID)))
                fields.append(FrameField("nonce", .number(nonce)))
                fields.append(FrameField("confirmation", .number(confirmation)))
            }
        }
        append("teredo", offset, end &- offset, fields)
    }
}
