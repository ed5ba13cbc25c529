import WireCoding

/// What a peer says about one of its addresses: for whom the entry is, the token of its checks, and the UDP port.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 1 | kind of interface: 61, or 6A on a second kind (W; AWDL, G) | B2 |
/// | 4 | participant ID of the **recipient**, lowest byte first | B2 |
/// | 4 | token, the user name of checks | B2 |
/// | 1 | family: 5A IPv4, 0A IPv6 | B2 |
/// | 3 | zeros; numbers in responses to checks | B2 |
/// | 1 | index in the list of its family, with 80 (IPv4) or 90 (IPv6) | B2 |
/// | 2 | UDP port, lowest byte first, mostly 16397 to 16402 | B2 |
public struct MultipeerAddressSegment: LaidOutHeader, Hashable {
    /// Bytes of every segment.
    public static let size = 16

    /// The kind of interface that an address belongs to.
    public struct Interface: RawRepresentable, Hashable, Sendable, HeaderPart {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public init(word: UInt64) { self.init(rawValue: UInt8(truncatingIfNeeded: word)) }

        /// The interface of all published peers (B2).
        public static let usual = Interface(rawValue: 0x61)
        /// A second kind (W), which may be AWDL (G).
        public static let second = Interface(rawValue: 0x6A)
    }

    /// The family of an address.
    public struct Family: RawRepresentable, Hashable, Sendable, HeaderPart {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public init(word: UInt64) { self.init(rawValue: UInt8(truncatingIfNeeded: word)) }

        /// IPv4, 5A on the wire (B2).
        public static let ipv4 = Family(rawValue: 0x5A)
        /// IPv6, 0A on the wire (B2).
        public static let ipv6 = Family(rawValue: 0x0A)
    }

    /// The kind of interface that the address belongs to.
    public var interface = Interface.usual
    /// The peer that these addresses are sent to.
    public var recipient = MultipeerParticipantID(rawValue: 0)
    /// The name by which checks to this address go.
    public var token = MultipeerToken(rawValue: 0)
    /// The family of the address, which says in which list of ``MultipeerAddressList`` it is.
    public var family = Family.ipv4
    /// Three bytes: zeros in an invitation, a number in responses to checks.
    public var reserved: UInt32 = 0
    /// The family again in the upper four bits, and the index of the address in the lower ones.
    public var place: UInt8 = 0x80
    /// The UDP port at that address.
    public var port: UInt16 = 0

    public init() {}

    /// The segment of an address.
    ///
    /// - Parameters:
    ///   - family: The family of the address.
    ///   - index: Which address of its family, 0 to 15.
    ///   - port: The UDP port at the address.
    ///   - token: The name by which checks to the address go.
    ///   - recipient: The peer that these addresses are sent to.
    ///   - interface: The kind of interface that the address belongs to.
    public init(
        _ family: Family, index: Int, port: UInt16, token: MultipeerToken, recipient: MultipeerParticipantID,
        interface: Interface = .usual
    ) {
        self.init()
        (self.family, self.port, self.token) = (family, port, token)
        (self.recipient, self.interface) = (recipient, interface)
        place = (family == .ipv6 ? 0x90 : 0x80) | UInt8(truncatingIfNeeded: index) & 15
    }

    /// The index of the address in the list of its family.
    public var index: Int { Int(place & 15) }

    /// The sixteen bytes of a segment, field by field.
    public static let layout = HeaderLayout<Self>(
        "address segment", isLittleEndian: true,
        .part(\.interface, "interface"), .part(\.recipient, "recipient"), .part(\.token, "token"),
        .part(\.family, "family"), .part(\.reserved, "reserved", bits: 24), .part(\.place, "place"),
        .part(\.port, "port"))
}
