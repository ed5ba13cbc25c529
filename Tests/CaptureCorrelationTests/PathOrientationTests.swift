import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

/// The first end of each session's key is Anna's, whose address is the lower one.
@Suite struct PathOrientationTests {
    private static let second = SyntheticTrace.second

    private func orientation(_ first: [UInt8], _ second: [UInt8]) throws -> PathOrientation {
        let trails = try [first, second].map { file in
            var trail = PacketTrail()
            trail.read(try TraceInput(.open(bytes: file)))
            trail.sort()
            return trail
        }
        let matches = SessionMatch.all(in: trails[0], trails[1])
        let hosts = matches.map { match in
            let key = trails[0].connections[match.first].key
            return (first: key.first.address, second: key.second.address)
        }
        return PathOrientation(matches, hosts: hosts, reference: try #require(trails[0].firstTime))
    }

    /// Datagrams from Anna alone.
    private func monologue(_ count: Int) throws -> SyntheticCapture {
        try SyntheticTrace.capture { capture in
            for number in 0..<count {
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: [UInt8](repeating: UInt8(number), count: 30),
                    from: SyntheticTrace.anna, to: SyntheticTrace.bert,
                    at: Self.second + Int64(number) * TwoPoints.millisecond)
            }
        }
    }

    /// The same packets behind a router, which takes one from each TTL.
    private func routed(_ file: [UInt8]) throws -> [UInt8] {
        let writer = PcapWriter(linkType: .ethernet, precision: .nanoseconds)
        var output = ByteWriter()
        writer.writeHeader(into: &output)
        var reader = try CaptureFile.open(bytes: file).makeReader()
        while let record = try reader.next() {
            var bytes = reader.bytes.copied()
            bytes[14 + 8] -= 1
            try writer.writePacket(bytes.span, time: record.time, into: &output)
        }
        return output.bytes
    }

    @Test func packetsOfBothWaysTellTheSidesAndTheClocks() throws {
        // Bert's clock is 5 s ahead; 8 ms there and 2 ms back cannot be told from 5 ms each way and 5.003 s.
        let points = TwoPoints(delay: (8 * TwoPoints.millisecond, 2 * TwoPoints.millisecond), offset: 5 * Self.second)
        let files = try points.captures(of: TwoPoints.echo(10))
        let there = try orientation(files.a, files.b)
        #expect(there.nearFirstEnd == [.first])
        #expect(there.clock.offset == 5.003 && abs(there.clock.uncertainty - 0.005) < 1e-9)
        let back = try orientation(files.b, files.a)
        #expect(back.nearFirstEnd == [.second])
        #expect(back.clock.offset == -5.003)
    }

    @Test func ofOneWayAloneThatCaptureIsNearerToTheSenderWhichHasMore() throws {
        let files = try TwoPoints().captures(of: monologue(20)) { $0 == 7 ? .lost : .arrives }
        #expect(try orientation(files.a, files.b).nearFirstEnd == [.first])
        #expect(try orientation(files.b, files.a).nearFirstEnd == [.second])
        let whole = try TwoPoints().captures(of: monologue(20))
        #expect(try orientation(whole.a, whole.b).nearFirstEnd == [nil])
    }

    @Test func hopLimitsOnlyFallOnTheWay() throws {
        // More packets are in Bert's capture, but their TTL is lower there.
        let files = try TwoPoints(isCaptured: ({ $0 > Self.second }, { _ in true })).captures(of: monologue(20))
        #expect(try orientation(files.a, files.b).nearFirstEnd == [.second])
        #expect(try orientation(files.a, routed(files.b)).nearFirstEnd == [.first])
    }

    @Test func aSessionOfOneWayIsToldByTheClocksOfTheOthers() throws {
        var traffic = try TwoPoints.echo(10)
        for number in 0..<3 {
            try traffic.append(
                udpFrom: 9, to: 9, payload: [UInt8(number)], from: SyntheticTrace.bert, to: SyntheticTrace.anna,
                at: Self.second + Int64(300 + number) * TwoPoints.millisecond)
        }
        let files = try TwoPoints(offset: 3 * Self.second).captures(of: traffic)
        let both = try orientation(files.a, files.b)
        #expect(both.nearFirstEnd == [.first, .first] && both.clock.offset == 3)
    }
}
