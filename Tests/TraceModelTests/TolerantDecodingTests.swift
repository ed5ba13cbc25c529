import Foundation
import TestSupport
import Testing
import TraceModel

/// What a program of another version makes of a report, by the rule in Docs/formats.md. `Fixtures/reports` has reports that version 0.1.0
/// wrote.
@Suite struct TolerantDecodingTests {
    static let stored = [
        "mesh2-gate-violation.early", "hostname-conflict-apple-avahi", "awdl-variants", "nan-sdf-naf", "declined",
    ]

    private static func json(_ name: String) throws -> JSONTree {
        try JSONTree(Data(contentsOf: Fixture.url("reports/\(name).json")))
    }

    private static func decode(_ tree: JSONTree) throws -> TraceReport {
        try JSONDecoder().decode(TraceReport.self, from: tree.data)
    }

    @Test(arguments: stored)
    func whatAnEarlierVersionWroteIsReadAndWrittenAgainWithoutLoss(name: String) throws {
        let tree = try Self.json(name)
        let again = try JSONTree(JSONEncoder().encode(Self.decode(tree)))
        #expect(again.contains(tree) == nil)
    }

    @Test(arguments: stored)
    func anyKeyMayBeMissing(name: String) throws {
        let tree = try Self.json(name)
        for path in tree.memberPaths {
            #expect(throws: Never.self, "without \(path.joined(separator: "."))") {
                _ = try Self.decode(tree.removing(path))
            }
        }
    }

    @Test(arguments: stored)
    func keysOfALaterVersionAreIgnored(name: String) throws {
        let tree = try Self.json(name)
        #expect(try Self.decode(tree.addingMembers("addedLater", .text("news"))) == Self.decode(tree))
    }

    @Test func theSmallestReportHasNothingInIt() throws {
        let report = try Self.decode(JSONTree(Data("{}".utf8)))
        #expect(report.peers.isEmpty && report.sessions.isEmpty && report.findings.isEmpty)
        #expect(report.capture.packets == 0 && report.wireless == nil)
    }

    @Test(arguments: [
        ("mesh2-gate-violation.early", ["sessions", "application"]),
        ("mesh2-gate-violation.early", ["findings", "code"]),
        ("mesh2-gate-violation.early", ["sessions", "limits", "reason"]),
        ("mesh2-gate-violation.early", ["peers", "evidence", "kind"]),
        ("hostname-conflict-apple-avahi", ["services", "state"]),
        ("hostname-conflict-apple-avahi", ["services", "timeline", "event"]),
    ])
    func wordsOfALaterVersionAreKeptAndWrittenBack(name: String, path: [String]) throws {
        let tree = try Self.json(name).replacing(path, with: .text("of-tomorrow"))
        let again = try JSONTree(JSONEncoder().encode(Self.decode(tree)))
        #expect(again.values(at: path).contains(.text("of-tomorrow")))
        #expect(again.contains(tree) == nil)
    }

    @Test func aReportIsMadeByHand() throws {
        var session = Session(
            id: 1, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(peer: "p1", address: "10.0.0.1", port: 50_000),
            responder: .init(peer: "p2", address: "10.0.0.2", port: 7000), interface: 0, firstFrame: 1, start: 0,
            end: 2,
            duration: 2)
        session.handshakeRTT = 0.004
        let report = TraceReport(
            capture: CaptureSummary(path: "made.pcap", format: "pcap", compression: "none"),
            peers: [Peer(id: "p1", label: "Alice"), Peer(id: "p2", label: "Bruno")], services: [], sessions: [session],
            findings: [])
        let again = try JSONDecoder().decode(TraceReport.self, from: JSONEncoder().encode(report))
        #expect(again == report && again.hashValue == report.hashValue)
        #expect(again.session(id: 1)?.handshakeRTT == 0.004 && again.session(id: 2) == nil)
        #expect(again.peer(id: "p2")?.label == "Bruno" && again.service(id: "s1") == nil && again.host(id: "h1") == nil)
    }

    @Test func sessionsOfMulticastDNSAreItsApplicationAndUnknownInJSON() throws {
        let tree = try Self.json("hostname-conflict-apple-avahi")
        let report = try Self.decode(tree)
        #expect(tree.values(at: ["sessions", "application"]).contains(.text("unknown")))
        #expect(!report.sessions.isEmpty && report.sessions.allSatisfy { $0.application == .mdns })
        var session = try #require(report.sessions.first)
        session.application = .unknown
        #expect(session.application == .unknown && session.discovery == nil)
        session.application = .mdns
        #expect(session == report.sessions.first)
        let again = try JSONTree(JSONEncoder().encode(session))
        #expect(again.values(at: ["application"]) == [.text("unknown")])
    }

    @Test func sessionsAreFoundByIdInAPartOfAReportToo() throws {
        let report = try Self.decode(Self.json("mesh2-gate-violation.early"))
        let last = try #require(report.sessions.last)
        #expect(report.limited(toSessions: [last]).session(id: last.id) == last)
    }
}
