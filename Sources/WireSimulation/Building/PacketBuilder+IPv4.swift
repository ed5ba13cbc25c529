import PacketCapture
import PacketDissection
import WireCoding

extension PacketBuilder {
    /// Adds an IPv4 header (RFC 791 §3.1).
    ///
    /// - Parameters:
    ///   - source: An `IPAddress` or its text.
    ///   - destination: An `IPAddress` or its text.
    ///   - timeToLive: The hops that are left.
    ///   - payloadProtocol: nil for that of the next layer, 253 (experiment) for a payload.
    ///   - identification: Common to all fragments of a datagram.
    ///   - flags: Don't fragment, unless others are given.
    ///   - fragmentOffset: In units of eight bytes, 13 bits. ``fragments(ofAtMost:identification:)`` sets it by itself.
    ///   - dscp: Differentiated services code point, six bits.
    ///   - ecn: Explicit congestion notification, two bits.
    ///   - options: At most 40 bytes; zeros fill up to a multiple of four.
    ///   - declaredLength: The total length, nil for the right one.
    ///   - declaredHeaderLength: In bytes: a multiple of four up to 60; nil for the right one.
    ///   - checksum: That of the header.
    public func ipv4(
        from source: some LosslessStringConvertible, to destination: some LosslessStringConvertible,
        timeToLive: UInt8 = 64, payloadProtocol: IPProtocol? = nil, identification: UInt16 = 0,
        flags: IPv4Header.Flags = .doNotFragment, fragmentOffset: UInt16 = 0, dscp: UInt8 = 0, ecn: UInt8 = 0,
        options: [UInt8] = [], declaredLength: UInt16? = nil, declaredHeaderLength: Int? = nil,
        checksum: PacketChecksum = .computed
    ) -> PacketBuilder {
        let (source, destination) = (IPAddress(of: source), IPAddress(of: destination))
        let header = IPv4Header(
            source: source ?? .noIPv4, destination: destination ?? .noIPv4, payloadProtocol: .experiment,
            totalLength: 0, identification: identification, flags: flags, fragmentOffset: fragmentOffset,
            timeToLive: timeToLive, dscp: dscp, ecn: ecn, options: options)
        return with(
            IPv4Layer(
                header: header, addressSizes: (source?.bytes.count, destination?.bytes.count),
                wantedProtocol: payloadProtocol, declaredLength: declaredLength,
                declaredHeaderLength: declaredHeaderLength, checksum: checksum))
    }
}

/// An IPv4 header whose protocol, length and checksum follow from the content.
struct IPv4Layer: PacketLayer {
    var header: IPv4Header
    /// Bytes of the caller's addresses, nil for texts that are not addresses.
    let addressSizes: (source: Int?, destination: Int?)
    var wantedProtocol: IPProtocol?
    let declaredLength: UInt16?
    let declaredHeaderLength: Int?
    let checksum: PacketChecksum

    var linkType: LinkType? { .raw }
    var etherType: EtherType? { .ipv4 }
    var ipProtocol: IPProtocol? { .ipv4 }
    var headerSize: Int { IPv4Header.minimumSize + (header.options.count + 3) / 4 * 4 }

    func endpoints(after outer: IPEndpoints?) -> IPEndpoints? {
        IPEndpoints(source: header.source, destination: header.destination)
    }

    func validate() throws(WireError) {
        try WireError.checkHeaderLength(declaredHeaderLength, "IPv4 header length", at: 0)
        try WireError.checkValue(header.dscp, "IPv4 DSCP", maximum: 63, at: 1)
        try WireError.checkValue(header.ecn, "IPv4 ECN", maximum: 3, at: 1)
        try WireError.checkValue(header.fragmentOffset, "IPv4 fragment offset", maximum: 0x1FFF, at: 6)
        try WireError.checkAddress(addressSizes.source, "IPv4 source", size: 4, at: 12)
        try WireError.checkAddress(addressSizes.destination, "IPv4 destination", size: 4, at: 16)
        try WireError.checkLength(
            header.options.count, "IPv4 options", maximum: IPv4Header.maximumOptionsSize, offset: 20)
    }

    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8] {
        let length = headerSize + content.count
        if declaredLength == nil { try WireError.checkLength(length, "IPv4 packet", maximum: 0xFFFF) }
        var header = header
        header.payloadProtocol = place.ipProtocol(wantedProtocol, of: content)
        header.totalLength = declaredLength ?? UInt16(truncatingIfNeeded: length)
        header.checksum = 0
        var bytes = ByteWriter.bytes { header.serialize(into: &$0, checksum: .verbatim) }
        if let declaredHeaderLength { bytes[0] = 0x40 | UInt8(declaredHeaderLength / 4) }
        let sum = checksum.number(right: InternetChecksum.of(bytes.span), partial: 0)
        (bytes[10], bytes[11]) = (UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum))
        return bytes + content
    }
}

extension IPAddress {
    /// In place of a text that is not an address, until that is found out.
    static let noIPv4 = IPAddress(ipv4: 0)
    /// The same for IPv6.
    static let noIPv6 = IPAddress(ipv6High: 0, low: 0)
}
