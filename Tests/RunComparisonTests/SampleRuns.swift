import TraceModel
import WireCoding

@testable import RunComparison

/// Made-up sessions and reports for comparisons.
enum SampleRuns {
    /// An echo test with these figures.
    static func session(
        _ transport: Session.Transport = .tcp, rtt: Double? = 0.02, port: UInt16 = 50_000, start: Double = 1,
        id: Int = 1
    ) -> Session {
        var session = Session(
            id: id, transport: transport, application: .echo, ending: .fin, midstream: false,
            initiator: .init(peer: nil, address: "10.0.0.1", port: port),
            responder: .init(peer: nil, address: "10.0.0.2", port: 7000), service: nil, interface: 0, firstFrame: 3,
            start: start, end: start + 10, duration: 10)
        session.capturePoint = .initiator
        if let rtt {
            session.applicationRTT.count = 100
            session.applicationRTT.median = rtt
            session.applicationRTT.mean = rtt * 1.1
            session.applicationRTT.p95 = rtt * 2
            session.jitter.meanAbsoluteDifference = rtt / 10
            session.jitter.rfc3550 = rtt / 20
        }
        return session
    }

    static func report(_ sessions: [Session], firstTime: String? = "2025-11-06T08:00:00.000000000Z") -> TraceReport {
        var capture = CaptureSummary(path: "x", format: "pcap", compression: "none")
        capture.firstTime = firstTime
        capture.origin = firstTime.flatMap { RFC3339.nanoseconds($0) }
        return TraceReport(capture: capture, peers: [], services: [], sessions: sessions, findings: [])
    }

    /// A run of each round trip time.
    static func runs(_ transport: Session.Transport, _ times: [Double], scenario: String = "city") -> [TestRun] {
        var collector = RunCollector()
        for (index, time) in times.enumerated() {
            let session = session(transport, rtt: time, port: UInt16(50_000 + index))
            collector.add(report([session]), path: "\(scenario)-\(transport.rawValue)-\(index).pcap")
        }
        return collector.runs
    }
}
