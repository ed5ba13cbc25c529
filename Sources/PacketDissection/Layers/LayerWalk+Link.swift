import PacketCapture
import WireCoding

extension LayerWalk {
    mutating func link(_ type: UInt16, _ bytes: Span<UInt8>, _ offset: Int) {
        var layer = "ip"
        do throws(WireError) {
            switch type {
            case 1: ethernet(bytes, offset)
            case 113:
                layer = "sll"
                try cooked(bytes, offset)
            case 276:
                layer = "sll2"
                try cooked2(bytes, offset)
            case 0, 108:
                layer = type == 0 ? "null" : "loop"
                var input = reader(bytes, at: offset)
                let header = try LoopbackHeader(parsing: &input)
                append(layer, offset, LoopbackHeader.size, [FrameField("family", .number(header.family))])
                if let type = header.etherType { network(type, bytes, offset &+ LoopbackHeader.size) }
            case 12, 14, 101: try raw(bytes, offset)
            case 228: ipv4(bytes, offset)
            case 229: ipv6(bytes, offset)
            case 105: ieee80211(bytes, offset, flags: [])
            case 119: prism(bytes, offset)
            case 127: radiotap(bytes, offset)
            case 163: avs(bytes, offset)
            case 192: perPacketInformation(bytes, offset)
            case 9, 50: pppHDLC(bytes, offset)
            case 51: pppoe(bytes, offset, isSession: true)
            case 104:
                layer = "chdlc"
                try ciscoHDLC(bytes, offset)
            case 107:
                layer = "framerelay"
                try frameRelay(bytes, offset)
            case 6:
                layer = "tokenring"
                try tokenRing(bytes, offset)
            case 10:
                layer = "fddi"
                try fddi(bytes, offset)
            case 8:
                layer = "slip"
                var input = reader(bytes, at: offset)
                let header = try SLIPHeader(parsing: &input)
                append(layer, offset, SLIPHeader.size, [FrameField("direction", .number(header.direction))])
                try raw(bytes, offset &+ SLIPHeader.size)
            case 117:
                layer = "pflog"
                try packetFilterLog(bytes, offset)
            case 239:
                layer = "nflog"
                try netfilterLog(bytes, offset)
            case 149, 258:
                layer = "pktap"
                try packetTap(bytes, offset)
            default: break
            }
        } catch {
            fault(layer, error)
        }
    }

    /// A frame of a link type that a header before it gave in 32 bits.
    mutating func innerLink(_ type: UInt32, _ bytes: Span<UInt8>, _ offset: Int) {
        if let type = UInt16(exactly: type) { link(type, bytes, offset) }
    }

    private mutating func raw(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let atVersion = input
        let version = try input.readUInt8("IP version") >> 4
        switch version {
        case 4: ipv4(bytes, offset)
        case 6: ipv6(bytes, offset)
        default: throw atVersion.error(.invalidValue(UInt64(version)), "IP version")
        }
    }

    private mutating func cooked(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try LinuxCookedHeader(parsing: &input)
        append(
            "sll", offset, LinuxCookedHeader.size,
            fields(
                header.packetType, header.addressType, Int(header.addressLength), header.addressField,
                header.etherType))
        cookedContent(header.etherType, bytes, offset &+ LinuxCookedHeader.size)
    }

    private mutating func cooked2(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try LinuxCookedHeader2(parsing: &input)
        append(
            "sll2", offset, LinuxCookedHeader2.size,
            fields(
                header.packetType, header.addressType, Int(header.addressLength), header.addressField,
                header.etherType) + [FrameField("interfaceIndex", .number(header.interfaceIndex))])
        cookedContent(header.etherType, bytes, offset &+ LinuxCookedHeader2.size)
    }

    private mutating func cookedContent(_ type: EtherType, _ bytes: Span<UInt8>, _ offset: Int) {
        if type.rawValue == LinuxCookedHeader.llc {
            llc(bytes, offset)
        } else if !type.isLength {
            network(type, bytes, offset)
        }
    }

    private func fields(
        _ packetType: LinuxPacketType, _ addressType: UInt16, _ addressLength: Int, _ address: UInt64,
        _ etherType: EtherType
    ) -> [FrameField] {
        var written = ByteWriter(reservingCapacity: 8)
        written.writeUInt64(address)
        let source: FieldValue =
            addressLength == 6
            ? .text(LinkAddress(rawValue: address >> 16).description)
            : addressLength == 0 ? .null : .hex(Array(written.bytes.prefix(addressLength)))
        return [
            FrameField("packetType", .number(packetType.rawValue)), FrameField("addressType", .number(addressType)),
            FrameField("source", source), FrameField("protocol", .number(etherType.rawValue)),
        ]
    }

    private mutating func pppHDLC(_ bytes: Span<UInt8>, _ offset: Int) {
        if offset < min(bytes.count, wireEnd), bytes[offset] == 0x0F || bytes[offset] == 0x8F {
            link(LinkType.cHDLC.rawValue, bytes, offset)
        } else {
            ppp(bytes, offset)
        }
    }

    private mutating func ciscoHDLC(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try CiscoHDLCHeader(parsing: &input)
        append(
            "chdlc", offset, CiscoHDLCHeader.size,
            [
                FrameField("address", .number(header.address)), FrameField("control", .number(header.control)),
                FrameField("protocol", .number(header.etherType.rawValue)),
            ])
        network(header.etherType, bytes, offset &+ CiscoHDLCHeader.size)
    }

    private mutating func frameRelay(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try FrameRelayHeader(parsing: &input)
        let start = offset &+ input.position
        let address = FrameField("address", .hex(header.address))
        switch header.content {
        case .etherType(let type):
            append("framerelay", offset, input.position, [address, FrameField("etherType", .number(type.rawValue))])
            network(type, bytes, start)
        case .protocolID(let identifier, _):
            append(
                "framerelay", offset, input.position, [address, FrameField("protocolID", .number(identifier))])
            switch identifier {
            case 0xCC: ipv4(bytes, start)
            case 0x8E: ipv6(bytes, start)
            case 0x80:
                var rest = reader(bytes, at: start)
                let snap = try SNAPHeader(parsing: &rest)
                append("llc", start, SNAPHeader.size, fields(snap))
                entered.insert(.llc)
                content(snap, bytes, start &+ SNAPHeader.size)
            default: break
            }
        }
    }

    private mutating func tokenRing(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try TokenRingHeader(parsing: &input)
        append(
            "tokenring", offset, input.position,
            [
                FrameField("destination", .text(header.destination.description)),
                FrameField("source", .text(header.source.description)),
                FrameField("frameControl", .number(header.frameControl)), FrameField("route", .hex(header.route)),
            ])
        if TokenRingHeader.carriesLLC(frameControl: header.frameControl) { llc(bytes, offset &+ input.position) }
    }

    private mutating func fddi(_ bytes: Span<UInt8>, _ offset: Int) throws(WireError) {
        var input = reader(bytes, at: offset)
        let header = try FDDIHeader(parsing: &input)
        append(
            "fddi", offset, FDDIHeader.size,
            [
                FrameField("destination", .text(header.destination.description)),
                FrameField("source", .text(header.source.description)),
                FrameField("frameControl", .number(header.frameControl)),
            ])
        if FDDIHeader.carriesLLC(frameControl: header.frameControl) { llc(bytes, offset &+ FDDIHeader.size) }
    }
}
