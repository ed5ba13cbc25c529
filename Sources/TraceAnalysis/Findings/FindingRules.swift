import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// The input of a finding rule: the joined report, and the connections behind its sessions (same order).
struct FindingContext {
    let report: TraceReport
    let connections: [Connection]
    let counter: CaptureCounter
    let naming: NamingStory
    let fragments: FragmentReassembler
    let checksums: ChecksumCounter
    let wireless: WirelessTracker
    /// Nil for more nodes than it judges.
    let awdlTree: AWDLTree?
    /// Nil if the app's declarations were not given.
    let declarations: AppServiceDeclarations?
    let axis: TimeAxis
    /// Places of the mesh sessions among all.
    let meshSessions: [Int]
    /// The index of a service of the report among the tracker's claims.
    let servicePlaces: [String: Int]
    private let labelsByAddress: [String: String]
    private let peersByAddress: [String: String]

    init(
        report: TraceReport, connections: [Connection], counter: CaptureCounter,
        naming: NamingStory = NamingStory(),
        fragments: FragmentReassembler = FragmentReassembler(), checksums: ChecksumCounter = ChecksumCounter(),
        wireless: WirelessTracker = WirelessTracker(),
        declarations: AppServiceDeclarations? = nil, axis: TimeAxis
    ) {
        self.report = report
        self.connections = connections
        self.counter = counter
        self.naming = naming
        self.fragments = fragments
        self.checksums = checksums
        self.wireless = wireless
        awdlTree = AWDLTree(wireless.awdlNodes.filter(\.isNode))
        self.declarations = declarations
        self.axis = axis
        meshSessions = report.sessions.indices.filter { report.sessions[$0].application == .mesh }
        servicePlaces = Dictionary(naming.ids.enumerated().map { ($1, $0) }) { first, _ in first }
        // Only of those who sent mDNS: a capture may have a million other addresses.
        let claimants = naming.tracker.services.flatMap(\.senders) + naming.tracker.hosts.map(\.sender)
        let senders = Set((claimants + naming.tracker.senders).map(\.address.description))
        var labelsByAddress: [String: String] = [:]
        var peersByAddress: [String: String] = [:]
        for peer in report.peers where !senders.isEmpty {
            for address in peer.addresses where senders.contains(address) {
                labelsByAddress[address] = Excerpt.cut(peer.label)
                peersByAddress[address] = peer.id
            }
        }
        self.labelsByAddress = labelsByAddress
        self.peersByAddress = peersByAddress
    }

    /// The display label of the holder of a service.
    func label(of claim: ServiceClaim) -> String {
        let sender = claim.mainSender
        let hosts = naming.tracker.hosts(of: claim)
        if let target = claim.location?.target, !hosts.isEmpty, !hosts.contains(where: \.isOwn) {
            // The records of a host on another link, repeated by one that joins the links.
            return "\(EventWords.host(target)) through \(label(of: sender))"
        }
        return label(of: sender)
    }

    /// The id of the peer that a message came from.
    func peer(of sender: ServiceSender) -> String? { peersByAddress[sender.address.description] }

    func label(of sender: ServiceSender) -> String {
        let address = sender.address.description
        return labelsByAddress[address] ?? address
    }

    /// The holder of a service with everything that distinguishes it: `Anna (Apple's mDNSResponder, 10.0.0.1, port
    /// 7001)`.
    func holder(_ claim: ServiceClaim) -> String {
        let family = claim.senders.lazy.compactMap { naming.tracker.family(of: $0) }.first
        let label = label(of: claim)
        let address = claim.mainSender.address.description
        let facts =
            [family?.softwareName, address == label ? nil : address, claim.location.map { "port \($0.port)" }]
            .compactMap(\.self)
        return facts.isEmpty ? label : "\(label) (\(facts.joined(separator: ", ")))"
    }

    /// A finding about a service.
    ///
    /// - Parameters:
    ///   - place: Of the claim, among the tracker's.
    ///   - moment: The packet that shows it.
    func finding(
        _ code: String, _ severity: Finding.Severity, about place: Int, at moment: PacketMoment, message: String,
        remedy: String, reference: String
    ) -> Finding {
        Finding(
            code: .init(rawValue: code), severity: severity, time: axis.seconds(moment.time), frames: [moment.frame],
            subject: .service(naming.ids[place]), message: message, remedy: remedy, reference: reference)
    }

    /// The display label of one end of a session.
    func label(of end: Session.Endpoint) -> String {
        end.peer.flatMap { knownLabel(ofPeer: $0) } ?? "\(end.address) port \(end.port)"
    }

