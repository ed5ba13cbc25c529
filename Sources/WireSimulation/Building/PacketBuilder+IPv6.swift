import PacketCapture
import PacketDissection
import WireCoding

extension PacketBuilder {
    /// Adds an IPv6 header (RFC 8200 §3).
    ///
    /// - Parameters:
    ///   - source: An `IPAddress` or its text.
    ///   - destination: An `IPAddress` or its text.
    ///   - hopLimit: The hops that are left.
    ///   - trafficClass: DSCP and ECN.
    ///   - flowLabel: 20 bits.
    ///   - nextHeader: nil for that of the next layer; 253 (experiment) for a payload, 59 for none.
    ///   - declaredLength: The payload length, nil for the right one; 0 for jumbograms (RFC 2675).
    public func ipv6(
        from source: some LosslessStringConvertible, to destination: some LosslessStringConvertible,
        hopLimit: UInt8 = 64, trafficClass: UInt8 = 0, flowLabel: UInt32 = 0, nextHeader: IPProtocol? = nil,
        declaredLength: UInt16? = nil
    ) -> PacketBuilder {
        let (source, destination) = (IPAddress(of: source), IPAddress(of: destination))
        let header = IPv6Header(
            source: source ?? .noIPv6, destination: destination ?? .noIPv6, nextHeader: .experiment,
            payloadLength: 0, hopLimit: hopLimit, trafficClass: trafficClass, flowLabel: flowLabel)
        return with(
            IPv6Layer(
                header: header, addressSizes: (source?.bytes.count, destination?.bytes.count),
                wantedHeader: nextHeader, declaredLength: declaredLength))
    }

    /// Adds Hop-by-Hop Options (RFC 8200 §4.3), filled up to a multiple of eight bytes with Pad1.
    public func hopByHopOptions(_ options: [IPv6Option]) -> PacketBuilder {
        with(ExtensionLayer(kind: .hopByHopOptions, options: options))
    }

    /// Adds Destination Options (RFC 8200 §4.6), filled up to a multiple of eight bytes with Pad1.
    public func destinationOptions(_ options: [IPv6Option]) -> PacketBuilder {
        with(ExtensionLayer(kind: .destinationOptions, options: options))
    }

    /// Adds a Routing header (RFC 8200 §4.4).
    ///
    /// - Parameters:
    ///   - type: A number of the registry "IPv6 Routing Types".
    ///   - segmentsLeft: How many addresses of the data are still to be visited.
    ///   - data: After the first four bytes: a reserved word and addresses in most types.
    ///   - finalDestination: Where the packet goes in the end, with which checksums are computed (RFC 8200 §8.1); nil
    ///     where that is the destination of the IPv6 header, as with no segments left.
    public func routing(
        type: UInt8, segmentsLeft: UInt8, data: [UInt8], finalDestination: IPAddress? = nil
    ) -> PacketBuilder {
        var layer = ExtensionLayer(
            kind: .routing, body: .routing(type: type, segmentsLeft: segmentsLeft, data: data))
        layer.finalDestination = finalDestination
        return with(layer)
    }

    /// Adds a Fragment header (RFC 8200 §4.5); ``fragments(ofAtMost:identification:)`` does so by itself.
    ///
    /// - Parameters:
    ///   - offset: In units of eight bytes, 13 bits.
    ///   - moreFragments: Whether this is not the last one.
    ///   - identification: Common to all fragments of a datagram.
    ///   - nextHeader: nil for that of the next layer.
    public func fragmentHeader(
        offset: UInt16, moreFragments: Bool, identification: UInt32, nextHeader: IPProtocol? = nil
    ) -> PacketBuilder {
        let fragment = IPv6ExtensionHeader.Fragment(
            fragmentOffset: offset, moreFragments: moreFragments, identification: identification)
        var layer = ExtensionLayer(kind: .fragment, body: .fragment(fragment))
        layer.wantedHeader = nextHeader
        return with(layer)
    }

