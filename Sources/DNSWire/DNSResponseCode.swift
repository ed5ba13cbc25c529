/// How a query ended: four bits in the header (IANA "DNS RCODEs").
public struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// NOERROR (RFC 1035)
    public static let noError = DNSResponseCode(rawValue: 0)
    /// FORMERR: the query could not be read (RFC 1035).
    public static let formatError = DNSResponseCode(rawValue: 1)
    /// SERVFAIL (RFC 1035)
    public static let serverFailure = DNSResponseCode(rawValue: 2)
    /// NXDOMAIN: there is no such name (RFC 1035).
    public static let nameError = DNSResponseCode(rawValue: 3)
    /// NOTIMP (RFC 1035)
    public static let notImplemented = DNSResponseCode(rawValue: 4)
    /// REFUSED (RFC 1035)
    public static let refused = DNSResponseCode(rawValue: 5)
}