    /// The display label of a peer of the report, nil if there is none with that id.
    func knownLabel(ofPeer id: String) -> String? {
        // Peers are numbered from 1 on.
        guard let number = Int(id.dropFirst()), report.peers.indices.contains(number - 1),
            report.peers[number - 1].id == id
        else { return nil }
        return Excerpt.cut(report.peers[number - 1].label)
    }
}

/// A rule is a pure function of the joined model: it says what is wrong, with the frames that show it.
protocol FindingRule {
    static func findings(in context: FindingContext) -> [Finding]
}

/// A rule that looks at one session at a time. All such rules are asked about a session before the next one: what is known
/// of a connection takes kilobytes, and is fetched once and not for each rule.
protocol SessionRule: FindingRule {
    /// - Parameter number: The session's place.
    static func findings(ofSession number: Int, in context: FindingContext) -> [Finding]
}

extension SessionRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.report.sessions.indices.flatMap { findings(ofSession: $0, in: context) }
    }
}

enum FindingRules {
    private static var all: [any FindingRule.Type] {
        [
            CaptureTruncatedRule.self, FragmentOverlapRule.self, ChecksumInvalidRule.self, CaptureGapRule.self,
            BrokenFramingRule.self, UndecodableMessageRule.self,
            NameConflictRule.self, ServiceRenamedRule.self, HostRenamedRule.self, HostNameConflictRule.self,
            NumberedNameRule.self, ChosenNameRule.self,
            ServiceTypeRule.self, InstanceNameRule.self, SameTypeTwoTransportsRule.self,
            TextRecordRule.self, RecordDeviationRule.self,
            GoodbyeMissingRule.self, TargetUnresolvedRule.self, UndeclaredServiceRule.self, PeerIdentityRule.self,
            EarlyDataRule.self, IdentificationMissingRule.self, IdentificationMismatchRule.self,
            TieBreakRule.self, DuplicateConnectionRule.self, RetryBackoffRule.self, HostIdentityRule.self,
            SharedPeerIdentityRule.self, PacketLossRule.self, DuplicateDatagramRule.self, MeshIncompleteRule.self,
            RelayAlteredRule.self, TooManyCarriersRule.self, DuplicateMessageRule.self, RelayLoopRule.self,
            SyncErrorRule.self, ChannelOverlapRule.self, InfrastructureScheduleRule.self, ChannelHoppingRule.self,
            SilentNodeRule.self, MasterLoopRule.self, RivalMastersRule.self, TreeDistanceRule.self,
            ElectionContradictionRule.self, NodeRestartRule.self, DeadRootRule.self,
            UnknownVersionRule.self, DamagedFramesRule.self, CaptureChannelRule.self, RadioTimeRule.self,
        ]
    }

    private typealias Judgement = (rule: Int, finding: Finding)

    /// All findings, in order of time, then of frame number, then of rules.
    static func judge(_ context: FindingContext) -> [Finding] {
        ordered(ofCapture(context) + ofSessions(context.report.sessions.indices, context))
    }

    /// The same findings, sessions judged by several workers.
    static func judge(_ context: FindingContext, workers: Int) async -> [Finding] {
        guard workers > 1 else { return judge(context) }
        async let ofCapture = ofCapture(context)
        var found: [Judgement] = []
        let count = context.report.sessions.count
        let slices = OrderedSlices(ofSessions: count, workers: workers)
        await slices.forEach {
            ofSessions($0, context)
        } take: {
            found += $0
        }
        return ordered(await ofCapture + found)
    }

    /// Those of rules that look at the capture as a whole.
    private static func ofCapture(_ context: FindingContext) -> [Judgement] {
        all.enumerated().filter { !($1 is any SessionRule.Type) }.flatMap { place, rule in
            rule.findings(in: context).map { (place, $0) }
        }
    }

    /// Those of rules that look at sessions one by one, in the order of the sessions.
    private static func ofSessions(_ numbers: Range<Int>, _ context: FindingContext) -> [Judgement] {
        let rules = all.enumerated().compactMap { place, rule in (rule as? any SessionRule.Type).map { (place, $0) } }
        return numbers.flatMap { number in
            rules.flatMap { place, rule in rule.findings(ofSession: number, in: context).map { (place, $0) } }
        }
    }

    private static func ordered(_ found: [Judgement]) -> [Finding] {
        // Those of one rule are already in session order; sorting is not stable.
        found.enumerated().sorted { first, second in
            let (one, other) = (first.element.finding, second.element.finding)
            let (place, otherPlace) = (first.element.rule, second.element.rule)
            return (one.time ?? 0, one.frames.first ?? 0, place, first.offset)
                < (other.time ?? 0, other.frames.first ?? 0, otherPlace, second.offset)
        }.map(\.element.finding)
    }
}
