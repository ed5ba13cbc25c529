import DNSWire
import PacketDissection
import TraceModel
import WireCoding

/// A host asks by ARP for the link address of another one, and nobody answers: not even a connection can be tried. Only
/// addresses that were announced, or that sessions failed to reach, count: many programs ask for hosts that are off.
enum AddressUnresolvedRule: FindingRule {
    /// Linux asks three times, a second apart, before it gives up.
    private static let fewest = 3
    private static let patience: Int64 = 2_000_000_000
    /// The time after the last question in which an answer would have come.
    private static let answerTime: Int64 = 1_000_000_000
    /// The findings; more hosts are asked for by a scan.
    private static let maximumFindings = 32

    static func findings(in context: FindingContext) -> [Finding] {
        let questions = context.addressQuestions
        let wanted = context.failures.silent + context.failures.undeliverable
        let sessions = Dictionary(
            wanted.map { (context.connections[$0].responderEndpoint.address, $0) }, uniquingKeysWith: min)
        let hosts = announcedHosts(context)
        var reported: Set<IPAddress> = []
        var findings: [Finding] = []
        for place in questions.places where findings.count < maximumFindings {
            let (session, host) = (sessions[place.address], hosts[place.address])
            guard session != nil || host != nil, !reported.contains(place.address) else { continue }
            let asker = questions.askers(for: place).first { asker in
                asker.count >= fewest && asker.last.time - asker.first.time >= patience
                    && (context.counter.lastTime ?? 0) - asker.last.time >= answerTime
                    && (session != nil || questions.hears(asker.link))
            }
            guard let asker else { continue }
            reported.insert(place.address)
            findings.append(finding(place.address, asker, session: session, host: host, context))
        }
        return findings
    }

    /// The host names that are announced with each address now.
    private static func announcedHosts(_ context: FindingContext) -> [IPAddress: HostClaim] {
        var hosts: [IPAddress: HostClaim] = [:]
        guard !context.addressQuestions.places.isEmpty else { return hosts }
        for claim in context.naming.tracker.hosts where claim.firstAnnouncement != nil && !claim.isGone {
            for address in claim.currentAddresses where !address.isIPv6 && hosts[address] == nil {
                hosts[address] = claim
            }
        }
        return hosts
    }

    private static func finding(
        _ address: IPAddress, _ asker: AddressQuestions.Asker, session: Int?, host: HostClaim?,
        _ context: FindingContext
    ) -> Finding {
        let isPersistent = asker.last.time - asker.first.time >= UnansweredConnectionRule.persistent
        let name = host.map { "\(EventWords.host($0.name)) (\(address))" } ?? "\(address)"
        let subject: Finding.Subject = session.map { .session(context.report.sessions[$0].id) } ?? .capture
        return context.finding(
            "address-unresolved", isPersistent ? .warning : .note, about: subject, at: [asker.first, asker.last],
            message:
                "No host answered the last \(asker.count) ARP requests of \(asker.address) for \(name)"
                + (session == nil ? "." : ", to which connections failed."),
            facts: [
                "address": address, "asker": asker.address, "requests": asker.count,
                "host": host?.name.presentation,
            ],
            remedy:
                "Check that the host is on and on this link, and that it still has the address: "
                + "its records may be older than its lease.",
            reference: "RFC 826, RFC 1122 §2.3.2.2")
    }
}
