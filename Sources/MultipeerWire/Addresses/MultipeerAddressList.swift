import WireCoding

/// Addresses of a peer with a segment for each, as connection data and responses to checks have them.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 1 | number of IPv4 addresses in the upper four bits, of IPv6 addresses in the lower ones | B2 |
/// | 4 each | IPv4 addresses, their bytes **reversed** | B2 |
/// | 16 each | IPv6 addresses | B2 |
/// | 16 each | a segment for each address | B2 |
///
/// Bytes after the last segment are kept.
public struct MultipeerAddressList: Hashable, Sendable {
    /// The most addresses of a family: what four bits count.
    public static let maximumAddresses = 15

    /// IPv4 addresses in the order of the wire, at most ``maximumAddresses``.
    public var ipv4: [IPAddress]
    /// IPv6 addresses in the order of the wire, at most ``maximumAddresses``.
    public var ipv6: [IPAddress]
    /// As many as there are addresses, in the order of the wire.
    public var segments: [MultipeerAddressSegment]
    /// Bytes after the segments; none in published packets.
    public var trailing: [UInt8]

    /// A list with one segment for each address. Nothing checks that their numbers agree.
    public init(
        ipv4: [IPAddress] = [], ipv6: [IPAddress] = [], segments: [MultipeerAddressSegment] = [],
        trailing: [UInt8] = []
    ) {
        (self.ipv4, self.ipv6, self.segments, self.trailing) = (ipv4, ipv6, segments, trailing)
    }

    /// Where a peer can be reached.
    public struct Candidate: Hashable, Sendable {
        /// The address that the segment's family and index point to.
        public let address: IPAddress
        /// The UDP port of the segment.
        public let port: UInt16
        /// The segment that names the address, with its token.
        public let segment: MultipeerAddressSegment
    }

    /// The segments in order, each with the address that its family and index point to. A segment that points to no
    /// address is left out.
    public var candidates: [Candidate] {
        segments.compactMap { segment in
            let list: [IPAddress]
            switch segment.family {
            case .ipv4: list = ipv4
            case .ipv6: list = ipv6
            default: return nil
            }
            guard segment.index < list.count else { return nil }
            return Candidate(address: list[segment.index], port: segment.port, segment: segment)
        }
    }

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` where addresses or segments are cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        let counts = try input.readUInt8("address counts")
        for _ in 0..<counts.upperNibble {
            ipv4.append(IPAddress(ipv4: try input.readUInt32LittleEndian("IPv4 address")))
        }
        for _ in 0..<counts.lowerNibble {
            try input.require(16, "IPv6 address")
            let high = try input.readUInt64("IPv6 address")
            ipv6.append(IPAddress(ipv6High: high, low: try input.readUInt64("IPv6 address")))
        }
        for _ in 0..<ipv4.count + ipv6.count { segments.append(try MultipeerAddressSegment(parsing: &input)) }
        trailing = input.readRemainingBytes()
    }

    /// - Throws: `tooLong` for more than fifteen addresses of a family, `invalidValue` for an address in the list of
    ///   the other family, or where there are not as many segments as addresses.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        for list in [ipv4, ipv6] {
            try WireError.checkLength(list.count, "address counts", maximum: Self.maximumAddresses)
        }
        guard ipv4.allSatisfy({ !$0.isIPv6 }), ipv6.allSatisfy(\.isIPv6) else {
            throw WireError(.invalidValue(0), field: "address family", offset: 0)
        }
        guard segments.count == ipv4.count + ipv6.count else {
            throw WireError(.invalidValue(UInt64(segments.count)), field: "address segments", offset: 0)
        }
        output.writeUInt8(UInt8(ipv4.count) << 4 | UInt8(ipv6.count))
        for address in ipv4 { output.writeUInt32LittleEndian(UInt32(truncatingIfNeeded: address.low)) }
        for address in ipv6 { address.serialize(into: &output) }
        for segment in segments { segment.serialize(into: &output) }
        output.writeBytes(trailing)
    }
}
