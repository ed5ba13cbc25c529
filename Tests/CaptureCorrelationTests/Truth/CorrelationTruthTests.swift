import Foundation
import PacketCapture
import Testing

@testable import CaptureCorrelation
import TestSupport
import TraceModel

/// Pairs of captures of real programs in Fixtures/transfer, against what the switch between the hosts logged of the
/// packets that it lost, and against what the endpoints measured.
@Suite struct CorrelationTruthTests {
    private struct Truth: Decodable {
        struct Capture: Decodable {
            let point: String
            let file: String
        }
        struct Network: Decodable { let eventCounts: [String: Int] }
        struct Session: Decodable {
            struct Delay: Decodable {
                let median: Double
                let jitterRfc3550: Double
            }
            let oneWayDelay: Delay?
        }
        let captures: [Capture]
        let network: Network
        let sessions: [Session]
    }

    private static let folder = Fixture.url("transfer")

    private static func truth(_ name: String) throws -> Truth {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Truth.self, from: Data(contentsOf: folder.appending(path: "\(name).truth.json")))
    }

    private static func report(_ truth: Truth) async throws -> CorrelationReport {
        let files = try truth.captures.prefix(2).map {
            try CaptureFile.open(path: folder.appending(path: $0.file).path)
        }
        return try await CaptureCorrelator().correlate(files[0], files[1])
    }

    @Test(arguments: ["txt-udp-clock-offset", "wa-stream-loss-reorder", "txt-tcp-underground-1000x128"])
    func lostAndDoubledPacketsAreThoseThatTheSwitchLogged(_ name: String) async throws {
        let truth = try Self.truth(name)
        var counts: [String: Int] = [:]
        let report = try await Self.report(truth)
        for session in report.sessions {
            for direction in [session.forward, session.backward] {
                let sender = try #require(direction.sender)
                let points = sender == .first ? truth.captures : Array(truth.captures.prefix(2).reversed())
                let link = "\(points[0].point)>\(points[1].point) \(session.transport.rawValue)"
                counts["\(link) loss", default: 0] += direction.lost
                counts["\(link) dup", default: 0] += direction.duplicated
                #expect(direction.unobserved == 0 && direction.unexplained == 0 && direction.resegmented == 0)
            }
        }
        let logged = truth.network.eventCounts.filter { $0.key.hasSuffix(" loss") || $0.key.hasSuffix(" dup") }
        #expect(!logged.isEmpty)
        #expect(counts.filter { $0.value > 0 } == logged)
    }

    @Test func offsetAndDriftAreThoseThatWereApplied() async throws {
        // The tablet's times were moved by -2.345678 s and stretched by 80 ppm.
        let clock = try await Self.report(Self.truth("txt-udp-clock-offset")).clock
        #expect(abs(try #require(clock.offset) + 2.345678) < 0.0005)
        #expect(abs(try #require(clock.drift) - 80) < 5)
    }

    @Test(arguments: ["wa-stream-loss-reorder", "txt-tcp-underground-1000x128"])
    func clocksThatAreOneAgree(_ name: String) async throws {
        let clock = try await Self.report(Self.truth(name)).clock
        #expect(abs(try #require(clock.offset)) < 0.0005 && clock.drift == nil)
    }

    @Test func delaysAreThoseOfTheEndpoints() async throws {
        // Their messages begin alike, so that only whole payloads tell them apart.
        let truth = try Self.truth("wa-stream-loss-reorder")
        let measured = try #require(truth.sessions.first?.oneWayDelay)
        let stream = try await Self.report(truth).sessions.max { $0.forward.matched < $1.forward.matched }
        let forward = try #require(stream).forward
        #expect(abs(try #require(forward.oneWayDelay.median) * 1000 - measured.median) < 0.2)
        #expect(abs(try #require(forward.interarrivalJitter) * 1000 - measured.jitterRfc3550) < 0.05)
    }

    @Test func retransmissionsAreNotTakenForLatePackets() async throws {
        // The hosts have no timestamps option here, and the switch kept the order: identifications alone tell a segment
        // that was sent again from the one that was lost.
        let truth = try Self.truth("txt-tcp-underground-1000x128")
        let sessions = try await Self.report(truth).sessions.filter { $0.transport == .tcp }
        let directions = sessions.flatMap { [$0.forward, $0.backward] }
        #expect(directions.map(\.lost).sorted() == [7, 16])
        for direction in directions {
            #expect(direction.reordered == 0)
            // Around 40 ms; what is sent again is sent 200 ms later or more.
            #expect(try #require(direction.oneWayDelay.max) < 0.1)
        }
    }
}
