import DNSWire
import WireCoding

/// How the hosts of a link keep the rules of multicast DNS and DNS-SD, as far as it was heard.
///
/// What the place of the capture may have hidden is held against nobody.
public struct ConformanceJudgement: Sendable {
    /// The judgement of a rule.
    public enum Verdict: String, CaseIterable, Sendable {
        /// There were occasions, and no fault, or too few for an accusation.
        case kept
        /// Faults were seen that nothing missing from the capture explains.
        case broken
        /// The rule never applied.
        case noOccasion = "no-occasion"
        /// No capture shows it, or what is missing from this one may explain it.
        case cannotSee = "cannot-see"
    }

    /// What is said of one rule.
    public struct Finding: Sendable {
        /// The rule that is judged.
        public let rule: ConformanceRule
        /// The judgement; only ``ConformanceJudgement/Verdict/broken`` accuses the host.
        public let verdict: Verdict
        /// How often the rule applied.
        public let occasions: Int
        /// How often it was broken; 0 unless that is the verdict.
        public let broken: Int
        /// The frames of the first faults, at most 40, in order.
        public let frames: [Int]
        /// A sentence with figures.
        public let evidence: String
    }

    /// The card of one host.
    public struct Host: Sendable {
        /// The host name without a dot at the end, or else an address.
        public let label: String
        /// The host's name, nil for a host that told none.
        public let hostname: DNSName?
        /// The source addresses of its frames.
        public let linkAddresses: [LinkAddress]
        /// The source addresses of its packets.
        public let addresses: [IPAddress]
        /// Whether it repeats what others say, so that nothing is judged.
        public let isRelay: Bool
        /// Every rule once, in the order of ``ConformanceRule/all``.
        public let findings: [Finding]
    }

    /// In the order of their first packets.
    public let hosts: [Host]
    /// Signs that packets are missing from the capture, a sentence each.
    public let gaps: [String]

    /// Whether there are no such signs.
    public var isComplete: Bool { gaps.isEmpty }

    /// Judges the hosts of a log by every rule.
    public init(_ log: ConformanceLog) {
        let link = LinkHistory(log)
        gaps = link.gaps
        let isComplete = gaps.isEmpty
        hosts = link.listedHosts.map { Host(HostView(link: link, host: $0), isComplete: isComplete) }
    }

