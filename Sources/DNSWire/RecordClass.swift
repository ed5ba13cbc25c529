/// The class of a record or question (IANA "DNS CLASSes"), in multicast DNS without the bit on top (RFC 6762 §18.12).
public struct RecordClass: RegisteredNumber {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The Internet (RFC 1035 §3.2.4).
    public static let internet = RecordClass(rawValue: 1)
    /// Chaosnet (RFC 1035 §3.2.4).
    public static let chaos = RecordClass(rawValue: 3)
    /// No class, in updates (RFC 2136 §2.4).
    public static let none = RecordClass(rawValue: 254)
    /// All classes, in questions only (RFC 1035 §3.2.5).
    public static let any = RecordClass(rawValue: 255)

    /// The bit that multicast DNS takes from the class: "unicast response wanted" in questions (RFC 6762 §5.4),
    /// "cache flush" in records (RFC 6762 §10.2).
    static let multicastBit: UInt16 = 0x8000
}

extension RecordClass {
    /// Reads the output of `description`, in any case of letters; also `CLASS` and a number for known classes, as RFC
    /// 3597 §5 allows. Nil for anything else.
    public init?(_ description: String) { self.init(registeredName: description.uppercased()) }

    public static let prefix = "CLASS"
    public static let names: [UInt16: String] = [1: "IN", 3: "CH", 254: "NONE", 255: "ANY"]
}
