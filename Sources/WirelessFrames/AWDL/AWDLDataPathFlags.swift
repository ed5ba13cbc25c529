/// The capabilities of a sender's data path, and the optional fields that ``AWDLDataPathState`` has.
@frozen
public struct AWDLDataPathFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16

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

/// The capabilities of a sender's data path, and the further fields that ``AWDLDataPathState`` has at its end.
@frozen
public struct AWDLExtendedDataPathFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16

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

/// The options that a sender requests between two devices. The names come from one reading of Apple's software and are
/// not confirmed.
@frozen
public struct AWDLUnicastOptions: OptionSet, Hashable, Sendable {
    public var rawValue: UInt64

    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let startAirPlay = AWDLUnicastOptions(rawValue: 1 << 1)
    public static let cacheRequest = AWDLUnicastOptions(rawValue: 1 << 3)
    public static let jumpStartDFSProxy = AWDLUnicastOptions(rawValue: 1 << 5)
    public static let airPlayOnDFS = AWDLUnicastOptions(rawValue: 1 << 6)
    public static let startSidecar = AWDLUnicastOptions(rawValue: 1 << 9)
    public static let sidecarBackground = AWDLUnicastOptions(rawValue: 1 << 10)
    public static let sidecarForeground = AWDLUnicastOptions(rawValue: 1 << 11)
    public static let stopSidecar = AWDLUnicastOptions(rawValue: 1 << 12)
    public static let multiPeerSteering = AWDLUnicastOptions(rawValue: 1 << 13)
    public static let startRealTime = AWDLUnicastOptions(rawValue: 1 << 14)
    public static let stopRealTime = AWDLUnicastOptions(rawValue: 1 << 15)
    public static let airPlayRecovery = AWDLUnicastOptions(rawValue: 1 << 16)
    public static let startHTMode = AWDLUnicastOptions(rawValue: 1 << 17)
    public static let stopHTMode = AWDLUnicastOptions(rawValue: 1 << 18)
    public static let stopAirPlay = AWDLUnicastOptions(rawValue: 1 << 19)
    public static let steeringFailed = AWDLUnicastOptions(rawValue: 1 << 20)
    public static let startRTGEnsemble = AWDLUnicastOptions(rawValue: 1 << 24)
    public static let stopRTGEnsemble = AWDLUnicastOptions(rawValue: 1 << 25)
    public static let airPlayRTG = AWDLUnicastOptions(rawValue: 3 << 26)
    public static let sidecarRTG = AWDLUnicastOptions(rawValue: 3 << 28)
    public static let startRemoteCamera = AWDLUnicastOptions(rawValue: 1 << 30)
    public static let stopRemoteCamera = AWDLUnicastOptions(rawValue: 1 << 31)
}
