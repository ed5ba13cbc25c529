import DNSWire
import PacketCapture
import ServiceDiscovery
import TraceModel
import WireCoding

/// Judges by the rules of multicast DNS while packets are captured, and hands on the messages that it hears.
///
///     var conformance = LiveConformance()
///     for heard in conformance.add(record, bytes: bytes, linkType: .ethernet) {
///         tester.receive(heard.message, of: heard.datagram)
///     }
///     let report = conformance.report(path: "test.pcapng", interface: "eth0", of: tester)
public struct LiveConformance: Sendable {
    private var pass = ConformancePass(keepsHeard: true)

    /// A judgement of a link on which nothing was heard yet.
    public init() {}

    /// Packets that the system dropped.
    public var dropped: UInt64 = 0 { didSet { pass.note(dropped: dropped) } }

    /// Looks at the next packet.
    ///
    /// - Parameters:
    ///   - record: With a frame number above those before.
    ///   - bytes: What was captured.
    ///   - linkType: What the bytes begin with.
    /// - Returns: The messages that it brought, mostly one or none.
    public mutating func add(
        _ record: PacketRecord, bytes: Span<UInt8>, linkType: LinkType
    ) -> [(message: DNSMessage, datagram: ObservedDatagram)] {
        pass.take(record, bytes, linkType: linkType)
        return pass.heard
    }

    /// The card of the tester's target, with the rules that only the test shows, and how the scenarios went.
    ///
    /// - Parameters:
    ///   - path: Of the capture, or of the interface.
    ///   - interface: Where the tester was.
    ///   - tester: The test that was played.
    public func report(path: String, interface: String, of tester: ConformanceTester) -> ConformanceReport {
        let judgement = ConformanceJudgement(pass.log)
        let cards = judgement.hosts.filter { host in
            guard let target = tester.target else { return false }
            guard let link = target.linkAddress else {
                return host.linkAddresses.isEmpty && host.addresses.contains(target.address)
            }
            return host.linkAddresses.contains(link)
        }
        return ConformanceReport(
            capture: .init(
                path: path, packets: pass.packets, complete: judgement.isComplete, gaps: judgement.gaps,
                omittedMessages: pass.log.omittedMessages),
            hosts: cards.map { .init(judgement.completed($0, by: tester.results), family: pass.family(of: $0)) },
            tester: .init(tester, interface: interface))
    }
}

extension ConformanceReport.Tester {
    init(_ tester: ConformanceTester, interface: String) {
        self.init(
            interface: interface, address: tester.identity.address.description,
            target: .init(
                originalName: (tester.originalName ?? tester.targetName.name).presentation,
                name: (tester.target?.name ?? tester.targetName.name).presentation), sentPackets: tester.sentPackets,
            maximumPackets: ConformanceTester.maximumPackets, packetsPerSecond: ConformanceTester.packetsPerSecond,
            scenarios: tester.results.map { result in
                Scenario(
                    id: result.id, title: result.scenario.title, end: .init(result.end),
                    expectations: result.outcomes.map {
                        Expectation(
                            text: $0.expectation.description, section: $0.expectation.section,
                            rule: $0.expectation.rule,
                            met: $0.met, failed: $0.failed, frames: $0.frames)
                    })
            })
    }
}

extension ConformanceReport.Tester.End {
    init(_ end: ScenarioResult.End) {
        self =
            switch end {
            case .played: .played
            case .notApplicable: .notApplicable
            case .noProbe: .noProbe
            case .packetLimit: .packetLimit
            case .interrupted: .interrupted
            }
    }
}
