/// Why Wi-Fi Aware rejected or ended something.
@frozen
public struct NANReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension NANReason: CustomStringConvertible {
    /// A few words, or the number where it is not assigned.
    public var description: String {
        switch rawValue {
        case 0: "none"
        case 1: "unspecified"
        case 2: "resource limitation"
        case 3: "invalid parameters"
        case 4: "FTM parameters incapable"
        case 5: "no movement"
        case 6: "invalid availability"
        case 7: "immutable schedule unacceptable"
        case 8: "security policy"
        case 9: "QoS unacceptable"
        case 10: "data path rejected"
        case 11: "data link unacceptable"
        case 12: "ranging schedule unacceptable"
        case 13: "pairing bootstrapping rejected"
        default: "reason \(rawValue)"
        }
    }
}
