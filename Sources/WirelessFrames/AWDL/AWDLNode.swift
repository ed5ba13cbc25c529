import WireCoding

/// A node of AWDL: what makes up its action frames.
///
/// ```swift
/// let node = AWDLNode(
///     address: address, name: AWDLName(items: [.label(Array("laptop".utf8)), .code(.local)]),
///     channelSequence: AWDLChannelSequence(
///         encoding: .operatingClass, slots: [UInt16](repeating: 0x2C80, count: 16)))
/// var writer = AWDLFrameWriter(source: address)
/// let bytes = writer.bytes(of: node.masterIndicationFrame(at: 1_048_576), tsft: 1_048_576)
/// ```
///
/// Times are microseconds since the slot 0 with window 0 of the cluster, as the node's clock counts them.
public struct AWDLNode: Hashable, Sendable {
    /// Microseconds of a time unit (IEEE 802.11 §3.1).
    public static let timeUnit: UInt64 = 1024
    /// Time units of a window.
    public static let windowLength: UInt64 = 16
    /// Windows of a slot.
    public static let windowsPerSlot: UInt64 = 4

    /// The address that the node sends from and is known by in elections.
    public var address: LinkAddress
    /// The name in element 16, with its domain.
    public var hostName: AWDLName
    /// The version and operating system in element 21; 3.4 and macOS at first.
    public var version = AWDLVersion(version: 0x34, deviceClass: .macOS)
    /// The channels on which the node listens, slot by slot, in elements 4 and 18.
    public var channelSequence: AWDLChannelSequence
    /// The country in the data path state; `X0` at first, which says that it is not known.
    public var countryCode = AWDLCountryCode(rawValue: 0x58_3000)
    /// The social channels in the data path state; 6, 44 and 149 at first.
    public var socialChannels = AWDLSocialChannels(rawValue: 7)
    /// Whom the node follows; at first itself.
    public var election: AWDLElectionParametersV2
    /// In periodic synchronization frames these are left out.
    public var services: [AWDLServiceResponse] = []
    /// Hashes of the services, in both kinds of frames; none at first.
    public var serviceParameters = AWDLServiceParameters(serviceUpdateIndicator: 0, mask: 0, groups: [])
    /// The radio's 802.11n capabilities, in master indication frames.
    public var htCapabilities = AWDLHTCapabilities(
        htCapabilityInfo: 0x11CE, ampduParameters: 0x1B, supportedMCSSet: [0xFF, 0, 0])

    /// A node that is its own master.
    ///
    /// - Parameters:
    ///   - address: The address that the node sends from.
    ///   - name: The host name, with its domain.
    ///   - channelSequence: The channels on which the node listens, slot by slot.
    ///   - metric: The node with the highest metric becomes the master of others.
    public init(
        address: LinkAddress, name: AWDLName, channelSequence: AWDLChannelSequence, metric: UInt32 = 60
    ) {
        self.address = address
        hostName = name
        self.channelSequence = channelSequence
        election = .with {
            ($0.masterAddress, $0.parentAddress) = (address, address)
            ($0.masterMetric, $0.selfMetric) = (metric, metric)
        }
    }

    /// Counts windows, and starts again after 65535.
    public static func window(at time: UInt64) -> UInt16 {
        UInt16(truncatingIfNeeded: time / (timeUnit * windowLength))
    }

    /// The slot of the sequence that a time is in.
    public func slot(at time: UInt64) -> Int {
        Int(time / (Self.timeUnit * Self.windowLength * Self.windowsPerSlot) % UInt64(channelSequence.count))
    }

    /// The channel of the slot after that of a time, 0 if the node is absent.
    private func nextChannel(after time: UInt64) -> UInt8 {
        channelSequence[(slot(at: time) + 1) % channelSequence.count].controlChannel
    }

    /// The synchronization parameters that the node announces.
    public func synchronizationParameters(at time: UInt64) -> AWDLSynchronizationParameters {
        let slotLength = Self.windowLength * Self.windowsPerSlot
        let elapsed = time / Self.timeUnit % slotLength
        var parameters = AWDLSynchronizationParameters()
        parameters.masterAddress = election.masterAddress
        parameters.masterChannel = channelSequence[0].controlChannel
        parameters.txCounter = UInt16(truncatingIfNeeded: slotLength - elapsed)
        parameters.awSequenceNumber = Self.window(at: time)
        parameters.channelSequence = channelSequence
        parameters.nextChannel = nextChannel(after: time)
        parameters.remainingAWLength = UInt16(
            truncatingIfNeeded: elapsed < Self.windowLength ? Self.windowLength - elapsed : 0)
        return parameters
    }

    /// A frame that announces when and where the node listens (PSF).
    public func periodicSynchronizationFrame(at time: UInt64) -> AWDLActionFrame {
        AWDLActionFrame(
            header: header(.periodicSynchronization, at: time),
            elements: schedule(at: time) + [
                AWDLTLV(serviceParameters), AWDLTLV(dataPathState),
                AWDLTLV(version),
            ])
    }

    /// A frame that announces everything about the node (MIF).
    public func masterIndicationFrame(at time: UInt64) -> AWDLActionFrame {
        AWDLActionFrame(
            header: header(.masterIndication, at: time),
            elements: schedule(at: time) + [
                AWDLTLV(serviceParameters), AWDLTLV(htCapabilities),
                AWDLTLV(AWDLHostName(hostName)), AWDLTLV(dataPathState),
                AWDLTLV(version),
            ] + services.map { AWDLTLV($0) })
    }

    private func header(_ subtype: AWDLFrameSubtype, at time: UInt64) -> AWDLActionHeader {
        let time = UInt32(truncatingIfNeeded: time)
        return AWDLActionHeader(subtype: subtype, phyTxTime: time, targetTxTime: time)
    }

    private func schedule(at time: UInt64) -> [AWDLTLV] {
        let first = AWDLElectionParameters.with {
            ($0.masterAddress, $0.distance) = (election.masterAddress, UInt8(clamping: election.distance))
            ($0.masterMetric, $0.selfMetric) = (election.masterMetric, election.selfMetric)
        }
        return [
            AWDLTLV(synchronizationParameters(at: time)), AWDLTLV(first), AWDLTLV(channelSequence), AWDLTLV(election),
        ]
    }

    private var dataPathState: AWDLDataPathState {
        var state = AWDLDataPathState(
            flags: [.hasCountryCode, .hasSocialChannels, .hasAWDLAddress, .hasExtendedFlags, .dualBand])
        state.countryCode = countryCode
        state.socialChannels = socialChannels
        state.awdlAddress = address
        state.extendedFlags = []
        return state
    }
}
