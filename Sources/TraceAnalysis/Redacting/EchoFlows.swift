import PeerMessaging
import WireCoding

/// The flows of UDP that are echo tests: datagrams of eight bytes that came back unchanged.
struct EchoFlows {
    /// Flows that are looked at, and probes of each that wait for their echo.
    private static let flowLimit = 1 << 14
    private static let probeLimit = 64
    /// Echoes of different probes that make a flow an echo test.
    private static let certainEchoes = 4

    private struct Flow {
        /// By the bytes: whether the second end sent them.
        var waiting: [UInt64: Bool] = [:]
        var echoes = 0
    }

    private var flows: [FlowKey: Flow] = [:]

    /// Takes note of a datagram of eight bytes.
    mutating func learn(_ probe: EchoProbe, _ flow: FlowKey, isReversed: Bool) {
        guard !probe.isText, flows[flow] != nil || flows.count < Self.flowLimit else { return }
        var known = flows[flow] ?? Flow()
        if let sender = known.waiting[probe.octets] {
            guard sender != isReversed else { return }
            known.echoes += 1
            known.waiting[probe.octets] = nil
        } else if known.waiting.count < Self.probeLimit {
            known.waiting[probe.octets] = isReversed
        }
        flows[flow] = known
    }

    func isEcho(_ flow: FlowKey) -> Bool { flows[flow].map { $0.echoes >= Self.certainEchoes } ?? false }
}
