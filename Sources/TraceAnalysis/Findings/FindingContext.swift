import DNSWire
import SealedChannels
import ServiceDiscovery
import TraceModel
import WireCoding

/// The input of a finding rule: the joined report, and the connections of its sessions (same order).
///
/// A class, because each rule hands it on, and its closures keep it, for each session: as a value, it was copied each time, with
/// everything in it counted.
final class FindingContext: Sendable {
    let report: TraceReport
    let connections: [Connection]
    let counter: CaptureCounter
    let naming: NamingStory
    let fragments: FragmentReassembler
    let checksums: ChecksumCounter
    let addressClaims: AddressClaims
    let addressQuestions: AddressQuestions
    let wireless: WirelessTracker
    /// Nil for more nodes than it judges.
    let awdlTree: AWDLTree?
    /// Nil if no Info.plist was given.
    let declarations: AppServiceDeclarations?
    /// Indices of the mesh sessions among all.
    let meshSessions: [Int]
    /// Sessions that were never established.
    let failures: FailedAttempts
    /// The applications that the analysis was given.
    let guests: GuestList?
    /// The keys that the analysis was given, and those of the capture.
    let secrets: SessionSecrets
    /// The index of each peer in the report.
    let peerIndices: [String: Int]
    /// The index of the peer at each address that sent multicast DNS.
    let namedPeers: [IPAddress: Int]
    let axis: TimeAxis

    init(
        report: TraceReport, connections: [Connection], counter: CaptureCounter, naming: NamingStory = NamingStory(),
        fragments: FragmentReassembler = FragmentReassembler(), checksums: ChecksumCounter = ChecksumCounter(),
        addressClaims: AddressClaims = AddressClaims(), addressQuestions: AddressQuestions = AddressQuestions(),
        wireless: WirelessTracker = WirelessTracker(), awdlTree: AWDLTree? = nil,
        declarations: AppServiceDeclarations? = nil, meshSessions: [Int] = [],
        failures: FailedAttempts = FailedAttempts(), guests: GuestList? = nil,
        secrets: SessionSecrets = SessionSecrets(), peerIndices: [String: Int], namedPeers: [IPAddress: Int] = [:],
        axis: TimeAxis
    ) {
        self.report = report
        self.connections = connections
        self.counter = counter
        self.naming = naming
        self.fragments = fragments
        self.checksums = checksums
        self.addressClaims = addressClaims
        self.addressQuestions = addressQuestions
        self.wireless = wireless
        self.awdlTree = awdlTree
        self.declarations = declarations
        self.meshSessions = meshSessions
        self.failures = failures
        self.guests = guests
        self.secrets = secrets
        self.peerIndices = peerIndices
        self.namedPeers = namedPeers
        self.axis = axis
    }
}

// MARK: - Findings

extension FindingContext {
    /// A finding about anything.
    ///
    /// - Parameters:
    ///   - moments: The packets that show it, in order; more than ``Finding/maximumFrames`` are not listed.
    ///   - time: When it happened; nil for the first of the packets.
    ///   - reference: The document that it follows from; nil for what `Docs/findings.md` says of the code.
    func finding(
        _ code: String, _ severity: Finding.Severity, about subject: Finding.Subject, at moments: [PacketMoment],
        time: Double? = nil, message: String, facts: FindingFacts, remedy: String, reference: String? = nil
    ) -> Finding {
        Finding(
            code: .init(rawValue: code), severity: severity, time: time ?? axis.seconds(moments.first),
            frames: moments.prefix(Finding.maximumFrames).map(\.frame), subject: subject, message: message,
            remedy: remedy, reference: reference ?? "Docs/findings.md, \(code)", facts: KeyedValues(facts))
    }

