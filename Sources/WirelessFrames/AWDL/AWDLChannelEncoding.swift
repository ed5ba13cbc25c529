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
