import WireCoding

/// The first four bytes of an ICMP (RFC 792) or ICMPv6 (RFC 4443 §2.1) message.
public struct ICMPHeader: Hashable, Sendable {
    /// Bytes of the header.
    public static let size = 4

    /// A number of the registry of the version: 8 is an echo request in ICMP, 128 in ICMPv6.
    public var type: UInt8
    /// The variant of the message, which each ``type`` numbers by itself.
    public var code: UInt8
    /// Over the message; in ICMPv6 over a pseudo header too.
    public var checksum: UInt16

    /// A header with a checksum as it is given, which is not computed.
    public init(type: UInt8, code: UInt8, checksum: UInt16 = 0) {
        self.type = type
        self.code = code
        self.checksum = checksum
    }
}

extension ICMPHeader: LaidOutHeader {
    public init() { self.init(type: 0, code: 0) }

    /// The fields in the order of their bits, by which the header is read and written.
    public static let layout = HeaderLayout<Self>(
        "ICMP header", .part(\.type, "type"), .part(\.code, "code"),
        .part(\.checksum, "checksum", .hexadecimal(digits: 4)))
}
