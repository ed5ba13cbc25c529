/// The channels on which a sender can be found: a map, or from some senders one channel number.
@frozen
public struct AWDLSocialChannels: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bit 0 is channel 6, bit 1 is 44, bit 2 is 149. A value above 7 is read as a channel number, because no sender
    /// uses the channels below 8 except 6, and nothing distinguishes a map from a number.
    public var channels: [UInt16] {
        guard rawValue <= 7 else { return [rawValue] }
        return zip([1, 2, 4] as [UInt16], [6, 44, 149]).filter { rawValue & $0.0 != 0 }.map(\.1)
    }
}
