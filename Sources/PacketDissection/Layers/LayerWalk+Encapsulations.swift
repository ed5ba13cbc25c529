import WireCoding

extension LayerWalk {
    /// Whether this comes for the first time in the packet.
    mutating func enters(_ kind: ProtocolSet) -> Bool { entered.insert(kind).inserted }

    mutating func encapsulated(_ type: EtherType, _ bytes: Span<UInt8>, _ offset: Int) {
        switch type {
        case .mplsUnicast, .mplsMulticast: mpls(bytes, offset)
        case .pppoeDiscovery, .pppoeSession: pppoe(bytes, offset, isSession: type == .pppoeSession)
        case .macsec: if enters(.macsec) { macsec(bytes, offset) }
        case .backboneServiceTag: if enters(.pbb) { backbone(bytes, offset) }
        case .networkService: networkService(bytes, offset)
        case _ where type.isLength:
            guard !entered.contains(.llc) else { return }
            narrow(Int(type.rawValue), from: offset, by: "IEEE 802.3 length", at: offset &- 2, "llc")
            llc(bytes, offset)
        default: break
        }
    }

    mutating func llc(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try LLCHeader(parsing: &input)
            entered.insert(.llc)
            var fields = [
                FrameField("dsap", .number(header.destination)), FrameField("ssap", .number(header.source)),
                FrameField("control", .number(header.control)),
            ]
            guard header.announcesSNAP else {
                append("llc", offset, header.size, fields)
                return
            }
            let snap = try? SNAPHeader(parsing: &input)
            if let snap { fields += self.fields(snap) }
            append("llc", offset, input.position, fields)
            guard let snap else {
                var again = reader(bytes, at: offset &+ header.size)
                _ = try SNAPHeader(parsing: &again)
                return
            }
            content(snap, bytes, offset &+ header.size &+ SNAPHeader.size)
        } catch {
            fault("llc", error)
        }
    }

    func fields(_ snap: SNAPHeader) -> [FrameField] {
        [
            FrameField("organization", .number(snap.organization)),
            FrameField("protocolID", .number(snap.protocolID)),
        ]
    }

    mutating func content(_ snap: SNAPHeader, _ bytes: Span<UInt8>, _ offset: Int) {
        if let type = snap.etherType {
            network(type, bytes, offset)
        } else if snap.organization == SNAPHeader.apple, snap.protocolID == 0x0800 {
            awdlData(bytes, offset)
        }
    }

    mutating func mpls(_ bytes: Span<UInt8>, _ start: Int) {
        var offset = start
        var isBottom = false
        do throws(WireError) {
            for count in 1... where !isBottom {
                guard count <= PacketDissector.maximumLabels else {
                    throw WireError(
                        .tooLong(length: count, maximum: PacketDissector.maximumLabels), field: "MPLS labels",
                        offset: offset)
                }
                var input = reader(bytes, at: offset)
                let label = try MPLSLabel(parsing: &input)
                append(
                    "mpls", offset, MPLSLabel.size,
                    [
                        FrameField("label", .number(label.label)),
                        FrameField("trafficClass", .number(label.trafficClass)),
                        FrameField("bottomOfStack", .boolean(label.isBottomOfStack)),
                        FrameField("timeToLive", .number(label.timeToLive)),
                    ])
                isBottom = label.isBottomOfStack
                offset &+= MPLSLabel.size
                if isBottom { break }
            }
            var input = reader(bytes, at: offset)
            switch try input.readUInt8("IP version") >> 4 {
            case 4: ipv4(bytes, offset)
            case 6: ipv6(bytes, offset)
            default: break
            }
        } catch {
            fault("mpls", error)
        }
    }

    mutating func pppoe(_ bytes: Span<UInt8>, _ offset: Int, isSession: Bool) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try PPPoEHeader(parsing: &input)
            append(
                "pppoe", offset, PPPoEHeader.size,
                [
                    FrameField("versionAndType", .number(header.versionAndType)),
                    FrameField("code", .number(header.code)), FrameField("sessionID", .number(header.sessionID)),
                    FrameField("length", .number(header.length)),
                ])
            guard isSession else { return }
            let start = offset &+ PPPoEHeader.size
            narrow(Int(header.length), from: start, by: "PPPoE length", at: offset &+ 4, "pppoe")
            ppp(bytes, start)
        } catch {
            fault("pppoe", error)
        }
    }

    mutating func ppp(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try PPPHeader(parsing: &input)
            append("ppp", offset, input.position, [FrameField("protocol", .number(header.payloadProtocol.rawValue))])
            let start = offset &+ input.position
            switch header.payloadProtocol {
            case .ipv4: ipv4(bytes, start)
            case .ipv6: ipv6(bytes, start)
            case .mplsUnicast, .mplsMulticast: mpls(bytes, start)
            default: break
            }
        } catch {
            fault("ppp", error)
        }
    }

    private mutating func macsec(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let tag = try MACsecTag(parsing: &input)
            append(
                "macsec", offset, tag.size,
                [
                    FrameField("control", .number(tag.control)), FrameField("shortLength", .number(tag.shortLength)),
                    FrameField("packetNumber", .number(tag.packetNumber)),
                    FrameField("secureChannelID", tag.hasSecureChannel ? .number(tag.secureChannelID) : .null),
                ])
            guard !tag.isConfidential else { return }
            let start = offset &+ tag.size
            if tag.shortLength != 0 {
                narrow(Int(tag.shortLength), from: start, by: "MACsec short length", at: offset &+ 1, "macsec")
            } else {
                wireEnd = max(start, wireEnd &- MACsecTag.integrityCheckSize)
            }
            var content = reader(bytes, at: start)
            try content.require(2, "Ethernet header")
            let type = EtherType(rawValue: try content.readUInt16("EtherType"))
            network(type, bytes, start &+ 2)
        } catch {
            fault("macsec", error)
        }
    }

    private mutating func backbone(_ bytes: Span<UInt8>, _ offset: Int) {
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let tag = try BackboneServiceTag(parsing: &input)
            append(
                "pbb", offset, BackboneServiceTag.size,
                [FrameField("control", .number(tag.control)), FrameField("serviceID", .number(tag.serviceID))])
            ethernet(bytes, offset &+ BackboneServiceTag.size)
        } catch {
            fault("pbb", error)
        }
    }

    mutating func networkService(_ bytes: Span<UInt8>, _ offset: Int) {
        guard enters(.nsh) else { return }
        var input = reader(bytes, at: offset)
        do throws(WireError) {
            let header = try NetworkServiceHeader(parsing: &input)
            append(
                "nsh", offset, input.position,
                [
                    FrameField("metadataType", .number(header.metadataType)),
                    FrameField("nextProtocol", .number(header.nextProtocol)),
                    FrameField("servicePath", .number(header.servicePath)),
                    FrameField("context", .hex(header.context)),
                ])
            let start = offset &+ input.position
            switch header.nextProtocol {
            case 1: ipv4(bytes, start)
            case 2: ipv6(bytes, start)
            case 3: ethernet(bytes, start)
            case 5: mpls(bytes, start)
            default: break
            }
        } catch {
            fault("nsh", error)
        }
    }
}
