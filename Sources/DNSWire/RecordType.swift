/// The type of a resource record, or the type that a question asks for (IANA "Resource Record (RR) TYPEs").
public struct RecordType: RegisteredNumber {
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
    /// Signature of a message by a public key (RFC 2931), once also of records (RFC 2535).
    public static let sig = RecordType(rawValue: 24)
    /// Public key of a host or user (RFC 2535 §3, RFC 2931).
    public static let key = RecordType(rawValue: 25)
    /// IPv6 address (RFC 3596).
    public static let aaaa = RecordType(rawValue: 28)
    /// Location of a service (RFC 2782).
    public static let srv = RecordType(rawValue: 33)
    /// Rule by which a name is rewritten (RFC 3403).
    public static let naptr = RecordType(rawValue: 35)
    /// Alias of a whole subtree (RFC 6672).
    public static let dname = RecordType(rawValue: 39)
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
    /// Exchange of a secret key (RFC 2930).
    public static let tkey = RecordType(rawValue: 249)
    /// Signature of a message by a shared secret (RFC 8945).
    public static let tsig = RecordType(rawValue: 250)
    /// Transfer of a zone's changes, in questions only (RFC 1995).
    public static let ixfr = RecordType(rawValue: 251)
    /// Transfer of a whole zone, in questions only (RFC 5936).
    public static let axfr = RecordType(rawValue: 252)
    /// All types, in questions only (RFC 1035 §3.2.3).
    public static let any = RecordType(rawValue: 255)
    /// Authorities that may issue certificates (RFC 8659).
    public static let caa = RecordType(rawValue: 257)
}

extension RecordType {
    /// Reads the output of `description`, in any case of letters; also `TYPE` and a number for known types, as RFC
    /// 3597 §5 allows. Nil for anything else.
    public init?(_ description: String) { self.init(registeredName: description.uppercased()) }

    public static let prefix = "TYPE"
    public static let names: [UInt16: String] = [
        1: "A", 2: "NS", 3: "MD", 4: "MF", 5: "CNAME", 6: "SOA", 7: "MB", 8: "MG", 9: "MR", 10: "NULL", 11: "WKS",
        12: "PTR", 13: "HINFO", 14: "MINFO", 15: "MX", 16: "TXT", 17: "RP", 18: "AFSDB", 19: "X25", 20: "ISDN",
        21: "RT", 22: "NSAP", 23: "NSAP-PTR", 24: "SIG", 25: "KEY", 26: "PX", 27: "GPOS", 28: "AAAA", 29: "LOC",
        30: "NXT", 31: "EID", 32: "NIMLOC", 33: "SRV", 34: "ATMA", 35: "NAPTR", 36: "KX", 37: "CERT", 38: "A6",
        39: "DNAME", 40: "SINK", 41: "OPT", 42: "APL", 43: "DS", 44: "SSHFP", 45: "IPSECKEY", 46: "RRSIG", 47: "NSEC",
        48: "DNSKEY", 49: "DHCID", 50: "NSEC3", 51: "NSEC3PARAM", 52: "TLSA", 53: "SMIMEA", 55: "HIP", 56: "NINFO",
        57: "RKEY", 58: "TALINK", 59: "CDS", 60: "CDNSKEY", 61: "OPENPGPKEY", 62: "CSYNC", 63: "ZONEMD", 64: "SVCB",
        65: "HTTPS", 66: "DSYNC", 99: "SPF", 100: "UINFO", 101: "UID", 102: "GID", 103: "UNSPEC", 104: "NID",
        105: "L32", 106: "L64", 107: "LP", 108: "EUI48", 109: "EUI64", 249: "TKEY", 250: "TSIG", 251: "IXFR",
        252: "AXFR", 253: "MAILB", 254: "MAILA", 255: "ANY", 256: "URI", 257: "CAA", 258: "AVC", 259: "DOA",
        260: "AMTRELAY", 261: "RESINFO", 262: "WALLET", 32768: "TA", 32769: "DLV",
    ]
}
