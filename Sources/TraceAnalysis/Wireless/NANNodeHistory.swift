import PacketDissection
import WireCoding
import WirelessFrames

/// The history of one sender of Wi-Fi Aware frames.
struct NANNodeHistory: RadioNode {
    /// Clusters, anchor masters and services of all nodes in one shard: 32,768 in all.
    static let maximumNamesPerShard = 1 << 11
    /// Steps of data paths and follow-ups of all nodes in one shard: 65,536 in all, together 5 MiB.
    static let maximumEventsPerShard = 1 << 12
    static let budget = NodeBudget(names: maximumNamesPerShard, events: maximumEventsPerShard)
    /// Clusters, services and anchor masters that one node names; further ones are counted.
    static let maximumNames = 64
    /// Steps of data paths and follow-ups of one node; further ones are counted.
    static let maximumEvents = 1024

    /// A cluster that the node sent in.
    struct Membership: Sendable {
        let cluster: LinkAddress
        let first: PacketMoment
        /// The last anchor master that the node named, and when.
        var anchorMaster: LinkAddress?
        var anchorMoment: PacketMoment?
    }

    /// An anchor master that the node named for a cluster, in the first frame that did.
    struct AnchorClaim: Sendable {
        let cluster: LinkAddress
        let anchorMaster: LinkAddress
        let moment: PacketMoment
    }

    /// A service that the node named, and as what; listed once, however many instances the node has.
    struct Offer: Sendable {
        let service: NANServiceID
        /// Nil for a type that is not assigned.
        let type: NANServiceControl.ServiceType?
        let first: PacketMoment
    }

    /// A message to another node about a service that both have.
    struct FollowUp: Sendable {
        let receiver: LinkAddress
        let service: NANServiceID
    }

    /// A step in the life of a data path.
    struct DataPathStep: Sendable {
        let moment: PacketMoment
        let sender: LinkAddress
        let receiver: LinkAddress
        let path: NANDataPathHeader
    }

    let address: LinkAddress
    private(set) var first: PacketMoment
    private(set) var beacons = 0
    private(set) var serviceDiscoveryFrames = 0
    private(set) var actionFrames = 0
    private(set) var signal = SignalSamples()
    private(set) var memberships: [Membership] = []
    private(set) var anchorClaims: [AnchorClaim] = []
    private(set) var offers: [Offer] = []
    private(set) var followUps: [FollowUp] = []
    private(set) var steps: [DataPathStep] = []
    private(set) var omitted = 0
    /// Frames that end within an attribute, though the capture holds all of them.
    private(set) var faultyFrames = 0

    init(address: LinkAddress, at moment: PacketMoment) {
        self.address = address
        first = moment
    }

    /// A frame of the node, whatever it says.
    mutating func hear(_ frame: RadioFrame, at moment: PacketMoment) {
        if let signal = frame.signal { self.signal.record(signal, at: moment.time) }
    }

    /// A frame, sent for the first time or again.
    mutating func count(_ kind: NANFrameKind) {
        switch kind {
        case .beacon: beacons += 1
        case .serviceDiscovery: serviceDiscoveryFrames += 1
        case .action: actionFrames += 1
        }
    }

    /// The content of a frame that is not a retransmission.
    ///
    /// - Parameter budget: The budget of the node's shard.
    mutating func note(
        _ frame: borrowing NANView, isCut: Bool, network: LinkAddress, receiver: LinkAddress,
        at moment: PacketMoment, budget: inout NodeBudget
    ) {
        let place = membership(in: network, at: moment, &budget)
        let isWhole: Bool
        if let joined = frame.joinedElements {
            isWhole = note(
                NANAttributes(joined.span), in: joined.span, place, receiver: receiver, at: moment, &budget)
        } else {
            isWhole = note(frame.attributes, in: frame.body, place, receiver: receiver, at: moment, &budget)
        }
        if !isWhole, !isCut { faultyFrames += 1 }
    }

