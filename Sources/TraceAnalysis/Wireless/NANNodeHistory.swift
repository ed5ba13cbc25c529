import PacketDissection
import WireCoding
import WirelessFrames

/// What one sender of Wi-Fi Aware frames told and did.
struct NANNodeHistory: Sendable {
    /// Clusters and services that one node names; further ones are counted.
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

    /// A service that the node named, and as what; listed once, however many instances the node has.
    struct Offer: Sendable {
        let service: NANServiceID
        /// Nil for a type that is not assigned.
        let type: NANServiceControl.ServiceType?
        let first: PacketMoment
    }

    /// A message to another node about a service that both have.
    struct FollowUp: Sendable {
        let moment: PacketMoment
        let receiver: LinkAddress
        let service: NANServiceID
        let instance: UInt8
        let requestorInstance: UInt8
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
    private(set) var offers: [Offer] = []
    private(set) var followUps: [FollowUp] = []
    private(set) var steps: [DataPathStep] = []
    private(set) var omitted = 0
    private(set) var faultyFrames = 0

    init(address: LinkAddress, at moment: PacketMoment) {
        self.address = address
        first = moment
    }

    /// A frame of the node, whatever it says.
    mutating func hear(_ frame: RadioFrame) {
        if let signal = frame.signal { self.signal.record(signal) }
    }

    /// What a frame says that was not sent before.
    mutating func note(
        _ frame: borrowing NANView, network: LinkAddress, receiver: LinkAddress, at moment: PacketMoment
    ) {
        switch frame.kind {
        case .beacon: beacons += 1
        case .serviceDiscovery: serviceDiscoveryFrames += 1
        case .action: actionFrames += 1
        }
        let place = membership(in: network, at: moment)
        if let joined = frame.joinedElements {
            note(NANAttributes(joined.span), in: joined.span, place, receiver: receiver, at: moment)
        } else {
            note(frame.attributes, in: frame.body, place, receiver: receiver, at: moment)
        }
    }

    private mutating func note(
        _ attributes: consuming NANAttributes, in bytes: Span<UInt8>, _ membership: Int?, receiver: LinkAddress,
        at moment: PacketMoment
    ) {
        do throws(WireError) {
            while let attribute = try attributes.next() {
                note(attribute.id, bytes.extracting(attribute.body), membership, receiver: receiver, at: moment)
            }
        } catch {
            faultyFrames += 1
        }
    }

    private mutating func membership(in cluster: LinkAddress, at moment: PacketMoment) -> Int? {
        if let place = memberships.firstIndex(where: { $0.cluster == cluster }) { return place }
        guard memberships.count < Self.maximumNames else {
            omitted += 1
            return nil
        }
        memberships.append(Membership(cluster: cluster, first: moment))
        return memberships.count - 1
    }

    private mutating func note(
        _ id: NANAttributeID, _ body: Span<UInt8>, _ membership: Int?, receiver: LinkAddress, at moment: PacketMoment
    ) {
        var input = ByteReader(body)
        switch id {
        case .cluster:
            guard let membership, let cluster = try? NANClusterAttribute(parsing: &input) else { return }
            memberships[membership].anchorMaster = cluster.anchorMasterRank.address
            memberships[membership].anchorMoment = moment
        case .serviceIDList, .subscribeServiceIDList:
            let type: NANServiceControl.ServiceType = id == .serviceIDList ? .publish : .subscribe
            while let service = try? NANServiceID(parsing: &input) {
                offer(Offer(service: service, type: type, first: moment))
            }
        case .serviceDescriptor:
            guard let descriptor = try? NANServiceDescriptorView(body) else { return }
            note(descriptor, receiver: receiver, at: moment)
        case .dataPath, .dataPathExtension:
            guard let path = try? NANDataPathHeader(parsing: &input) else { return }
            guard steps.count < Self.maximumEvents else {
                omitted += 1
                return
            }
            steps.append(DataPathStep(moment: moment, sender: address, receiver: receiver, path: path))
        default: break
        }
    }

    private mutating func note(
        _ descriptor: NANServiceDescriptorView, receiver: LinkAddress, at moment: PacketMoment
    ) {
        let type = descriptor.control.type
        offer(Offer(service: descriptor.serviceID, type: type, first: moment))
        guard type == .followUp else { return }
        guard followUps.count < Self.maximumEvents else {
            omitted += 1
            return
        }
        followUps.append(
            FollowUp(
                moment: moment, receiver: receiver, service: descriptor.serviceID, instance: descriptor.instanceID,
                requestorInstance: descriptor.requestorInstanceID))
    }

    private mutating func offer(_ new: Offer) {
        guard !offers.contains(where: { $0.service == new.service && $0.type == new.type }) else { return }
        guard offers.count < Self.maximumNames else {
            omitted += 1
            return
        }
        offers.append(new)
    }
}