    /// A finding about a session.
    func finding(
        _ code: String, _ severity: Finding.Severity, about session: Session, at moments: [PacketMoment],
        message: String, facts: FindingFacts, remedy: String, reference: String? = nil
    ) -> Finding {
        finding(
            code, severity, about: .session(session.id), at: moments, time: moments.isEmpty ? session.start : nil,
            message: message, facts: facts, remedy: remedy, reference: reference)
    }

    /// A finding about a service.
    ///
    /// - Parameters:
    ///   - index: The index of its claim among the tracker's.
    ///   - moment: The packet that shows it.
    func finding(
        _ code: String, _ severity: Finding.Severity, about index: Int, at moment: PacketMoment, message: String,
        facts: FindingFacts, remedy: String, reference: String
    ) -> Finding {
        finding(
            code, severity, about: .service(naming.ids[index]), at: [moment], message: message, facts: facts,
            remedy: remedy, reference: reference)
    }
}

// MARK: - Labels

extension FindingContext {
    /// The name that a person would use for the holder of a service.
    func label(of claim: ServiceClaim) -> String {
        let sender = claim.mainSender
        if claim.isHearsay {
            return claim.location.map { EventWords.host($0.target) } ?? "a host that was not heard"
        }
        let hosts = naming.tracker.hosts(of: claim)
        if let target = claim.location?.target, !hosts.isEmpty, !hosts.contains(where: \.isOwn) {
            // The records of a host on another link, repeated by one that joins the links.
            return "\(EventWords.host(target)) through \(label(of: sender))"
        }
        return label(of: sender)
    }

    /// The peer that a message came from.
    func peer(of sender: ServiceSender) -> Peer? { namedPeers[sender.address].map { report.peers[$0] } }

    func label(of sender: ServiceSender) -> String {
        peer(of: sender).map { Excerpt.cut($0.label) } ?? sender.address.description
    }

    /// The holder of a service with all that distinguishes it from others: `Anna (Apple's mDNSResponder, 10.0.0.1, port 7001)`.
    func holder(_ claim: ServiceClaim) -> String {
        let family = naming.tracker.family(of: claim)
        let label = label(of: claim)
        let address = claim.mainSender.address.description
        let facts =
            [family?.softwareName, address == label ? nil : address, claim.location.map { "port \($0.port)" }]
            .compactMap(\.self)
        return facts.isEmpty ? label : "\(label) (\(facts.joined(separator: ", ")))"
    }

    /// The name that a person would use for one end of a session.
    func label(of end: Session.Endpoint) -> String {
        peer(of: end) == nil ? "\(end.address) port \(end.port)" : name(of: end)
    }

    /// The same without a port.
    func name(of end: Session.Endpoint) -> String {
        peer(of: end).map { Excerpt.cut($0.name(at: end.address)) } ?? end.address
    }

    /// The peer at one end of a session.
    func peer(of end: Session.Endpoint) -> Peer? { end.peer.flatMap { peerIndices[$0] }.map { report.peers[$0] } }

    /// The name that a person would use for a peer of the report.
    func label(ofPeer id: String) -> String { peerIndices[id].map { Excerpt.cut(report.peers[$0].label) } ?? id }
}

extension TraceReport {
    /// The index of each peer by its id.
    var peerIndices: [String: Int] {
        Dictionary(peers.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }
}

extension ServiceClaim {
    /// Its name within a sentence.
    var quotedName: String { Excerpt.quoted(name.instanceText) }
}

// MARK: - Words

extension FindingContext {
    /// A duration in seconds with three decimals: `1.204 s`.
    static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = (nanoseconds.magnitude + 500_000) / 1_000_000
        return (nanoseconds < 0 ? "-" : "") + "\(milliseconds / 1000).\((milliseconds % 1000).digits(3)) s"
    }

    /// A share with one decimal: `4.2 %`.
    static func percent(_ part: Int, of whole: Int) -> String {
        let tenths = whole > 0 ? (Double(part) * 1000 / Double(whole)).rounded() : 0
        return "\(tenths / 10) %"
    }
}