    /// - Returns: Whether no attribute is longer than what is left.
    private mutating func note(
        _ attributes: consuming NANAttributes, in bytes: Span<UInt8>, _ membership: Int?, receiver: LinkAddress,
        at moment: PacketMoment, _ budget: inout NodeBudget
    ) -> Bool {
        do throws(WireError) {
            while let attribute = try attributes.next() {
                note(
                    attribute.id, bytes.extracting(attribute.body), membership, receiver: receiver, at: moment,
                    &budget)
            }
            return true
        } catch {
            return false
        }
    }

    private mutating func membership(
        in cluster: LinkAddress, at moment: PacketMoment, _ budget: inout NodeBudget
    ) -> Int? {
        if let place = memberships.firstIndex(where: { $0.cluster == cluster }) { return place }
        guard hasRoom(beside: memberships.count, &budget) else { return nil }
        memberships.append(Membership(cluster: cluster, first: moment))
        return memberships.count - 1
    }

    /// Whether a list of names or events has room for one more, which is counted as omitted otherwise.
    private mutating func hasRoom(
        beside count: Int, isEvent: Bool = false, _ budget: inout NodeBudget
    ) -> Bool {
        let limit = isEvent ? Self.maximumEvents : Self.maximumNames
        if count == 0 || count < limit && (isEvent ? budget.takeEvent() : budget.takeName()) { return true }
        omitted += 1
        return false
    }

    private mutating func note(
        _ id: NANAttributeID, _ body: Span<UInt8>, _ membership: Int?, receiver: LinkAddress,
        at moment: PacketMoment, _ budget: inout NodeBudget
    ) {
        var input = ByteReader(body)
        switch id {
        case .cluster:
            guard let membership, let cluster = try? NANClusterAttribute(parsing: &input) else { return }
            note(anchorMaster: cluster.anchorMasterRank.address, membership, at: moment, &budget)
        case .serviceIDList, .subscribeServiceIDList:
            let type: NANServiceControl.ServiceType = id == .serviceIDList ? .publish : .subscribe
            while let service = try? NANServiceID(parsing: &input) {
                offer(Offer(service: service, type: type, first: moment), &budget)
            }
        case .serviceDescriptor:
            guard let descriptor = try? NANServiceDescriptorView(body) else { return }
            note(descriptor, receiver: receiver, at: moment, &budget)
        case .dataPath, .dataPathExtension:
            guard let path = try? NANDataPathHeader(parsing: &input) else { return }
            guard hasRoom(beside: steps.count, isEvent: true, &budget) else { return }
            steps.append(DataPathStep(moment: moment, sender: address, receiver: receiver, path: path))
        default: break
        }
    }

    private mutating func note(
        anchorMaster: LinkAddress, _ membership: Int, at moment: PacketMoment, _ budget: inout NodeBudget
    ) {
        let isSame = memberships[membership].anchorMaster == anchorMaster
        memberships[membership].anchorMaster = anchorMaster
        memberships[membership].anchorMoment = moment
        let cluster = memberships[membership].cluster
        guard !isSame,
            !anchorClaims.contains(where: { $0.cluster == cluster && $0.anchorMaster == anchorMaster }),
            hasRoom(beside: anchorClaims.count, &budget)
        else { return }
        anchorClaims.append(AnchorClaim(cluster: cluster, anchorMaster: anchorMaster, moment: moment))
    }

    private mutating func note(
        _ descriptor: NANServiceDescriptorView, receiver: LinkAddress, at moment: PacketMoment,
        _ budget: inout NodeBudget
    ) {
        let type = descriptor.control.type
        offer(Offer(service: descriptor.serviceID, type: type, first: moment), &budget)
        guard type == .followUp, hasRoom(beside: followUps.count, isEvent: true, &budget) else { return }
        followUps.append(FollowUp(receiver: receiver, service: descriptor.serviceID))
    }

    private mutating func offer(_ new: Offer, _ budget: inout NodeBudget) {
        guard !offers.contains(where: { $0.service == new.service && $0.type == new.type }) else { return }
        guard hasRoom(beside: offers.count, &budget) else { return }
        offers.append(new)
    }
}
