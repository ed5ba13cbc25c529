import DNSWire
import PacketDissection
import WireCoding
import WirelessFrames

/// The history of one sender of AWDL frames.
struct AWDLNodeHistory: RadioNode {
    /// The limit for names of services in one shard, as they are in the report: 4 MiB in all.
    static let maximumNameBytes = 1 << 18
    /// For changes in one shard: 8 MiB in all, of a busy room's nodes all that they may list.
    static let maximumChangeBytes = 1 << 19
    static let budget = NodeBudget(names: maximumNameBytes, events: maximumChangeBytes)
    /// Further changes of one node are counted, not listed.
    static let maximumChanges = 256
    /// Different services of one node that are listed.
    static let maximumServices = 64
    /// Stations that one node sends data to; further ones do not count.
    static let maximumReceivers = 32

    /// A root that the node named, in the first frame with that name.
    struct RootClaim: Sendable {
        let moment: PacketMoment
        let root: LinkAddress
    }

    /// The node's announced position in the tree, from one frame until the next change.
    struct Standing: Sendable {
        let moment: PacketMoment
        let root: LinkAddress
        /// Nil in frames without the second version of the election's parameters.
        let parent: LinkAddress?
        let distance: UInt32
    }

    /// A node that said nothing for so long was switched off: what it said before holds no longer. In nanoseconds.
    static let silence: Int64 = 5_000_000_000

    /// A period in which the node announced nothing about its position in the tree.
    struct Pause: Sendable {
        let start: PacketMoment
        /// The announcement after it, whether the same as before or not.
        let next: Standing
    }

    /// A station that the node sent data to.
    struct Receiver: Sendable {
        let address: LinkAddress
        private(set) var frames = 1
        private(set) var first: PacketMoment
        private(set) var last: PacketMoment

        fileprivate mutating func hear(at moment: PacketMoment) {
            frames += 1
            last = max(last, moment)
        }

        /// The same station, of another sender.
        func joined(with other: Receiver) -> Receiver {
            var sum = self
            sum.frames += other.frames
            sum.first = min(first, other.first)
            sum.last = max(last, other.last)
            return sum
        }
    }

    struct SequenceChange: Sendable {
        let moment: PacketMoment
        let channels: [UInt8]
    }

    let address: LinkAddress
    private(set) var first: PacketMoment
    private(set) var last: PacketMoment
    /// Whether it sent what makes a node: action frames or data of AWDL.
    var isNode = false
    private(set) var actionFrames = 0
    private(set) var periodicSynchronizations = 0
    private(set) var masterIndications = 0
    private(set) var dataFrames = 0
    private(set) var retries = 0
    private(set) var signal = SignalSamples()

    private(set) var version: AWDLVersion?
    /// The first unknown version, and its frame.
    private(set) var unknownVersion: (version: AWDLVersion, moment: PacketMoment)?
    private(set) var hostName: String?
    /// The same; nil if it is not a DNS name.
    private(set) var hostDomainName: DNSName?
    private(set) var offers = AWDLOffers()
    private(set) var selfMetric: UInt32?
    private(set) var selfCounter: UInt32?
    private(set) var electionCheck = AWDLElectionCheck()
    private(set) var roots: [RootClaim] = []
    private(set) var standings: [Standing] = []
    private(set) var pauses: [Pause] = []
    /// The time from which changes of its position in the tree, or pauses, are missing; nil if all are there.
    private(set) var completeUntil: PacketMoment?
    /// The last frame with the node's position in the tree.
    private(set) var lastStanding: PacketMoment?
    private(set) var sequences: [SequenceChange] = []
    private(set) var omittedChanges = 0
    private(set) var receivers: [Receiver] = []
    /// The first action frame whose header or subtype is not known.
    private(set) var firstStrange: PacketMoment?
    private(set) var clock = AWDLClockSamples()
    /// Channels of the access point that the node says it uses, 0 for none; the last one.
    private(set) var infrastructureChannel: UInt16?
    private var highThroughput: Double?
    /// The rate by the elements of 802.11ac and 802.11ax.
    private var containedRate: Double?
    /// The highest data rate that its capabilities allow, in bits per second.
    var dataRate: Double? { containedRate ?? highThroughput }
    /// Action frames that end within an element.
    private(set) var faultyFrames = 0