    /// The same by several at a time.
    ///
    /// - Parameters:
    ///   - log: What was heard on the link.
    ///   - workers: How many, 1 at least. The result is the same with any number.
    public init(_ log: ConformanceLog, workers: Int) async {
        let link = LinkHistory(log)
        gaps = link.gaps
        let isComplete = gaps.isEmpty
        let listed = link.listedHosts
        let workers = max(1, min(workers, listed.count))
        let parts = await withTaskGroup(of: [(place: Int, host: Host)].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    stride(from: worker, to: listed.count, by: workers).map {
                        ($0, Host(HostView(link: link, host: listed[$0]), isComplete: isComplete))
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        hosts = parts.sorted { $0.place < $1.place }.map(\.host)
    }
}

extension ConformanceRule {
    /// Every rule, in the order in which cards have them; those that no capture shows last.
    public static let all: [ConformanceRule] =
        MessageRules.rules + RecordRules.rules + AnswerRules.rules + TimingRules.rules + ProbingRules.rules
        + ConflictRules.rules + AnnouncingRules.rules + QueryingRules.rules + ServiceRules.rules + UnseenRules.rules
}

extension ConformanceJudgement.Host {
    init(_ view: HostView, isComplete: Bool) {
        let host = view.link.log.hosts[view.host]
        hostname = view.hostname
        linkAddresses = host.linkAddresses
        addresses = host.addresses
        isRelay = view.link.isRelay[view.host]
        label =
            hostname.map { name in
                let text = name.presentation
                return text.hasSuffix(".") ? String(text.dropLast()) : text
            } ?? host.linkAddresses.first?.description ?? host.addresses.first?.description ?? "unknown"
        let isRelay = isRelay
        findings = ConformanceRule.all.map {
            .judging($0, view, isRelay: isRelay, isComplete: isComplete)
        }
    }
}

extension ConformanceJudgement.Finding {
    /// - Parameter isComplete: Whether nothing is known to be missing from the capture.
    fileprivate static func judging(
        _ rule: ConformanceRule, _ view: HostView, isRelay: Bool, isComplete: Bool
    ) -> Self {
        func finding(_ verdict: ConformanceJudgement.Verdict, _ occasions: Int, _ evidence: String) -> Self {
            Self(rule: rule, verdict: verdict, occasions: occasions, broken: 0, frames: [], evidence: evidence)
        }
        guard let judge = rule.judge else { return finding(.cannotSee, 0, rule.occasion) }
        guard !isRelay else { return finding(.cannotSee, 0, "The host repeats what others say.") }
        let tally = judge(view)
        guard tally.occasions > 0 || tally.isAccusation else {
            return finding(.noOccasion, 0, "Nothing of the kind is in the capture.")
        }
        let occasions = max(tally.occasions, tally.broken)
        guard tally.isAccusation else {
            let faults = tally.broken == 0 ? "none broken" : "\(tally.broken) broken, too few to accuse"
            return finding(.kept, occasions, "\(occasions == 1 ? "1 occasion" : "\(occasions) occasions"), \(faults).")
        }
        guard rule.basis == .seen || isComplete else {
            return finding(
                .cannotSee, occasions, "Packets are missing from the capture, which may explain what was not seen.")
        }
        let detail = tally.detail.map { "; \($0)" } ?? ""
        return Self(
            rule: rule, verdict: .broken, occasions: occasions, broken: tally.broken, frames: tally.frames.sorted(),
            evidence: "\(tally.broken) of \(occasions): \(rule.fault)\(detail).")
    }
}

extension HostView {
    /// The name by which the host is known: of A or AAAA records that it multicast first, one of its own addresses if
    /// there is one.
    fileprivate var hostname: DNSName? {
        let own = Set(link.log.hosts[host].addresses)
        var first: Int?
        for index in traffic.multicastResponses {
            for record in link.records(index) where record.ttl > 0 {
                guard case .address(let address) = link.known(record).data else { continue }
                let name = link.known(record).name
                if own.contains(address), link.name(name).isLocal { return link.name(name) }
                if first == nil { first = name }
            }
        }
        return first.map { link.name($0) }
    }
}

extension LinkHistory {
    /// The hosts that are judged, by first packet.
    fileprivate var listedHosts: [Int] {
        log.hosts.indices.filter { log.hosts[$0].isListed }.sorted {
            log.hosts[$0].firstFrame < log.hosts[$1].firstFrame
        }
    }

    /// Signs that packets are missing.
    fileprivate var gaps: [String] {
        var gaps: [String] = []
        if log.droppedPackets > 0 {
            gaps.append("The capture says that \(log.droppedPackets) packets were dropped.")
        }
        if log.omittedMessages > 0 {
            gaps.append("\(log.omittedMessages) messages were over the limit of what is judged.")
        }
        for host in log.hosts.indices where !isRelay[host] {
            let named = log.hosts[host].linkAddresses.first?.description ?? log.hosts[host].addresses.first?.description
            if log.identificationSteps(of: host).contains(where: \.hasGap) {
                gaps.append("The identifications of packets from \(named ?? "a host") leave numbers out.")
            }
            let multicasts = traffic[host].multicasts.filter { messages[$0].sourcePort == WellKnownPort.multicastDNS }
            let twins = multicasts.count { messages[$0].twinFrame != 0 }
            // Each twin is two packets.
            if twins >= 8, twins < multicasts.count, 20 * twins >= 9 * (multicasts.count + twins) {
                gaps.append("Messages from \(named ?? "a host") to both groups lack one.")
            }
        }
        return gaps
    }
}
