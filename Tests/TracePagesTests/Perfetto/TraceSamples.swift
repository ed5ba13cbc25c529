import TraceModel

@testable import TracePages

/// Reports on captures that begin at a round time.
enum TraceSamples {
    static let origin: Int64 = 1_700_000_000_000_000_000

    static func time(_ nanoseconds: Int64) -> UInt64 { UInt64(origin + nanoseconds) }

    static func session(_ id: Int = 1, from: String? = "p1", to: String? = "p2") -> Session {
        Session(
            id: id, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(peer: from, address: "10.0.0.1", port: 50000),
            responder: .init(peer: to, address: "fe80::2", port: 7000), interface: 0, firstFrame: 3,
            start: 1.000000001, end: 6.5, duration: 5.499999999)
    }

    static func report(
        peers: [Peer] = [Peer(id: "p1", label: "Ana"), Peer(id: "p2", label: "Bo")], services: [Service] = [],
        sessions: [Session] = [], findings: [Finding] = []
    ) -> TraceReport {
        var capture = CaptureSummary(path: "trace.pcap", format: "pcap", compression: "none")
        capture.origin = origin
        return TraceReport(
            capture: capture, peers: peers, services: services, sessions: sessions, findings: findings)
    }

    static func message(
        from begun: Double, to time: Double, frame: Int = 9, session: Int = 1,
        _ direction: TraceMessage.Direction = .forward, type: String? = "direct", latency: Double? = nil
    ) -> TraceMessage {
        TraceMessage(
            time: time, frame: frame, begun: begun, session: session, direction: direction, application: .mesh,
            type: type, bytes: 12, latency: latency, latencyKind: latency == nil ? nil : .roundTrip)
    }
}