    /// A hash of the raw last channel sequence, to skip equal ones.
    private var sequenceDigest: UInt64?
    /// Hashes of what changes seldom in the frames of each subtype: host name, services, version. Where a sender makes them
    /// collide, a change looks like none.
    private var digests: (periodic: UInt64, indication: UInt64) = (0, 0)

    init(address: LinkAddress, at moment: PacketMoment) {
        self.address = address
        first = moment
        last = moment
    }

    // MARK: - Frames

    /// A frame in the network of AWDL, of any kind.
    @inline(__always)
    mutating func hear(_ frame: RadioFrame, at moment: PacketMoment, isOfNetwork: Bool) {
        last = max(last, moment)
        if frame.control.retry { retries += 1 }
        if isOfNetwork, let signal = frame.signal { self.signal.record(signal, at: moment.time) }
    }

    /// - Parameter isCopy: Whether it was retransmitted: a separate frame on the air, but without new information for
    ///   its receiver.
    mutating func noteData(to receiver: LinkAddress, isAWDL: Bool, isCopy: Bool, at moment: PacketMoment) {
        dataFrames += 1
        if isAWDL { isNode = true }
        guard !receiver.isGroup, !isCopy else { return }
        if let place = receivers.firstIndex(where: { $0.address == receiver }) {
            receivers[place].hear(at: moment)
        } else if receivers.count < Self.maximumReceivers {
            receivers.append(Receiver(address: receiver, first: moment, last: moment))
        }
    }

    /// An action frame, sent for the first time or again.
    mutating func count(_ frame: borrowing AWDLActionFrameView) {
        isNode = true
        actionFrames += 1
        switch frame.header.subtype {
        case .periodicSynchronization: periodicSynchronizations += 1
        case .masterIndication: masterIndications += 1
        default: break
        }
    }

    /// The content of an action frame that is not a retransmission.
    ///
    /// - Parameters:
    ///   - clock: What ``AWDLClockSamples/Sample/clock`` shall say.
    ///   - time: When it was heard by that clock, in µs.
    ///   - wireLength: Bytes of the frame's body on the air; the capture may hold less.
    ///   - budget: Of the node's shard.
    mutating func note(
        _ frame: borrowing AWDLActionFrameView, at moment: PacketMoment, clock: Int, heardAt time: UInt64,
        wireLength: Int, budget: inout NodeBudget
    ) {
        let isPeriodic = frame.header.subtype == .periodicSynchronization
        let isIndication = frame.header.subtype == .masterIndication
        if frame.header.version != AWDLActionHeader.knownVersion || !(isPeriodic || isIndication), firstStrange == nil {
            firstStrange = moment
        }
        var places = Places()
        var digest: UInt64 = 0
        var elements = frame.elements
        while let (type, value) = elements.next() {
            switch type {
            case .synchronizationParameters: places.synchronization = places.synchronization ?? value
            case .channelSequence: places.sequence = places.sequence ?? value
            case .electionParameters: places.election = places.election ?? value
            case .electionParametersV2: places.electionV2 = places.electionV2 ?? value
            case .version, .hostName, .serviceResponse, .dataPathState, .htCapabilities, .ieee80211Container:
                digest = FrameDigest.of(frame.body, value, after: digest ^ UInt64(type.rawValue))
            default: break
            }
        }
        // Bytes that the capture left out are not a fault of the sender.
        if case .truncated(let needed, _) = elements.fault?.kind, let place = elements.fault?.offset,
            place &+ needed > wireLength
        {
            faultyFrames += 1
        }
        noteSeldom(frame, digest, at: moment, &budget)
        noteSchedule(frame, places, at: moment, clock: clock, heardAt: time, &budget)
    }

