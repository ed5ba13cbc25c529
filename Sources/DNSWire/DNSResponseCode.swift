/// How a query ended: four bits in the header, twelve with those of an OPT record (IANA "DNS RCODEs").
public struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// NOERROR (RFC 1035)
    public static let noError = DNSResponseCode(rawValue: 0)
    /// FORMERR: the query could not be read (RFC 1035).
    public static let formatError = DNSResponseCode(rawValue: 1)
    /// SERVFAIL (RFC 1035)
    public static let serverFailure = DNSResponseCode(rawValue: 2)
    /// NXDOMAIN: the name does not exist (RFC 1035).
    public static let nameError = DNSResponseCode(rawValue: 3)
    /// NOTIMP (RFC 1035)
    public static let notImplemented = DNSResponseCode(rawValue: 4)
    /// REFUSED (RFC 1035)
    public static let refused = DNSResponseCode(rawValue: 5)
    /// BADVERS: the version of EDNS is not understood (RFC 6891 §9).
    public static let badVersion = DNSResponseCode(rawValue: 16)
}

extension DNSResponseCode: CustomStringConvertible {
    /// The registry's mnemonic, or `RCODE` and the number.
    public var description: String {
        switch rawValue {
        case 0: "NOERROR"
        case 1: "FORMERR"
        case 2: "SERVFAIL"
        case 3: "NXDOMAIN"
        case 4: "NOTIMP"
        case 5: "REFUSED"
        case 6: "YXDOMAIN"
        case 7: "YXRRSET"
        case 8: "NXRRSET"
        case 9: "NOTAUTH"
        case 10: "NOTZONE"
        case 11: "DSOTYPENI"
        case 16: "BADVERS"
        case 23: "BADCOOKIE"
        default: "RCODE\(rawValue)"
        }
    }
}
