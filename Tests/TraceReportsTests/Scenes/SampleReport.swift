import TraceModel

@testable import TraceAnalysis

/// A small report with a value in every corner, and names as an attacker would choose them.
enum SampleReport {
    static let hostile = "A\u{1B}[2J\u{9B}31m\u{202E}nna\n\u{7}\u{2028}\u{E0041}"

    private static var capture: CaptureSummary {
        var capture = CaptureSummary(path: "trace" + hostile + ".pcap", format: "pcap", compression: "none")
        capture.packets = 12
        capture.firstTime = "2024-02-29T00:00:00.000000001Z"
        capture.lastTime = "2024-02-29T00:00:10.000000000Z"
        capture.duration = 1e-09
        capture.interfaces = [
            .init(
                id: 0, name: hostile, linkType: "ETHERNET", linkTypeValue: 1, snapLength: nil,
                timestampResolution: 1e-06, packets: 12, dropped: 3)
        ]
        capture.fileError = .init(offset: 77, message: "cut " + hostile)
        capture.protocols.add(12, of: "ethernet")
        capture.protocols.add(7, of: "arp")
        capture.undecoded.add(1, of: hostile)
        return capture
    }

    private static var peer: Peer {
        var peer = Peer(id: "p1", label: hostile)
        peer.displayNames = [hostile]
        peer.peerIDs = [hostile]
        peer.hostnames = [hostile + "."]
        peer.addresses = ["10.0.0.1"]
        peer.evidence = [.init(kind: .textPeerID, time: 0.5, frame: 2)]
        return peer
    }

    private static var service: Service {
        var service = Service(
            id: "s1", instance: hostile, type: "_chat._tcp", domain: "local", fullName: hostile, host: hostile,
            port: 7000, addresses: ["10.0.0.1"], peer: "p1", firstSeen: 0, lastSeen: 1.25, state: .announced)
        service.txt = [
            .init(key: "flag", value: nil, valueHex: nil, hasValue: false),
            .init(key: hostile, value: hostile, valueHex: "41", hasValue: true),
        ]
        service.timeline = [.init(time: 0, frame: 1, event: .probeTiebreak, source: "10.0.0.1", detail: hostile)]
        return service
    }

    private static func session(_ id: Int) -> Session {
        var session = Session(
            id: id, transport: .tcp, application: .mesh, ending: .captureEnd, midstream: true,
            initiator: .init(peer: "p1", address: "10.0.0.1", port: 50000),
            responder: .init(peer: nil, address: "10.0.0.2", port: 7000), service: "s1", interface: 0, firstFrame: 3,
            start: 0.25, end: 1, duration: 0.75)
        session.forward.messages = 3
        session.forward.messageTypes.add(2, of: hostile)
        session.forward.messageTypes.add(1, of: "direct")
        session.forward.payloadBytes = 1234
        session.throughput.forward = [0, 0.5, 1e-09]
        session.transportRTT.count = 1
        session.transportRTT.median = 0.002
        return session
    }

    static func report(sessions: Int = 1) -> TraceReport {
        TraceReport(
            capture: capture, peers: [peer], services: [service], sessions: (0..<sessions).map { session($0 + 1) },
            findings: [
                Finding(
                    code: Finding.Code(rawValue: "broken-framing"), severity: .error, time: 0.5, frames: [3, 4],
                    subject: .session(1), message: "It broke: " + hostile, remedy: "Mend " + hostile,
                    reference: "RFC 9293"),
                Finding(
                    code: Finding.Code(rawValue: "capture-gap"), severity: .note, time: nil, frames: [],
                    subject: .capture, message: "Gap", remedy: "None", reference: "RFC 9293"),
            ])
    }
}

extension Session.Endpoint {
    /// The same end at another address.
    func at(_ address: String) -> Session.Endpoint { .init(peer: peer, address: address, port: UInt16(port)) }
}