    /// Adds an extension header of any kind.
    ///
    /// - Parameters:
    ///   - kind: The number by which the header before announces it.
    ///   - body: Filled with zeros up to what the length field can express.
    ///   - nextHeader: nil for that of the next layer.
    public func extensionHeader(
        _ kind: IPProtocol, _ body: IPv6ExtensionHeader.Body, nextHeader: IPProtocol? = nil
    ) -> PacketBuilder {
        var layer = ExtensionLayer(kind: kind, body: body)
        layer.wantedHeader = nextHeader
        return with(layer)
    }
}

/// An IPv6 header whose next header and length follow from the content.
struct IPv6Layer: PacketLayer {
    let header: IPv6Header
    /// Bytes of the caller's addresses, nil for texts that are not addresses.
    let addressSizes: (source: Int?, destination: Int?)
    let wantedHeader: IPProtocol?
    let declaredLength: UInt16?

    var linkType: LinkType? { .raw }
    var etherType: EtherType? { .ipv6 }
    var ipProtocol: IPProtocol? { .ipv6 }
    var headerSize: Int { IPv6Header.size }

    func endpoints(after outer: IPEndpoints?) -> IPEndpoints? {
        IPEndpoints(source: header.source, destination: header.destination)
    }

    func validate() throws(WireError) {
        try WireError.checkValue(header.flowLabel, "IPv6 flow label", maximum: 0xF_FFFF, at: 1)
        try WireError.checkAddress(addressSizes.source, "IPv6 source", size: 16, at: 8)
        try WireError.checkAddress(addressSizes.destination, "IPv6 destination", size: 16, at: 24)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        if declaredLength == nil { try WireError.checkLength(content.count, "IPv6 payload", maximum: 0xFFFF) }
        var header = header
        header.nextHeader = place.ipProtocol(wantedHeader, of: content)
        header.payloadLength = declaredLength ?? UInt16(truncatingIfNeeded: content.count)
        return ByteWriter.bytes(header.serialize(into:)) + content
    }
}

/// An IPv6 extension header, whose next header follows from the content.
struct ExtensionLayer: PacketLayer {
    let kind: IPProtocol
    let body: IPv6ExtensionHeader.Body
    /// Bytes of the longest option: a length field of one byte says how many there are.
    var longestOption = 0
    var wantedHeader: IPProtocol?
    var finalDestination: IPAddress?

    init(kind: IPProtocol, body: IPv6ExtensionHeader.Body) {
        self.kind = kind
        self.body = body
    }

    init(kind: IPProtocol, options: [IPv6Option]) {
        self.init(
            kind: kind,
            body: .options(ByteWriter.bytes { for option in options { option.serialize(into: &$0) } }))
        longestOption = options.map(\.data.count).max() ?? 0
    }

    var ipProtocol: IPProtocol? { kind }
    var headerSize: Int { bytes(before: .noNextHeader).count }
    /// Whether routers on the way read it, so that each fragment has it (RFC 8200 §4.5).
    var isRepeatedInFragments: Bool { kind == .hopByHopOptions || kind == .routing }

    func endpoints(after outer: IPEndpoints?) -> IPEndpoints? {
        guard let outer, let finalDestination else { return outer }
        return IPEndpoints(source: outer.source, destination: finalDestination)
    }

    func validate() throws(WireError) {
        let length: Int
        switch body {
        case .options(let bytes), .opaque(let bytes): length = bytes.count
        case .routing(_, _, let data): length = data.count + 2
        case .fragment(let fragment):
            try WireError.checkValue(fragment.fragmentOffset, "IPv6 fragment offset", maximum: 0x1FFF, at: 2)
            length = 6
        }
        try WireError.checkLength(longestOption, "IPv6 option", maximum: 255, offset: 2)
        // The length field counts units beyond the first eight bytes.
        let maximum = (kind == .authentication ? 257 * 4 : 256 * 8) - 2
        try WireError.checkLength(length, "IPv6 extension header", maximum: maximum, offset: 2)
    }

    private func bytes(before next: IPProtocol) -> [UInt8] {
        ByteWriter.bytes(IPv6ExtensionHeader(kind: kind, nextHeader: next, body: body).serialize(into:))
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        bytes(before: place.ipProtocol(wantedHeader, of: content)) + content
    }
}
