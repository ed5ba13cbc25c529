import WirelessFrames

/// The form of names of action frames in a report.
enum AWDLNames {
    /// The maximum bytes of a DNS name (RFC 1035 §2.3.4); a longer one is not a name.
    static let maximumSize = 255

    /// With the final dot, as all names of a report have it; nil for names that are too long.
    static func presentation(_ name: AWDLName) -> String? {
        name.size <= maximumSize ? name.description + "." : nil
    }

    /// The full name of the service that a record is about; nil for records of other kinds, and for names
    /// without labels or too long ones.
    static func service(of response: AWDLServiceResponse) -> String? {
        switch response.data {
        case .pointer(let instance):
            guard !instance.items.isEmpty else { return nil }
            // The name is relative to the one that was asked for, as senders write it.
            return instance.isRelative
                ? presentation(AWDLName(items: instance.items + response.name.items)) : presentation(instance)
        case .service, .text:
            return response.name.items.isEmpty ? nil : presentation(response.name)
        case .other: return nil
        }
    }

    /// Whether two names differ at most in the case of ASCII letters, which does not matter in DNS (RFC 4343).
    static func areSame(_ first: String, _ second: String) -> Bool {
        first.utf8.count == second.utf8.count && zip(first.utf8, second.utf8).allSatisfy { folded($0) == folded($1) }
    }

    /// The same for names that are the same. A sender who makes two names collide is counted one service short.
    static func digest(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64(folded($1))) &* 0x0000_0100_0000_01B3 }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