    /// The offsets in a frame of the elements that change all the time.
    private struct Places {
        var synchronization: Range<Int>?
        var sequence: Range<Int>?
        var election: Range<Int>?
        var electionV2: Range<Int>?
    }

    // MARK: - Clock, election, channels

    private mutating func noteSchedule(
        _ frame: borrowing AWDLActionFrameView, _ places: Places, at moment: PacketMoment, clock number: Int,
        heardAt time: UInt64, _ budget: inout NodeBudget
    ) {
        let wantsClock = clock.wants(moment.time)
        var parameters: AWDLSynchronizationParameters?
        if wantsClock { parameters = frame.element(places.synchronization) }
        noteSequence(frame, places, at: moment, &budget)
        var leader: LinkAddress?
        let current: AWDLElectionParametersV2? = frame.element(places.electionV2)
        electionCheck.note(
            frame.body, synchronization: places.synchronization, election: places.election, current: current, at: moment
        )
        if let election = current {
            leader = election.parentAddress
            (selfMetric, selfCounter) = (election.selfMetric, election.selfCounter)
            note(election.masterAddress, parent: election.parentAddress, election.distance, at: moment, &budget)
        } else if let election: AWDLElectionParameters = frame.element(places.election) {
            leader = election.masterAddress
            selfMetric = election.selfMetric
            note(election.masterAddress, parent: nil, UInt32(election.distance), at: moment, &budget)
        }
        guard wantsClock, parameters != nil || leader != nil else { return }
        clock.add(
            AWDLClockSamples.Sample(
                moment: moment, clock: number, lead: Int64(bitPattern: time) &- moment.time / 1000,
                epoch: parameters.flatMap { AWDLClockSamples.epoch($0, heardAt: time) },
                selfMetric: selfMetric, selfCounter: selfCounter ?? 0, distance: standings.last?.distance ?? 0,
                leader: leader))
    }

    /// Takes the last channel sequence from its own element, or without one from the synchronization parameters.
    private mutating func noteSequence(
        _ frame: borrowing AWDLActionFrameView, _ places: Places, at moment: PacketMoment,
        _ budget: inout NodeBudget
    ) {
        if let place = places.sequence {
            let digest = FrameDigest.of(frame.body, place, after: 1)
            guard digest != sequenceDigest else { return }
            if let sequence: AWDLChannelSequence = frame.element(place) {
                sequenceDigest = digest
                note(sequence, at: moment, &budget)
                return
            }
        }
        let parameters: AWDLSynchronizationParameters? = frame.element(places.synchronization)
        guard let sequence = parameters?.channelSequence else { return }
        // The next element of its own may equal the last one and still be a change.
        if note(sequence, at: moment, &budget) { sequenceDigest = nil }
    }

    private mutating func note(
        _ root: LinkAddress, parent: LinkAddress?, _ distance: UInt32, at moment: PacketMoment,
        _ budget: inout NodeBudget
    ) {
        let standing = Standing(moment: moment, root: root, parent: parent, distance: distance)
        let previous = lastStanding ?? moment
        lastStanding = max(previous, moment)
        if moment.time - previous.time > Self.silence {
            if pauses.count < Self.maximumChanges, budget.takeEvent(MemoryLayout<Pause>.stride) {
                pauses.append(Pause(start: previous, next: standing))
            } else {
                completeUntil = completeUntil ?? previous
            }
        }
        if let last = standings.last, last.root == root, last.parent == parent, last.distance == distance { return }
        if roots.last?.root != root {
            append(RootClaim(moment: moment, root: root), to: \.roots, &budget)
        }
        let replaced = standings.last?.moment
        let isListed = append(standing, to: \.standings, &budget)
        // The one before the replaced one held until that one came, not until this one did.
        if !isListed { completeUntil = completeUntil ?? replaced }
    }

