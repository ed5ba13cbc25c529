/// What a resource record holds, or what a question asks for (IANA "Resource Record (RR) TYPEs").
public struct RecordType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// IPv4 address (RFC 1035 §3.4.1).
    public static let a = RecordType(rawValue: 1)
    /// Name server (RFC 1035 §3.3.11).
    public static let ns = RecordType(rawValue: 2)
    /// Canonical name of an alias (RFC 1035 §3.3.1).
    public static let cname = RecordType(rawValue: 5)
    /// Start of a zone of authority (RFC 1035 §3.3.13).
    public static let soa = RecordType(rawValue: 6)
    /// Pointer to another name (RFC 1035 §3.3.12).
    public static let ptr = RecordType(rawValue: 12)
    /// Host information (RFC 1035 §3.3.2).
    public static let hinfo = RecordType(rawValue: 13)
    /// Mail exchange (RFC 1035 §3.3.9).
    public static let mx = RecordType(rawValue: 15)
    /// Text strings (RFC 1035 §3.3.14).
    public static let txt = RecordType(rawValue: 16)
    /// IPv6 address (RFC 3596).
    public static let aaaa = RecordType(rawValue: 28)
    /// Location of a service (RFC 2782).
    public static let srv = RecordType(rawValue: 33)
    /// Extension of the message itself (RFC 6891).
    public static let opt = RecordType(rawValue: 41)
    /// Delegation signer (RFC 4034 §5).
    public static let ds = RecordType(rawValue: 43)
    /// Signature (RFC 4034 §3).
    public static let rrsig = RecordType(rawValue: 46)
    /// Which types exist for a name (RFC 4034 §4, RFC 6762 §6.1).
    public static let nsec = RecordType(rawValue: 47)
    /// Public key (RFC 4034 §2).
    public static let dnskey = RecordType(rawValue: 48)
    /// Service binding (RFC 9460).
    public static let svcb = RecordType(rawValue: 64)
    /// Service binding for HTTP (RFC 9460).
    public static let https = RecordType(rawValue: 65)
    /// All types, in questions only (RFC 1035 §3.2.3).
    public static let any = RecordType(rawValue: 255)
}

extension RecordType: CustomStringConvertible {
    /// The registry's mnemonic, or `TYPE` and the number (RFC 3597 §5).
    public var description: String {
        switch self {
        case .a: "A"
        case .ns: "NS"
        case .cname: "CNAME"
        case .soa: "SOA"
        case .ptr: "PTR"
        case .hinfo: "HINFO"
        case .mx: "MX"
        case .txt: "TXT"
        case .aaaa: "AAAA"
        case .srv: "SRV"
        case .opt: "OPT"
        case .ds: "DS"
        case .rrsig: "RRSIG"
        case .nsec: "NSEC"
        case .dnskey: "DNSKEY"
        case .svcb: "SVCB"
        case .https: "HTTPS"
        case .any: "ANY"
        default: "TYPE\(rawValue)"
        }
    }
}
