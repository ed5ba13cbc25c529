import Foundation
import TestSupport
import Testing
import TraceModel

/// The code of `Read-a-report.md`.
@Suite struct ReadAReportTests {
    /// Who was connected with whom, and how long a handshake took.
    private func connections(in json: Data) throws -> [String] {
        let report = try JSONDecoder().decode(TraceReport.self, from: json)
        func name(_ end: Session.Endpoint) -> String {
            end.peer.flatMap(report.peer(id:))?.label ?? end.address
        }
        return report.sessions.filter { !$0.isBackground }.map { session in
            let time = session.handshakeRTT.map { "\(Int(($0 * 1e6).rounded())) µs" } ?? "no handshake"
            return "\(name(session.initiator)) → \(name(session.responder)): \(session.application), \(time)"
        }
    }

    /// Two peers with one connection, of which the responder refused a second one.
    private func sample() -> TraceReport {
        var session = Session(
            id: 1, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(peer: "p1", address: "10.0.0.1", port: 50_000),
            responder: .init(peer: "p2", address: "10.0.0.2", port: 7000), interface: 0, firstFrame: 1, start: 0,
            end: 2, duration: 2)
        session.handshakeRTT = 0.0042
        let refused = Finding(
            code: .init(rawValue: "connection-refused"), severity: .warning, time: 2.5, frames: [40, 41],
            subject: .session(1), message: "Bruno refused a second connection.", remedy: "Close the first one before.",
            reference: "RFC 9293 §3.10.7")
        return TraceReport(
            capture: CaptureSummary(path: "sample.pcapng", format: "pcapng", compression: "none"),
            peers: [Peer(id: "p1", label: "Anna"), Peer(id: "p2", label: "Bruno")], services: [], sessions: [session],
            findings: [refused])
    }

    @Test func aReportSaysWhoWasConnected() throws {
        let json = try Data(contentsOf: Fixture.url("reports/mesh2-gate-violation.early.json"))
        let lines = try connections(in: json)
        #expect(lines.count == 1 && lines[0].contains(": mesh, "))
    }

    @Test func aReportThatWasMadeByHandReadsTheSame() throws {
        #expect(try connections(in: JSONEncoder().encode(sample())) == ["Anna → Bruno: mesh, 4200 µs"])
        #expect(sample().findingGroups.map(\.code.rawValue) == ["connection-refused"])
    }
}
