/// The kind of query: four bits (IANA "DNS OpCodes").
public struct DNSOpcode: RegisteredNumber {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A standard query (RFC 1035).
    public static let query = DNSOpcode(rawValue: 0)
    /// A server status request (RFC 1035).
    public static let status = DNSOpcode(rawValue: 2)
    /// A zone change notice (RFC 1996).
    public static let notify = DNSOpcode(rawValue: 4)
    /// A dynamic update (RFC 2136).
    public static let update = DNSOpcode(rawValue: 5)
}

extension DNSOpcode {
    public static let prefix = "OPCODE"
    public static let names: [UInt8: String] = [
        0: "QUERY", 1: "IQUERY", 2: "STATUS", 4: "NOTIFY", 5: "UPDATE", 6: "DSO",
    ]
}
