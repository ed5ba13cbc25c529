/// The capabilities of a sender's data path, and the further fields that ``AWDLDataPathState`` has at its end.
@frozen
public struct AWDLExtendedDataPathFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let hasLogTriggerID = AWDLExtendedDataPathFlags(rawValue: 0x0001)
    public static let rangingDiscovery = AWDLExtendedDataPathFlags(rawValue: 0x0002)
    public static let hasMasterCounter = AWDLExtendedDataPathFlags(rawValue: 0x0004)
    public static let supportsSocialMap = AWDLExtendedDataPathFlags(rawValue: 0x0008)
    public static let dynamicSimultaneousDualBand = AWDLExtendedDataPathFlags(rawValue: 0x0010)
    public static let hasStatistics = AWDLExtendedDataPathFlags(rawValue: 0x0020)
    public static let dfsProxy = AWDLExtendedDataPathFlags(rawValue: 0x0040)
    public static let highEfficiency = AWDLExtendedDataPathFlags(rawValue: 0x0100)
    public static let sidekickHub = AWDLExtendedDataPathFlags(rawValue: 0x0200)
    public static let fastDiscovery = AWDLExtendedDataPathFlags(rawValue: 0x0400)
    public static let wiFi6E = AWDLExtendedDataPathFlags(rawValue: 0x0800)
    public static let ultraLowLatencyInfrastructure = AWDLExtendedDataPathFlags(rawValue: 0x1000)
    public static let proMode = AWDLExtendedDataPathFlags(rawValue: 0x2000)
}
