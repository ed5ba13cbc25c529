/// A rate in the elements "Supported Rates" and "Extended Supported Rates" (IEEE 802.11 §9.4.2.3): units of 500 kb/s,
/// and in the top bit whether every member of the network must support it. 0x80 | 121 to 127 are conditions that
/// members must meet (§9.4.2.3, "BSS membership selector"): 121 EHT, 122 HE, 123 SAE hash-to-element only, 124
/// EtherType protocol discrimination, 125 general link, 126 VHT, 127 HT.
@frozen
public struct SupportedRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(bitsPerSecond: UInt32, isBasic: Bool) {
        rawValue = UInt8(truncatingIfNeeded: bitsPerSecond / 500_000) & 0x7F | (isBasic ? 0x80 : 0)
    }

    public var isBasic: Bool { rawValue & 0x80 != 0 }
    /// The rate; nil for the values that are a condition for membership.
    public var bitsPerSecond: UInt32? { rawValue >= 0x80 | 121 ? nil : UInt32(rawValue & 0x7F) * 500_000 }
}