    /// Notes channels that differ from those before, however they are encoded.
    ///
    /// - Returns: Whether they do.
    @inline(never)
    @discardableResult
    private mutating func note(
        _ sequence: AWDLChannelSequence, at moment: PacketMoment, _ budget: inout NodeBudget
    ) -> Bool {
        let channels = sequence.channels.map(\.controlChannel)
        guard sequences.last?.channels != channels else { return false }
        // In a report a channel takes more room than in memory.
        append(
            SequenceChange(moment: moment, channels: channels), to: \.sequences, extra: channels.count * 4, &budget)
        return true
    }

    /// - Parameter extra: Bytes that the change takes beside its own place.
    /// - Returns: Whether there was room for it; otherwise it replaced the last one.
    @discardableResult
    private mutating func append<Change>(
        _ change: Change, to list: WritableKeyPath<AWDLNodeHistory, [Change]>, extra: Int = 0,
        _ budget: inout NodeBudget
    ) -> Bool {
        let count = self[keyPath: list].count
        if count == 0
            || count < Self.maximumChanges && budget.takeEvent(MemoryLayout<Change>.stride + extra)
        {
            self[keyPath: list].append(change)
            return true
        }
        omittedChanges += 1
        // The last value stays true.
        self[keyPath: list][count - 1] = change
        return false
    }

    // MARK: - What changes seldom

    @inline(__always)
    private mutating func noteSeldom(
        _ frame: borrowing AWDLActionFrameView, _ digest: UInt64, at moment: PacketMoment,
        _ budget: inout NodeBudget
    ) {
        let isPeriodic = frame.header.subtype == .periodicSynchronization
        guard digest != (isPeriodic ? digests.periodic : digests.indication) else {
            offers.hearAgain(isPeriodic: isPeriodic, at: moment)
            return
        }
        if isPeriodic { digests.periodic = digest } else { digests.indication = digest }
        readSeldom(frame, isPeriodic: isPeriodic, at: moment, &budget)
    }

    @inline(never)
    private mutating func readSeldom(
        _ frame: borrowing AWDLActionFrameView, isPeriodic: Bool, at moment: PacketMoment,
        _ budget: inout NodeBudget
    ) {
        offers.beginFrame(isPeriodic: isPeriodic, at: moment)
        var elements = frame.elements
        while let (type, value) = elements.next() {
            switch type {
            case .version:
                guard let element: AWDLVersion = frame.element(value) else { break }
                version = element
                if unknownVersion == nil, !element.isKnown { unknownVersion = (element, moment) }
            case .dataPathState:
                guard let state: AWDLDataPathState = frame.element(value) else { break }
                infrastructureChannel = state.infrastructure?.channel
            case .htCapabilities:
                if let capabilities: AWDLHTCapabilities = frame.element(value) {
                    highThroughput = RadioRate.highest(capabilities)
                }
            case .ieee80211Container:
                containedRate = RadioRate.highest(inElements: frame.body.extracting(value)) ?? containedRate
            case .hostName:
                if let name: AWDLHostName = frame.element(value) {
                    hostName = AWDLNames.presentation(name.name) ?? hostName
                    hostDomainName = DNSName(name.name) ?? hostDomainName
                }
            case .serviceResponse:
                if let response: AWDLServiceResponse = frame.element(value) {
                    offers.take(response, isPeriodic: isPeriodic, at: moment, &budget)
                }
            default: break
            }
        }
    }
}

extension AWDLActionFrameView {
    /// The element at that place; nil without one, and where it contradicts itself.
    @inline(__always)
    fileprivate func element<Element: AWDLElement>(_ place: Range<Int>?) -> Element? {
        guard let place else { return nil }
        var input = reader(of: place)
        return try? Element(parsing: &input)
    }
}
