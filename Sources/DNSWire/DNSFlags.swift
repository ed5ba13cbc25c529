import WireCoding

/// The second word of a message header (RFC 1035 §4.1.1, RFC 4035 §3).
///
///      0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
///     |QR|   Opcode  |AA|TC|RD|RA| Z|AD|CD|   RCODE   |
public struct DNSFlags: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A query without any flag.
    public static let query = DNSFlags(rawValue: 0)
    /// An answer with authority, as all multicast answers are (RFC 6762 §18.4).
    public static let multicastResponse = DNSFlags(rawValue: 0x8400)

    /// QR: a response, otherwise a query.
    public var isResponse: Bool {
        get { self[0x8000] }
        set { self[0x8000] = newValue }
    }

    /// OPCODE: 0 for queries and their answers, and always in multicast DNS (RFC 6762 §18.3).
    public var opcode: DNSOpcode {
        get { DNSOpcode(rawValue: UInt8(rawValue >> 11 & 15)) }
        set { rawValue = rawValue & ~0x7800 | UInt16(newValue.rawValue & 15) << 11 }
    }

    /// AA: the responder is an authority for the name.
    public var isAuthoritative: Bool {
        get { self[0x0400] }
        set { self[0x0400] = newValue }
    }

    /// TC: the message is cut; in a multicast query, more known answers follow in other packets (RFC 6762 §7.2).
    public var isTruncated: Bool {
        get { self[0x0200] }
        set { self[0x0200] = newValue }
    }

    /// RD
    public var isRecursionDesired: Bool {
        get { self[0x0100] }
        set { self[0x0100] = newValue }
    }

    /// RA
    public var isRecursionAvailable: Bool {
        get { self[0x0080] }
        set { self[0x0080] = newValue }
    }

    /// AD: the responder has checked the signatures (RFC 4035 §3.1.6).
    public var isAuthenticData: Bool {
        get { self[0x0020] }
        set { self[0x0020] = newValue }
    }

    /// CD: the querier checks the signatures itself (RFC 4035 §3.1.6).
    public var isCheckingDisabled: Bool {
        get { self[0x0010] }
        set { self[0x0010] = newValue }
    }

    /// RCODE without the upper bits that an OPT record may add.
    public var responseCode: DNSResponseCode {
        get { DNSResponseCode(rawValue: rawValue & 15) }
        set { rawValue = rawValue & ~15 | newValue.rawValue & 15 }
    }

    private subscript(mask: UInt16) -> Bool {
        get { rawValue & mask != 0 }
        set { rawValue = newValue ? rawValue | mask : rawValue & ~mask }
    }
}

extension DNSFlags: DescribedValue {
    public init() { self = .query }

    /// Those that multicast DNS uses are always shown, the others where they are set.
    public static let fields: [FieldDescription<Self>] = [
        .field("isResponse", \.isResponse, .flag), .field("opcode", \.opcode, .code(upTo: 15)),
        .field("isAuthoritative", \.isAuthoritative, .flag), .field("isTruncated", \.isTruncated, .flag),
        .unusual("isRecursionDesired", \.isRecursionDesired, .flag, usual: false),
        .unusual("isRecursionAvailable", \.isRecursionAvailable, .flag, usual: false),
        .unusual("isAuthenticData", \.isAuthenticData, .flag, usual: false),
        .unusual("isCheckingDisabled", \.isCheckingDisabled, .flag, usual: false),
        .field("responseCode", \.responseCode, .code(upTo: 15)),
    ]
}
