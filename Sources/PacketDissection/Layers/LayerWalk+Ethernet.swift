import WireCoding

extension LayerWalk {
    mutating func ethernet(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try EthernetHeader(parsing: &input)
            append(
                "ethernet", offset, EthernetHeader.size,
                [
                    FrameField("destination", .text(header.destination.description)),
                    FrameField("source", .text(header.source.description)),
                    FrameField("etherType", .number(header.etherType.rawValue)),
                ])
            network(header.etherType, bytes, offset &+ EthernetHeader.size)
        } catch {
            fault("ethernet", error)
        }
    }

    /// Goes on by the EtherType, over any tags.
    mutating func network(_ first: EtherType, _ bytes: Span<UInt8>, _ start: Int) {
        var type = first
        var offset = start
        var tags = 0
        do throws(WireError) {
            while type.isTag {
                tags += 1
                guard tags <= PacketDissector.maximumTags else {
                    throw WireError(
                        .tooLong(length: tags, maximum: PacketDissector.maximumTags), field: "VLAN tags",
                        offset: offset)
                }
                var input = reader(bytes, at: offset)
                let tag = try VLANTag(parsing: &input)
                append(
                    "vlan", offset, VLANTag.size,
                    [
                        FrameField("priority", .number(tag.priority)),
                        FrameField("dropEligible", .boolean(tag.isDropEligible)),
                        FrameField("identifier", .number(tag.identifier)),
                        FrameField("etherType", .number(tag.etherType.rawValue)),
                    ])
                type = tag.etherType
                offset += VLANTag.size
            }
        } catch {
            fault("vlan", error)
            return
        }
        switch type {
        case .ipv4: ipv4(bytes, offset)
        case .ipv6: ipv6(bytes, offset)
        case .arp: arp(bytes, offset)
        default: encapsulated(type, bytes, offset)
        }
    }

    private mutating func arp(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let packet = try ARPPacket(parsing: &input)
            append(
                "arp", offset, input.position,
                [
                    FrameField("operation", .number(packet.operation.rawValue)),
                    FrameField("senderLinkAddress", linkAddress(packet.senderLinkAddress)),
                    FrameField("senderAddress", address(packet.senderAddress, packet.protocolType)),
                    FrameField("targetLinkAddress", linkAddress(packet.targetLinkAddress)),
                    FrameField("targetAddress", address(packet.targetAddress, packet.protocolType)),
                ])
        } catch {
            fault("arp", error)
        }
    }

    private func linkAddress(_ bytes: [UInt8]) -> FieldValue {
        guard bytes.count == 6 else { return .hex(bytes) }
        return .text(LinkAddress(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) }).description)
    }

    private func address(_ bytes: [UInt8], _ type: EtherType) -> FieldValue {
        guard type == .ipv4, bytes.count == 4, let address = IPAddress(bytes: bytes) else { return .hex(bytes) }
        return .text(address.description)
    }
}
