/// The channel of a sender in one slot of its sequence.
@nonexhaustive
public enum AWDLChannel: Hashable, Sendable {
    /// A channel number alone.
    case simple(UInt8)
    /// A channel with the flags of a Broadcom chanspec. The number of a 40 MHz channel is that of its center.
    case legacy(flags: UInt8, number: UInt8)
    /// A channel number and an operating class (IEEE 802.11 annex E).
    case operatingClass(channel: UInt8, operatingClass: UInt8)

    /// The 20 MHz channel that beacons and action frames use; 0 where the sender is absent.
    ///
    /// For a legacy channel of 40 MHz this is the lower or the upper half, as its flags indicate.
    @inlinable
    public var controlChannel: UInt8 {
        switch self {
        case .simple(let channel), .operatingClass(let channel, _): return channel
        case .legacy(let flags, let number):
            guard flags & 0x0C == 0x0C else { return number }
            switch flags & 3 {
            // The center lies two channel numbers from both halves; none below 3 or above 253 is a center.
            case 1: return number >= 3 ? number &- 2 : number
            case 2: return number <= 253 ? number &+ 2 : number
            default: return number
            }
        }
    }

    /// Whether the sender listens nowhere.
    @inlinable public var isAbsent: Bool { controlChannel == 0 }

    /// In MHz by the flags of a legacy channel, nil for others and where the flags have no meaning.
    public var bandwidth: Int? {
        guard case .legacy(let flags, _) = self else { return nil }
        switch flags >> 2 & 3 {
        case 1: return 10
        case 2: return 20
        case 3: return 40
        default: return nil
        }
    }
}

/// How the slots of a channel sequence are written.
@frozen
public struct AWDLChannelEncoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One byte, the channel number.
    public static let simple = AWDLChannelEncoding(rawValue: 0)
    /// Two bytes: flags, channel number.
    public static let legacy = AWDLChannelEncoding(rawValue: 1)
    /// Two bytes: channel number, operating class.
    public static let operatingClass = AWDLChannelEncoding(rawValue: 3)

    /// Bytes of a slot, nil for encodings that are not known.
    public var slotSize: Int? {
        switch self {
        case .simple: 1
        case .legacy, .operatingClass: 2
        default: nil
        }
    }
}
