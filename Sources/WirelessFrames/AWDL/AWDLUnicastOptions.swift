/// The options that a sender requests between two devices. The names come from one reading of Apple's software and are
/// not confirmed.
@frozen
public struct AWDLUnicastOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

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
