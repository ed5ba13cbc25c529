import PacketCapture
import PacketDissection
import WireCoding

extension PacketBuilder {
    /// Begins a packet with an Ethernet header (IEEE 802.3 §3.2).
    ///
    /// - Parameters:
    ///   - source: A `LinkAddress` or its text.
    ///   - destination: A `LinkAddress` or its text.
    ///   - etherType: The type of the content, nil for that of the next layer: the length if
    ///     ``llc(destination:source:control:)`` or ``snap(organization:protocolID:)`` follow, 0x88B5 (local experiment)
    ///     if the payload does.
    ///   - minimumSize: Zeros after the content fill the frame up to as many bytes, without the check: 60 on a cable.
    ///   - check: The check sequence.
    public static func ethernet(
        from source: some LosslessStringConvertible, to destination: some LosslessStringConvertible,
        etherType: EtherType? = nil, minimumSize: Int = 0, check: FrameCheck = .absent
    ) -> PacketBuilder {
        PacketBuilder().with(
            EthernetLayer(
                source: LinkAddress(of: source), destination: LinkAddress(of: destination), wantedType: etherType,
                minimumSize: minimumSize, check: check))
    }

    /// Begins a packet from one host to another with an Ethernet and an IP header of the family of the source's
    /// address.
    ///
    /// - Parameters:
    ///   - source: Whose addresses are those of the sender.
    ///   - destination: Whose addresses are those of the receiver.
    ///   - timeToLive: TTL or hop limit.
    ///   - identification: Of an IPv4 datagram.
    public static func between(
        _ source: SyntheticHost, _ destination: SyntheticHost, timeToLive: UInt8 = 64, identification: UInt16 = 0
    ) -> PacketBuilder {
        let frame = ethernet(from: source.linkAddress, to: destination.linkAddress)
        return source.address.isIPv6
            ? frame.ipv6(from: source.address, to: destination.address, hopLimit: timeToLive)
            : frame.ipv4(
                from: source.address, to: destination.address, timeToLive: timeToLive, identification: identification)
    }

    /// Adds a VLAN tag (IEEE 802.1Q §9.6).
    ///
    /// - Parameters:
    ///   - identifier: 0 to 4095.
    ///   - priority: 0 to 7.
    ///   - isDropEligible: The DEI bit.
    ///   - tag: The EtherType by which the header before announces the tag.
    ///   - etherType: The type of the content, nil for that of the next layer.
    public func vlan(
        _ identifier: UInt16, priority: UInt8 = 0, isDropEligible: Bool = false, tag: EtherType = .customerTag,
        etherType: EtherType? = nil
    ) -> PacketBuilder {
        let control = VLANTag.with {
            ($0.identifier, $0.priority, $0.isDropEligible) = (identifier, priority, isDropEligible)
        }
        return with(TagLayer(control: control, tag: tag, wantedType: etherType))
    }

    /// Adds a header of logical link control (IEEE 802.2 §3.2).
    ///
    /// - Parameters:
    ///   - destination: The destination service access point.
    ///   - source: The source service access point.
    ///   - control: One byte; for numbered frames, whose control field has two, the second is 0.
    public func llc(
        destination: UInt8, source: UInt8, control: UInt8 = LLCHeader.unnumberedInformation
    ) -> PacketBuilder {
        var header = LLCHeader()
        (header.destination, header.source, header.control) = (destination, source, control)
        return with(LLCLayer(header: header, snap: nil))
    }

    /// Adds the headers of LLC and SNAP (IEEE 802 §10.3, RFC 1042), which announce the content in 802.11 data frames.
    ///
    /// - Parameters:
    ///   - organization: 24 bits; 0 says that the protocol is an EtherType.
    ///   - protocolID: nil for the EtherType of the next layer.
    public func snap(organization: UInt32 = 0, protocolID: UInt16? = nil) -> PacketBuilder {
        with(LLCLayer(header: LLCHeader(), snap: (organization, protocolID)))
    }
}

private struct EthernetLayer: PacketLayer {
    let source: LinkAddress?
    let destination: LinkAddress?
    let wantedType: EtherType?
    let minimumSize: Int
    let check: FrameCheck

    var linkType: LinkType? { .ethernet }
    var headerSize: Int { EthernetHeader.size }

    func validate() throws(WireError) {
        try WireError.checkAddress(destination.map { _ in 6 }, "Ethernet destination", size: 6, at: 0)
        try WireError.checkAddress(source.map { _ in 6 }, "Ethernet source", size: 6, at: 6)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        var output = ByteWriter(reservingCapacity: headerSize + content.count + 4)
        EthernetHeader(
            destination: destination ?? .zero, source: source ?? .zero,
            etherType: try place.etherType(wantedType, of: content, at: 12)
        ).serialize(into: &output)
        output.writeBytes(content)
        output.writeBytes(repeatElement(0, count: max(0, minimumSize - output.count)))
        return check.append(to: output.bytes)
    }
}

private struct TagLayer: PacketLayer {
    let control: VLANTag
    let tag: EtherType
    let wantedType: EtherType?

    var etherType: EtherType? { tag }
    var headerSize: Int { VLANTag.size }

    func validate() throws(WireError) {
        try WireError.checkValue(control.priority, "VLAN priority", maximum: 7, at: 0)
        try WireError.checkValue(control.identifier, "VLAN identifier", maximum: 0xFFF, at: 0)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        var header = control
        header.etherType = try place.etherType(wantedType, of: content, at: 2)
        return ByteWriter.bytes(header.serialize(into:)) + content
    }
}

/// LLC, and SNAP after it.
struct LLCLayer: PacketLayer {
    let header: LLCHeader
    let snap: (organization: UInt32, protocolID: UInt16?)?

    var headerSize: Int { header.size + (snap == nil ? 0 : SNAPHeader.size) }

    func validate() throws(WireError) {
        guard let snap else { return }
        try WireError.checkValue(snap.organization, "SNAP organization", maximum: 0xFF_FFFF, at: header.size)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        var output = ByteWriter()
        header.serialize(into: &output)
        if let snap {
            let type = snap.protocolID ?? (place.next?.etherType ?? .localExperiment).rawValue
            SNAPHeader.with { ($0.organization, $0.protocolID) = (snap.organization, type) }.serialize(into: &output)
        }
        output.writeBytes(content)
        return output.bytes
    }
}
