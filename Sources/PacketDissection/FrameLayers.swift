import PacketCapture
import WireCoding

/// Decodes frames layer by layer into named fields, with the header types of this module.
public enum FrameLayers {
    /// - Parameters:
    ///   - bytes: What the file holds of the frame.
    ///   - originalLength: Bytes on the wire; where it is less than the file holds, that number counts.
    public static func layers(
        of bytes: Span<UInt8>, linkType: LinkType, originalLength: Int
    ) -> FrameDescription {
        var walk = LayerWalk(wireEnd: max(originalLength, bytes.count))
        walk.link(bytes, linkType)
        let packet = PacketDissector.dissect(bytes, linkType: linkType, originalLength: originalLength)
        if packet.transport != .none {
            walk.description.transport = FrameTransport(
                transport: packet.transport, sourcePort: packet.sourcePort, destinationPort: packet.destinationPort,
                payloadOffset: packet.payloadOffset, payloadLength: packet.payloadLength,
                capturedPayloadLength: packet.capturedPayloadLength)
        }
        return walk.description
    }
}

/// The state of one decoding: what was found, and where the innermost layer must end.
struct LayerWalk {
    var description = FrameDescription()
    /// Where the current layer ends on the wire, from the start of the frame.
    var wireEnd: Int
    /// Which length says so.
    var limit: WireError.Field = .input

    init(wireEnd: Int) { self.wireEnd = wireEnd }

    /// What is captured of the current layer from `offset` on.
    @_lifetime(copy bytes)
    func reader(_ bytes: Span<UInt8>, at offset: Int) -> ByteReader {
        let end = max(offset, min(wireEnd, bytes.count))
        return ByteReader(bytes.extracting(offset..<end), baseOffset: offset, limit: limit)
    }

    mutating func append(_ name: String, _ offset: Int, _ length: Int, _ fields: [FrameField]) {
        description.layers.append(FrameLayer(name: name, offset: offset, length: length, fields: fields))
    }

    /// Takes note of an error, unless the frame was only cut or has a fault already.
    mutating func fault(_ layer: String, _ error: WireError) {
        if case .truncated(let needed, _) = error.kind, error.offset &+ needed <= wireEnd, error.limit == limit {
            return
        }
        guard description.fault == nil else { return }
        description.fault = FrameFault(layer: layer, offset: error.offset, message: error.description)
    }

    /// Narrows the current layer to `length` bytes from `start`. A length of 0 says nothing (segmentation offload,
    /// jumbograms); one that is too long is a fault and the layer stays as it is.
    ///
    /// - Parameter position: Where the length field is.
    mutating func narrow(
        _ length: Int, from start: Int, by field: WireError.Field, at position: Int, _ layer: String
    ) {
        guard length != 0 else { return }
        guard length <= wireEnd &- start else {
            let error = WireError(
                .tooLong(length: length, maximum: wireEnd &- start), field: field, offset: position, limit: limit)
            fault(layer, error)
            return
        }
        wireEnd = start &+ length
        limit = field
    }
}

// MARK: - Link layers

extension LayerWalk {
    mutating func link(_ bytes: Span<UInt8>, _ linkType: LinkType) {
        var input = reader(bytes, at: 0)
        var layer = "ethernet"
        do throws(WireError) {
            switch linkType.rawValue {
            case 1:
                let header = try EthernetHeader(parsing: &input)
                append(
                    layer, 0, EthernetHeader.size,
                    [
                        FrameField("destination", .text(header.destination.description)),
                        FrameField("source", .text(header.source.description)),
                        FrameField("etherType", .number(header.etherType.rawValue)),
                    ])
                network(header.etherType, bytes, EthernetHeader.size)
            case 113:
                layer = "sll"
                let header = try LinuxCookedHeader(parsing: &input)
                append(
                    layer, 0, LinuxCookedHeader.size,
                    cooked(
                        header.packetType, header.addressType, Int(header.addressLength), header.addressField,
                        header.etherType))
                network(header.etherType, bytes, LinuxCookedHeader.size)
            case 276:
                layer = "sll2"
                let header = try LinuxCookedHeader2(parsing: &input)
                append(
                    layer, 0, LinuxCookedHeader2.size,
                    cooked(
                        header.packetType, header.addressType, Int(header.addressLength), header.addressField,
                        header.etherType) + [FrameField("interfaceIndex", .number(header.interfaceIndex))])
                network(header.etherType, bytes, LinuxCookedHeader2.size)
            case 0, 108:
                layer = linkType.rawValue == 0 ? "null" : "loop"
                let header = try LoopbackHeader(parsing: &input)
                append(layer, 0, LoopbackHeader.size, [FrameField("family", .number(header.family))])
                if let type = header.etherType { network(type, bytes, LoopbackHeader.size) }
            case 12, 14, 101:
                layer = "ip"
                let atVersion = input
                let version = try input.readUInt8("IP version") >> 4
                switch version {
                case 4: ipv4(bytes, 0)
                case 6: ipv6(bytes, 0)
                default: throw atVersion.error(.invalidValue(UInt64(version)), "IP version")
                }
            case 228: ipv4(bytes, 0)
            case 229: ipv6(bytes, 0)
            default: break
            }
        } catch {
            fault(layer, error)
        }
    }

    private func cooked(
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

    /// Goes on by the EtherType, over any tags.
    private mutating func network(_ first: EtherType, _ bytes: Span<UInt8>, _ start: Int) {
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
        default: break
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
