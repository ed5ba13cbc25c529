/// The capabilities of a sender's data path, and the optional fields that ``AWDLDataPathState`` has. The names of bits without
/// a field come from one reading of Apple's software and are not confirmed.
@frozen
public struct AWDLDataPathFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bit 0: ``AWDLDataPathState/infrastructure`` is in the element.
    public static let hasInfrastructure = AWDLDataPathFlags(rawValue: 0x0001)
    /// Bit 1: ``AWDLDataPathState/infrastructureAddress`` is in the element.
    public static let hasInfrastructureAddress = AWDLDataPathFlags(rawValue: 0x0002)
    /// Bit 2: ``AWDLDataPathState/awdlAddress`` is in the element.
    public static let hasAWDLAddress = AWDLDataPathFlags(rawValue: 0x0004)
    /// Bit 3: real simultaneous dual band.
    public static let simultaneousDualBand = AWDLDataPathFlags(rawValue: 0x0008)
    /// Bit 4: ``AWDLDataPathState/umi`` is in the element.
    public static let hasUMI = AWDLDataPathFlags(rawValue: 0x0010)
    /// Bit 5: dual band.
    public static let dualBand = AWDLDataPathFlags(rawValue: 0x0020)
    /// Bit 6: the sender shows what others send by AirPlay.
    public static let airPlaySink = AWDLDataPathFlags(rawValue: 0x0040)
    /// Bit 7: the sender follows the channel sequence.
    public static let followsChannelSequence = AWDLDataPathFlags(rawValue: 0x0080)
    /// Bit 8: ``AWDLDataPathState/countryCode`` is in the element.
    public static let hasCountryCode = AWDLDataPathFlags(rawValue: 0x0100)
    /// Bit 9: ``AWDLDataPathState/socialChannels`` is in the element.
    public static let hasSocialChannels = AWDLDataPathFlags(rawValue: 0x0200)
    /// Bit 10: AirPlay solo mode.
    public static let airPlaySoloMode = AWDLDataPathFlags(rawValue: 0x0400)
    /// Bit 11: UMI is supported; bit 4 says whether a value is in the element.
    public static let supportsUMI = AWDLDataPathFlags(rawValue: 0x0800)
    /// Bit 12: ``AWDLDataPathState/unicastOptions`` is in the element.
    public static let hasUnicastOptions = AWDLDataPathFlags(rawValue: 0x1000)
    /// Bit 13: real time.
    public static let realTime = AWDLDataPathFlags(rawValue: 0x2000)
    /// Bit 14: distances to the sender can be measured.
    public static let rangeable = AWDLDataPathFlags(rawValue: 0x4000)
    /// Bit 15: ``AWDLDataPathState/extendedFlags`` is in the element.
    public static let hasExtendedFlags = AWDLDataPathFlags(rawValue: 0x8000)
}

/// The capabilities of a sender's data path, and the further fields that ``AWDLDataPathState`` has at its end. The names of
/// bits without a field are as uncertain as those of ``AWDLDataPathFlags``.
@frozen
public struct AWDLExtendedDataPathFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bit 0: ``AWDLDataPathState/logTriggerID`` is in the element.
    public static let hasLogTriggerID = AWDLExtendedDataPathFlags(rawValue: 0x0001)
    /// Bit 1: ranging discovery.
    public static let rangingDiscovery = AWDLExtendedDataPathFlags(rawValue: 0x0002)
    /// Bit 2: ``AWDLDataPathState/masterCounter`` is in the element.
    public static let hasMasterCounter = AWDLExtendedDataPathFlags(rawValue: 0x0004)
    /// Bit 3: social channels can be given as a map; see ``AWDLSocialChannels``.
    public static let supportsSocialMap = AWDLExtendedDataPathFlags(rawValue: 0x0008)
    /// Bit 4: dynamic simultaneous dual band.
    public static let dynamicSimultaneousDualBand = AWDLExtendedDataPathFlags(rawValue: 0x0010)
    /// Bit 5: ``AWDLDataPathState/statistics`` is in the element.
    public static let hasStatistics = AWDLExtendedDataPathFlags(rawValue: 0x0020)
    /// Bit 6: proxy for channels that need radar detection (DFS).
    public static let dfsProxy = AWDLExtendedDataPathFlags(rawValue: 0x0040)
    /// Bit 8: high efficiency, the name of 802.11ax.
    public static let highEfficiency = AWDLExtendedDataPathFlags(rawValue: 0x0100)
    /// Bit 9: Sidekick hub.
    public static let sidekickHub = AWDLExtendedDataPathFlags(rawValue: 0x0200)
    /// Bit 10: fast discovery.
    public static let fastDiscovery = AWDLExtendedDataPathFlags(rawValue: 0x0400)
    /// Bit 11: Wi-Fi 6E, which is 802.11ax in 6 GHz.
    public static let wiFi6E = AWDLExtendedDataPathFlags(rawValue: 0x0800)
    /// Bit 12: infrastructure of ultra low latency.
    public static let ultraLowLatencyInfrastructure = AWDLExtendedDataPathFlags(rawValue: 0x1000)
    /// Bit 13: pro mode.
    public static let proMode = AWDLExtendedDataPathFlags(rawValue: 0x2000)
}

