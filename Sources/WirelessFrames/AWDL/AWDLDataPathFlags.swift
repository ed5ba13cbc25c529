/// The capabilities of a sender's data path, and the optional fields that ``AWDLDataPathState`` has.
@frozen
public struct AWDLDataPathFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let hasInfrastructure = AWDLDataPathFlags(rawValue: 0x0001)
    public static let hasInfrastructureAddress = AWDLDataPathFlags(rawValue: 0x0002)
    public static let hasAWDLAddress = AWDLDataPathFlags(rawValue: 0x0004)
    /// Real simultaneous dual band.
    public static let simultaneousDualBand = AWDLDataPathFlags(rawValue: 0x0008)
    public static let hasUMI = AWDLDataPathFlags(rawValue: 0x0010)
    public static let dualBand = AWDLDataPathFlags(rawValue: 0x0020)
    public static let airPlaySink = AWDLDataPathFlags(rawValue: 0x0040)
    public static let followsChannelSequence = AWDLDataPathFlags(rawValue: 0x0080)
    public static let hasCountryCode = AWDLDataPathFlags(rawValue: 0x0100)
    public static let hasSocialChannels = AWDLDataPathFlags(rawValue: 0x0200)
    public static let airPlaySoloMode = AWDLDataPathFlags(rawValue: 0x0400)
    public static let supportsUMI = AWDLDataPathFlags(rawValue: 0x0800)
    public static let hasUnicastOptions = AWDLDataPathFlags(rawValue: 0x1000)
    public static let realTime = AWDLDataPathFlags(rawValue: 0x2000)
    public static let rangeable = AWDLDataPathFlags(rawValue: 0x4000)
    public static let hasExtendedFlags = AWDLDataPathFlags(rawValue: 0x8000)
}
