/// What an element of an AWDL action frame is about: its first byte. There is no published list; the names are those that
/// analysers have given, those from 28 on are ours and say when the elements were seen.
@frozen
public struct AWDLTLVType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ssthRequest = AWDLTLVType(rawValue: 0)
    public static let serviceRequest = AWDLTLVType(rawValue: 1)
    /// ``AWDLServiceResponse``
    public static let serviceResponse = AWDLTLVType(rawValue: 2)
    /// ``AWDLSynchronizationParameters``
    public static let synchronizationParameters = AWDLTLVType(rawValue: 4)
    /// ``AWDLElectionParameters``
    public static let electionParameters = AWDLTLVType(rawValue: 5)
    /// ``AWDLServiceParameters``
    public static let serviceParameters = AWDLTLVType(rawValue: 6)
    /// ``AWDLHTCapabilities``
    public static let htCapabilities = AWDLTLVType(rawValue: 7)
    public static let enhancedDataRateOperation = AWDLTLVType(rawValue: 8)
    public static let infrastructure = AWDLTLVType(rawValue: 9)
    public static let invite = AWDLTLVType(rawValue: 10)
    public static let debugString = AWDLTLVType(rawValue: 11)
    /// ``AWDLDataPathState``
    public static let dataPathState = AWDLTLVType(rawValue: 12)
    public static let encapsulatedIP = AWDLTLVType(rawValue: 13)
    public static let debugPacketLive = AWDLTLVType(rawValue: 14)
    public static let debugActionFrameLive = AWDLTLVType(rawValue: 15)
    /// ``AWDLHostName``
    public static let hostName = AWDLTLVType(rawValue: 16)
    /// Elements of IEEE 802.11.
    public static let ieee80211Container = AWDLTLVType(rawValue: 17)
    /// ``AWDLChannelSequence``
    public static let channelSequence = AWDLTLVType(rawValue: 18)
    /// ``AWDLSynchronizationTree``
    public static let synchronizationTree = AWDLTLVType(rawValue: 20)
    /// ``AWDLVersion``
    public static let version = AWDLTLVType(rawValue: 21)
    public static let bloomFilter = AWDLTLVType(rawValue: 22)
    public static let nanSync = AWDLTLVType(rawValue: 23)
    /// ``AWDLElectionParametersV2``
    public static let electionParametersV2 = AWDLTLVType(rawValue: 24)
    /// Seen from senders of AWDL version 7.0 and up alone; what it says is not known, so that it is kept as bytes.
    public static let sinceVersion7 = AWDLTLVType(rawValue: 28)
    /// About 6 GHz. Of its bytes those at 6 to 8 are 04 08 02 and the two behind them change; what they say is not known,
    /// nor how many there are, so that they are kept as they are.
    public static let sixGHz = AWDLTLVType(rawValue: 32)
    /// ``AWDLSixGHzAssociation``
    public static let sixGHzAssociation = AWDLTLVType(rawValue: 33)
    /// Seen around the exchange of data, always 01 01; what it says is not known, so that it is kept as bytes.
    public static let dataSession = AWDLTLVType(rawValue: 35)
}

extension AWDLTLVType: CustomStringConvertible {
    /// Lower case words, or `type 25` for those without a name.
    public var description: String {
        switch self {
        case .ssthRequest: "SSTH request"
        case .serviceRequest: "service request"
        case .serviceResponse: "service response"
        case .synchronizationParameters: "synchronization parameters"
        case .electionParameters: "election parameters"
        case .serviceParameters: "service parameters"
        case .htCapabilities: "HT capabilities"
        case .enhancedDataRateOperation: "enhanced data rate operation"
        case .infrastructure: "infrastructure"
        case .invite: "invite"
        case .debugString: "debug string"
        case .dataPathState: "data path state"
        case .encapsulatedIP: "encapsulated IP"
        case .debugPacketLive: "debug packet live"
        case .debugActionFrameLive: "debug action frame live"
        case .hostName: "host name"
        case .ieee80211Container: "IEEE 802.11 container"
        case .channelSequence: "channel sequence"
        case .synchronizationTree: "synchronization tree"
        case .version: "version"
        case .bloomFilter: "Bloom filter"
        case .nanSync: "NAN sync"
        case .electionParametersV2: "election parameters v2"
        case .sinceVersion7: "since version 7"
        case .sixGHz: "6 GHz"
        case .sixGHzAssociation: "6 GHz association"
        case .dataSession: "data session"
        default: "type \(rawValue)"
        }
    }
}
