import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

/// The clocks of two captures, and the delays between them.
@Suite struct CaptureCorrelatorClockTests {
    private static let millisecond = TwoPoints.millisecond

    @Test func clocksAreComparedByPacketsOfBothWays() async throws {
        var points = TwoPoints()
        points.offset = 1_500_000_000_000_000_123
        let report = try await points.report(of: TwoPoints.echo(50))
        let offset = try #require(report.clock.offset)
        #expect(abs(offset - 1_500_000_000.000000123) < 1e-6)
        // Half of the round trip: the offset could be wrong by that much, if all of it were one way.
        #expect(report.clock.uncertainty == 0.01)
        #expect(report.clock.drift == nil)
        #expect(report.clock.matchedPackets == 100 && report.clock.isTwoWay)
        let session = try TwoPoints.onlySession(report)
        #expect(session.forward.sender == .first && session.backward.sender == .second)
        #expect(session.forward.oneWayDelay.median == 0.01 && session.backward.oneWayDelay.median == 0.01)
        #expect(session.forward.interarrivalJitter == 0)
    }

    @Test func unequalDelaysMoveTheOffsetByHalfTheirDifference() async throws {
        var points = TwoPoints()
        points.delay = (there: 14 * Self.millisecond, back: 6 * Self.millisecond)
        let report = try await points.report(of: TwoPoints.echo(50))
        #expect(report.clock.offset == 0.004 && report.clock.uncertainty == 0.01)
    }

    @Test func driftIsFoundAndTakenOut() async throws {
        var points = TwoPoints()
        (points.offset, points.drift) = (3_000_000_000, 80_000)
        var random = SeededGenerator(seed: 4)
        let queues = (0..<2000).map { _ in Int64(random.number(in: 0...2_000_000)) }
        let report = try await points.report(of: TwoPoints.echo(1000)) { .late(queues[$0 - 1]) }
        let drift = try #require(report.clock.drift)
        #expect(abs(drift - 80) < 3)
        #expect(abs(try #require(report.clock.offset) - 3) < 0.0001)
        // Twenty seconds of drift would be 1.6 ms.
        let forward = try TwoPoints.onlySession(report).forward
        #expect(abs(try #require(forward.oneWayDelay.max) - 0.012) < 0.0001)
        #expect(abs(try #require(forward.oneWayDelay.min) - 0.010) < 0.0001)
    }

    @Test func aQueueThatFillsIsNoDrift() async throws {
        // Only Anna's packets wait, longer and longer.
        let report = try await TwoPoints().report(of: TwoPoints.echo(1000)) { number in
            number % 2 == 1 ? .late(Int64(number) * 1000) : .arrives
        }
        #expect(report.clock.drift == nil)
        #expect(report.clock.offset == 0.0000005)
    }

    @Test func orderOfTheFilesOnlyTurnsTheSign() async throws {
        var points = TwoPoints()
        points.offset = 2_000_000_000
        let files = try points.captures(of: TwoPoints.echo(50))
        let report = try await CaptureCorrelator().correlate(.open(bytes: files.b), .open(bytes: files.a))
        #expect(report.clock.offset == -2)
        let session = try TwoPoints.onlySession(report)
        #expect(session.initiator.address == "10.0.0.1" && session.forward.sender == .second)
        #expect(session.forward.oneWayDelay.median == 0.01)
    }

    @Test func oneWayTrafficLeavesTheOffsetUncertain() async throws {
        var points = TwoPoints()
        points.offset = 5_000_000_000
        let traffic = try TwoPoints.echo(50)
        // None of Bert's answers is in the capture of Anna, nor in his own: they are filtered out.
        let report = try await points.report(
            of: traffic, fate: { $0 == 1 ? .lost : .arrives },
            correlator: CaptureCorrelator(filter: CaptureFilter("udp dst port 7000")))
        #expect(!report.clock.isTwoWay && report.clock.uncertainty == 1)
        // The least delay is taken for none. B has one packet less: they come from A.
        #expect(report.clock.offset == 5.01)
        let session = try TwoPoints.onlySession(report)
        #expect(session.forward.sender == .first)
        #expect(session.forward.lost == 1 && session.forward.oneWayDelay.max == 0)
    }

    @Test func hostsThatOnlyTellEverybodyShowTheClocksTogether() async throws {
        var points = TwoPoints()
        points.offset = 1_000_000_000
        let traffic = try SyntheticTrace.capture { capture in
            for number in 0..<10 {
                for host in [SyntheticTrace.anna, SyntheticTrace.bert] {
                    try capture.append(
                        udpFrom: 5353, to: 5353, payload: [UInt8(number)], from: host, to: SyntheticTrace.everybody,
                        at: SyntheticTrace.second * Int64(number))
                }
            }
        }
        let report = try await points.report(of: traffic)
        #expect(report.clock.offset == 1 && report.clock.isTwoWay)
        #expect(report.sessions.map(\.forward.sender) == [.first, .second])
    }

    @Test func aCaptureComparedWithItselfShowsNothing() async throws {
        let bytes = try TwoPoints().captures(of: TwoPoints.echo(20)).a
        let report = try await CaptureCorrelator().correlate(.open(bytes: bytes), .open(bytes: bytes))
        #expect(report.clock.offset == 0 && report.clock.uncertainty == 0 && report.clock.drift == nil)
        let session = try TwoPoints.onlySession(report)
        #expect(session.forward.sender == nil && session.backward.sender == nil)
        #expect(session.forward.matched == 20 && session.forward.lost == 0 && session.forward.duplicated == 0)
        #expect(session.forward.oneWayDelay.max == 0)
    }
}
