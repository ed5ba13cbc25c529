/// How a query ended: four bits in the header, twelve with those of an OPT record (IANA "DNS RCODEs").
public struct DNSResponseCode: RegisteredNumber {
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

extension DNSResponseCode {
    public static let prefix = "RCODE"
    public static let names: [UInt16: String] = [
        0: "NOERROR", 1: "FORMERR", 2: "SERVFAIL", 3: "NXDOMAIN", 4: "NOTIMP", 5: "REFUSED", 6: "YXDOMAIN",
        7: "YXRRSET",
        8: "NXRRSET", 9: "NOTAUTH", 10: "NOTZONE", 11: "DSOTYPENI", 16: "BADVERS", 23: "BADCOOKIE",
    ]
}