/// The options that a sender requests between two devices. The names come from one reading of Apple's software and are
/// not confirmed.
@frozen
public struct AWDLUnicastOptions: OptionSet, Hashable, Sendable {
    public var rawValue: UInt64

    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Bit 1: start AirPlay.
    public static let startAirPlay = AWDLUnicastOptions(rawValue: 1 << 1)
    /// Bit 3: cache request.
    public static let cacheRequest = AWDLUnicastOptions(rawValue: 1 << 3)
    /// Bit 5: start the DFS proxy at once.
    public static let jumpStartDFSProxy = AWDLUnicastOptions(rawValue: 1 << 5)
    /// Bit 6: AirPlay on channels that need radar detection (DFS).
    public static let airPlayOnDFS = AWDLUnicastOptions(rawValue: 1 << 6)
    /// Bit 9: start Sidecar.
    public static let startSidecar = AWDLUnicastOptions(rawValue: 1 << 9)
    /// Bit 10: Sidecar is in the background.
    public static let sidecarBackground = AWDLUnicastOptions(rawValue: 1 << 10)
    /// Bit 11: Sidecar is in the foreground.
    public static let sidecarForeground = AWDLUnicastOptions(rawValue: 1 << 11)
    /// Bit 12: stop Sidecar.
    public static let stopSidecar = AWDLUnicastOptions(rawValue: 1 << 12)
    /// Bit 13: steering among several peers.
    public static let multiPeerSteering = AWDLUnicastOptions(rawValue: 1 << 13)
    /// Bit 14: start real time.
    public static let startRealTime = AWDLUnicastOptions(rawValue: 1 << 14)
    /// Bit 15: stop real time.
    public static let stopRealTime = AWDLUnicastOptions(rawValue: 1 << 15)
    /// Bit 16: AirPlay recovery.
    public static let airPlayRecovery = AWDLUnicastOptions(rawValue: 1 << 16)
    /// Bit 17: start HT mode; HT is the name of 802.11n.
    public static let startHTMode = AWDLUnicastOptions(rawValue: 1 << 17)
    /// Bit 18: stop HT mode.
    public static let stopHTMode = AWDLUnicastOptions(rawValue: 1 << 18)
    /// Bit 19: stop AirPlay.
    public static let stopAirPlay = AWDLUnicastOptions(rawValue: 1 << 19)
    /// Bit 20: steering failed.
    public static let steeringFailed = AWDLUnicastOptions(rawValue: 1 << 20)
    /// Bit 24: start an RTG ensemble. The meaning of the abbreviation is not known.
    public static let startRTGEnsemble = AWDLUnicastOptions(rawValue: 1 << 24)
    /// Bit 25: stop an RTG ensemble.
    public static let stopRTGEnsemble = AWDLUnicastOptions(rawValue: 1 << 25)
    /// Bits 26 and 27: RTG of AirPlay.
    public static let airPlayRTG = AWDLUnicastOptions(rawValue: 3 << 26)
    /// Bits 28 and 29: RTG of Sidecar.
    public static let sidecarRTG = AWDLUnicastOptions(rawValue: 3 << 28)
    /// Bit 30: start the remote camera.
    public static let startRemoteCamera = AWDLUnicastOptions(rawValue: 1 << 30)
    /// Bit 31: stop the remote camera.
    public static let stopRemoteCamera = AWDLUnicastOptions(rawValue: 1 << 31)
}
