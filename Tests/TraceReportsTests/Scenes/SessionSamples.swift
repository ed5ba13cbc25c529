import TraceModel

@testable import TraceAnalysis

/// Sessions and reports of them, for tests of what is told of them.
enum SessionSamples {
    /// A mesh session between Ana and Bo with nothing in it.
    static func session(_ id: Int = 1, _ change: (inout Session) -> Void = { _ in }) -> Session {
        var session = Session(
            id: id, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(peer: "p1", address: "10.0.0.1", port: 50000),
            responder: .init(peer: "p2", address: "10.0.0.2", port: 7000), service: "s1", interface: 0, firstFrame: 3,
            start: Double(id), end: Double(id) + 10, duration: 10)
        session.forward.packets = 4
        session.backward.packets = 3
        change(&session)
        return session
    }

    static func report(_ sessions: [Session], meshes: [Mesh] = [], findings: [Finding] = []) -> TraceReport {
        var ana = Peer(id: "p1", label: "Ana")
        ana.peerIDs = ["id-of-ana"]
        var bo = Peer(id: "p2", label: "Bo")
        bo.displayNames = ["Bo's phone"]
        bo.peerIDs = ["id-of-bo"]
        let service = Service(
            id: "s1", instance: "Bo, the \"first\"", type: "_chat._tcp", domain: "local",
            fullName: "Bo._chat._tcp.local.",
            host: "bo.local.", port: 7000, addresses: ["10.0.0.2"], peer: "p2", firstSeen: 0, lastSeen: 1,
            state: .announced)
        return TraceReport(
            capture: CaptureSummary(path: "trace.pcap", format: "pcap", compression: "none"),
            peers: [ana, bo, Peer(id: "p3", label: "Chi")], services: [service], sessions: sessions, meshes: meshes,
            findings: findings)
    }

    static func distribution(_ count: Int, median: Double) -> Distribution {
        var distribution = Distribution()
        distribution.count = count
        distribution.median = median
        distribution.min = median / 2
        distribution.mean = median
        distribution.p95 = median * 2
        distribution.p99 = median * 3
        distribution.max = median * 4
        return distribution
    }

    /// The times in which a side was answered.
    static func answers(_ count: Int, median: Double, question: Int) -> SessionDirection.Answers {
        SessionDirection.Answers(
            delay: distribution(count, median: median),
            slowest: [.init(time: 5, delay: median * 4, frame: question, answerFrame: question + 1)])
    }

    /// A mesh session with every step and figure.
    static var full: Session {
        session(4) { session in
            session.phases.discover = 0.012
            session.phases.resolve = 0.003
            session.phases.connect = 0.0021
            session.phases.identify = 0.0004
            session.phases.stabilize = 4
            session.phases.firstMessage = 4.39
            session.established = 4.0021
            session.identified = 4.0025
            session.firstMessage = 8.3921
            session.handshakeRTT = 0.0021
            session.networkRTT = .init(0.001, from: .transport)
            session.transportRTT = distribution(46, median: 0.002)
            session.forward.transportRTT = session.transportRTT
            session.applicationRTT = distribution(43, median: 0.0025)
            session.forward.applicationRTT = session.applicationRTT
            session.jitter.meanAbsoluteDifference = 0.0004
            session.jitter.rfc3550 = 0.0003
            session.capturePoint = .initiator
            session.evidence = "4 frames of mesh messages"
            session.forward.messages = 46
            session.forward.messageTypes.add(1, of: "identification")
            session.forward.messageTypes.add(45, of: "direct")
            session.backward.messages = 1
            session.backward.messageTypes.add(1, of: "identification")
            session.forward.payloadBytes = 8708
            session.backward.payloadBytes = 136
            session.forward.goodput = 8000
            session.throughput.binWidth = 0.01
            session.throughput.forward = [800, 0, 400]
            session.throughput.backward = [100]
            session.limits = [
                .init(
                    metrics: ["transportRTT", "duplicateAcks"], reason: .snapLength,
                    message: "packets are cut after 96 bytes")
            ]
            session.icmpErrors = [
                .init(time: 1.5, frame: 9, source: "10.0.0.9", type: 3, code: 1, name: "host unreachable", count: 2)
            ]
        }
    }
}
