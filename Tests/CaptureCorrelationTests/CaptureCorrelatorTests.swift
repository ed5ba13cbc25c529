import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import CaptureCorrelation

@Suite struct CaptureCorrelatorTests {
    private static let millisecond = TwoPoints.millisecond

    // MARK: - What becomes of packets

    @Test func lostDoubledAndOvertakenPacketsAreCounted() async throws {
        // Of Anna's: the 3rd, 4th and 10th are lost, the 6th is doubled, the 8th is overtaken by one.
        let fates: [Int: TwoPoints.Fate] = [
            5: .lost, 7: .lost, 19: .lost, 11: .twice(Self.millisecond), 15: .late(25 * Self.millisecond),
        ]
        let report = try await TwoPoints().report(of: TwoPoints.echo(20)) { fates[$0] ?? .arrives }
        let forward = try TwoPoints.onlySession(report).forward
        #expect((forward.sent, forward.received, forward.matched) == (20, 18, 17))
        #expect((forward.lost, forward.duplicated, forward.reordered) == (3, 1, 1))
        #expect(forward.lossRatio == 3.0 / 20)
        #expect((forward.lossBursts, forward.longestLossBurst) == (2, 2))
        #expect(forward.unobserved == 0 && forward.unexplained == 0)
        // Frames of A, where Bert's answers come between, from the second of Anna's on.
        #expect(forward.lostFrames == [4, 6, 18])
        #expect(try TwoPoints.onlySession(report).backward.lost == 0)
    }

    @Test func jitterIsThatOfRFC3550() async throws {
        // Transit times of 10, 14 and 12 ms: |D| is 4, then 2.
        let late: [Int: Int64] = [3: 4 * Self.millisecond, 5: 2 * Self.millisecond]
        let report = try await TwoPoints().report(of: TwoPoints.echo(3)) { .late(late[$0] ?? 0) }
        let first = 0.004 / 16
        let second = first + (0.002 - first) / 16
        #expect(try TwoPoints.onlySession(report).forward.interarrivalJitter == (second * 1e9).rounded() / 1e9)
    }

    /// Three equal datagrams, as a program repeats them: nothing in them says which is which.
    private func equalDatagrams(from host: SyntheticHost, to other: SyntheticHost) throws -> SyntheticCapture {
        try SyntheticTrace.capture { capture in
            for number in 0..<20 {
                let time = SyntheticTrace.second + Int64(number) * 100 * Self.millisecond
                let payload = [UInt8](repeating: number < 3 ? 0 : UInt8(number), count: 30)
                try capture.append(udpFrom: 50000, to: 7000, payload: payload, from: host, to: other, at: time)
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: payload, from: other, to: host, at: time + 15 * Self.millisecond)
            }
        }
    }

    @Test func identificationsTellEqualDatagramsApart() async throws {
        let traffic = try equalDatagrams(from: SyntheticTrace.anna, to: SyntheticTrace.bert)
        // The second of three equal ones is lost, the third is doubled: as many arrive as were sent.
        let fates: [Int: TwoPoints.Fate] = [3: .lost, 5: .twice(Self.millisecond)]
        let report = try await TwoPoints().report(of: traffic) { fates[$0] ?? .arrives }
        let forward = try TwoPoints.onlySession(report).forward
        #expect((forward.lost, forward.duplicated, forward.matched) == (1, 1, 19))
        #expect(forward.lostFrames == [3] && forward.oneWayDelay.max == 0.01)
    }

    @Test func delaysTellEqualDatagramsApartWhereIdentificationsDoNot() async throws {
        // IPv6 has no identification.
        let traffic = try equalDatagrams(from: TwoPoints.annaIPv6, to: TwoPoints.bertIPv6)
        let report = try await TwoPoints().report(of: traffic) { $0 == 3 ? .lost : .arrives }
        let forward = try TwoPoints.onlySession(report).forward
        #expect((forward.lost, forward.duplicated) == (1, 0))
        #expect(forward.lostFrames == [3] && forward.oneWayDelay.max == 0.01)
    }

    @Test func datagramsThatAreAllAlikeStillTellTheTime() async throws {
        let traffic = try SyntheticTrace.capture { capture in
            for number in 0..<10 {
                let time = SyntheticTrace.second * Int64(number + 1)
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: [1], from: TwoPoints.annaIPv6, to: TwoPoints.bertIPv6, at: time)
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: [2], from: TwoPoints.bertIPv6, to: TwoPoints.annaIPv6,
                    at: time + 50 * Self.millisecond)
            }
        }
        var points = TwoPoints()
        points.offset = 4_000_000_000
        let report = try await points.report(of: traffic)
        #expect(report.clock.offset == 4 && report.clock.matchedPackets == 20)
        #expect(try TwoPoints.onlySession(report).forward.sender == .first)
    }

    @Test func aRetransmissionIsAPacketOfItsOwn() async throws {
        var connection = SyntheticTrace.connection()
        let traffic = try SyntheticTrace.capture { capture in
            try connection.open(at: SyntheticTrace.second, roundTrip: 20 * Self.millisecond, in: &capture)
            try connection.segment(
                [.psh, .ack], [1, 2, 3], from: .initiator, at: SyntheticTrace.second * 2, in: &capture)
            try connection.send([1, 2, 3], from: .initiator, at: SyntheticTrace.second * 3, in: &capture)
            try connection.acknowledge(from: .responder, at: SyntheticTrace.second * 3 + 10_000_000, in: &capture)
        }
        let lost = try TwoPoints.onlySession(try await TwoPoints().report(of: traffic) { $0 == 4 ? .lost : .arrives })
        #expect(lost.transport == .tcp)
        #expect((lost.forward.sent, lost.forward.received, lost.forward.lost) == (4, 3, 1))
        #expect(lost.forward.reordered == 0 && lost.forward.lostFrames == [4])
        // The delay is that of the second one, not of the first one's loss.
        #expect(lost.forward.oneWayDelay.max == 0.01)
        let needless = try TwoPoints.onlySession(try await TwoPoints().report(of: traffic))
        #expect((needless.forward.matched, needless.forward.duplicated, needless.forward.lost) == (4, 0, 0))
    }

    // MARK: - What a capture cannot tell

    @Test func whatACaptureMissedIsNotLost() async throws {
        var connection = SyntheticTrace.connection()
        let traffic = try SyntheticTrace.capture { capture in
            try connection.open(at: SyntheticTrace.second, roundTrip: 20 * Self.millisecond, in: &capture)
            for number in 0..<10 {
                let time = SyntheticTrace.second * 2 + Int64(number) * 50 * Self.millisecond
                try connection.send([UInt8(number)], from: .initiator, at: time, in: &capture)
                try connection.acknowledge(from: .responder, at: time + 11 * Self.millisecond, in: &capture)
            }
        }
        var points = TwoPoints()
        // The fourth segment came to Bert, who acknowledges it, but not into his capture.
        let arrival = SyntheticTrace.second * 2 + 160 * Self.millisecond
        points.isCaptured.b = { $0 != arrival }
        let forward = try TwoPoints.onlySession(try await points.report(of: traffic)).forward
        #expect((forward.sent, forward.received, forward.lost, forward.unobserved) == (12, 11, 0, 1))
        #expect(forward.lossRatio == 0)
        // And the same at the sender's end: an arrival that nothing was sent for.
        points.isCaptured = ({ $0 != SyntheticTrace.second * 2 + 150 * Self.millisecond }, { _ in true })
        let other = try TwoPoints.onlySession(try await points.report(of: traffic)).forward
        #expect((other.sent, other.received, other.unexplained, other.duplicated) == (11, 12, 1, 0))
    }

    @Test func whatWasSentBesideTheTimeOfACaptureIsNotLost() async throws {
        var points = TwoPoints()
        let start = SyntheticTrace.second
        points.isCaptured.b = { $0 >= start + 200 * Self.millisecond && $0 < start + 800 * Self.millisecond }
        let session = try TwoPoints.onlySession(try await points.report(of: TwoPoints.echo(50)))
        #expect((session.forward.sent, session.forward.received, session.forward.lost) == (50, 30, 0))
        #expect(session.forward.unobserved == 20)
        #expect(session.backward.sent == 30 && session.backward.received == 50 && session.backward.unexplained == 20)
    }

    @Test func silenceOfAHostIsLossWhereNothingElseSpeaksForTheEndOfItsCapture() async throws {
        // From the 31st exchange on nothing comes through in either direction.
        let report = try await TwoPoints().report(of: TwoPoints.echo(40)) { $0 > 60 ? .lost : .arrives }
        let session = try TwoPoints.onlySession(report)
        #expect((session.forward.lost, session.backward.lost) == (10, 10))
    }

    @Test func segmentsThatWereCutAnewAreNotLost() async throws {
        // Anna's network card sends in three what her system sent in one.
        var connection = SyntheticTrace.connection()
        var atBert = SyntheticTrace.connection()
        let payload = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
        let later = 10 * Self.millisecond
        let a = try SyntheticTrace.capture { capture in
            try connection.open(at: SyntheticTrace.second, roundTrip: 2 * later, in: &capture)
            try connection.send(payload, from: .initiator, at: SyntheticTrace.second * 2, in: &capture)
            try connection.acknowledge(from: .responder, at: SyntheticTrace.second * 2 + 2 * later, in: &capture)
        }
        let b = try SyntheticTrace.capture { capture in
            try atBert.segment([.syn], [], from: .initiator, at: SyntheticTrace.second + later, in: &capture)
            atBert.skip(1, from: .initiator)
            try atBert.segment([.syn, .ack], [], from: .responder, at: SyntheticTrace.second, in: &capture)
            atBert.skip(1, from: .responder)
            for part in 0..<3 {
                let piece = Array(payload[(part * 1000)..<(part * 1000 + 1000)])
                try atBert.send(piece, from: .initiator, at: SyntheticTrace.second * 2 + later, in: &capture)
            }
            try atBert.acknowledge(from: .responder, at: SyntheticTrace.second * 2 + later, in: &capture)
        }
        let report = try await CaptureCorrelator().correlate(.open(bytes: a.bytes), .open(bytes: b.bytes))
        let forward = try TwoPoints.onlySession(report).forward
        #expect((forward.resegmented, forward.resegmentedArrivals, forward.unexplained) == (1, 3, 0))
        // The handshake's last acknowledgment is not in this capture of Bert's.
        #expect(forward.lost == 1 && forward.matched == 1)
    }

    @Test func packetsBeyondTheLimitAreSaidToBeLeftOut() async throws {
        let files = try TwoPoints().captures(of: TwoPoints.echo(50))
        var correlator = CaptureCorrelator()
        correlator.packetLimit = 60
        let report = try await correlator.correlate(.open(bytes: files.a), .open(bytes: files.b))
        #expect(report.captures.map(\.uncomparedPackets) == [40, 40])
        let session = try TwoPoints.onlySession(report)
        // Of 60 packets in the order of each file, 31 are Anna's in A, and 30 in B, where the marks end before.
        #expect((session.forward.sent, session.forward.received) == (31, 30))
        #expect((session.forward.lost, session.forward.unobserved) == (0, 1))
    }

    // MARK: - Files that differ

    @Test func snapLengthsAndLinkTypesMayDiffer() async throws {
        var points = TwoPoints()
        points.snapLength = (a: 64, b: 65_535)
        points.isRawAtBert = true
        // 22 bytes of the payload are in A: the number of each datagram is among them.
        let report = try await points.report(of: TwoPoints.echo(30)) { $0 == 5 ? .lost : .arrives }
        let session = try TwoPoints.onlySession(report)
        #expect((session.forward.matched, session.forward.lost, session.forward.unexplained) == (29, 1, 0))
        #expect(session.backward.matched == 30 && report.clock.offset == 0)
    }

    @Test func cutTCPOptionsAreNotCompared() async throws {
        var points = TwoPoints()
        points.snapLength = (a: 65_535, b: 54)
        var connection = SyntheticTrace.connection()
        let traffic = try SyntheticTrace.capture { capture in
            try connection.open(at: SyntheticTrace.second, roundTrip: 20 * Self.millisecond, in: &capture)
            for number in 1...5 {
                try connection.send(
                    [UInt8](repeating: 1, count: 100 * number), from: .initiator,
                    at: SyntheticTrace.second * Int64(number + 1), in: &capture)
            }
        }
        #expect(try TwoPoints.onlySession(try await points.report(of: traffic)).forward.matched == 7)
    }

    @Test func fragmentsAreComparedAsWholeDatagrams() async throws {
        let payload = [UInt8](repeating: 5, count: 3000)
        let traffic = try SyntheticTrace.capture { capture in
            for number in 0..<4 {
                let time = SyntheticTrace.second * Int64(number + 1)
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: payload + [UInt8(number)], inFragmentsOf: 1480,
                    from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: time)
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: [UInt8(number)], from: SyntheticTrace.bert,
                    to: SyntheticTrace.anna, at: time + 20 * Self.millisecond)
            }
        }
        // Frames 5 to 7 are the second datagram: its middle is lost.
        let report = try await TwoPoints().report(of: traffic) { $0 == 6 ? .lost : .arrives }
        let forward = try TwoPoints.onlySession(report).forward
        #expect((forward.sent, forward.received, forward.lost) == (4, 3, 1))
        #expect(forward.lostFrames == [5])
        // From the first bit sent to the last received: the last fragment leaves 2 µs after the first.
        #expect(forward.oneWayDelay.median == 0.010002)
    }

    // MARK: - Which sessions

    @Test func connectionsBetweenTheSamePortsAreToldApart() async throws {
        let traffic = try SyntheticTrace.capture { capture in
            for number in 0..<3 {
                var connection = SyntheticTrace.connection(initialSequence: UInt32(1000 + number * 77_777))
                let time = SyntheticTrace.second * Int64(1 + number * 10)
                try connection.open(at: time, roundTrip: 20 * Self.millisecond, in: &capture)
                for _ in 0...number {
                    try connection.send([1, 2, 3], from: .initiator, at: time + SyntheticTrace.second, in: &capture)
                }
            }
        }
        var points = TwoPoints()
        let all = try await points.report(of: traffic)
        #expect(all.sessions.map(\.forward.matched) == [3, 4, 5])
        #expect(all.sessions.map(\.id) == [1, 2, 3])
        // Bert's capture begins in the middle of the second one.
        points.isCaptured.b = { $0 >= SyntheticTrace.second * 12 }
        let some = try await points.report(of: traffic)
        #expect(some.sessions.map(\.forward.matched) == [2, 5])
        #expect(some.sessions.map(\.forward.lost) == [0, 0])
        #expect(some.sessions.allSatisfy { $0.initiator.port == 50000 })
    }

    @Test func theBusiestInterfaceCounts() async throws {
        let traffic = try TwoPoints.echo(10)
        let files = try TwoPoints().captures(of: traffic)
        // A is the traffic as it was sent: on one of two interfaces all packets are there twice, on the other one once.
        let twice = try SyntheticTrace.twice(traffic)
        let report = try await CaptureCorrelator().correlate(.open(bytes: twice), .open(bytes: files.b))
        let session = try TwoPoints.onlySession(report)
        #expect(session.interfaces == [0, 0] && session.forward.sent == 10 && report.captures[0].sessions == 2)
    }

    @Test func conversationsThatBeginWithInitialPacketsAreQUIC() async throws {
        // Version 1, IDs of eight bytes and none, no token, and 1182 bytes behind the length.
        let initial: [UInt8] = [0xC3, 0, 0, 0, 1, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0x44, 0x9E]
        let traffic = try SyntheticTrace.capture { capture in
            try capture.append(
                udpFrom: 50000, to: 443, payload: initial + [UInt8](repeating: 0, count: 1182),
                from: SyntheticTrace.anna,
                to: SyntheticTrace.bert, at: SyntheticTrace.second)
            try capture.append(
                udpFrom: 443, to: 50000, payload: [0x40, 1, 2], from: SyntheticTrace.bert, to: SyntheticTrace.anna,
                at: SyntheticTrace.second * 2)
        }
        #expect(try TwoPoints.onlySession(try await TwoPoints().report(of: traffic)).transport == .quic)
    }

    @Test func capturesOfDifferentTrafficHaveNothingInCommon() async throws {
        let other = try SyntheticTrace.capture { capture in
            try capture.append(
                udpFrom: 50000, to: 7000, payload: [9, 9, 9], from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: 0)
        }
        let files = try TwoPoints().captures(of: TwoPoints.echo(5))
        await #expect(throws: CorrelationError.self) {
            try await CaptureCorrelator().correlate(.open(bytes: files.a), .open(bytes: other.bytes))
        }
        await #expect(throws: CorrelationError.self) {
            try await CaptureCorrelator().correlate(.open(bytes: files.a), .open(bytes: SyntheticCapture().bytes))
        }
    }

    @Test func damageIsToldAndWhatCameAfterItIsNotLost() async throws {
        let files = try TwoPoints().captures(of: TwoPoints.echo(50))
        let cut = Array(files.b.dropLast(2000))
        let report = try await CaptureCorrelator().correlate(.open(bytes: files.a), .open(bytes: cut))
        #expect(report.captures[0].fileError == nil && report.captures[1].fileError != nil)
        let session = try TwoPoints.onlySession(report)
        #expect(session.forward.lost == 0 && session.forward.unobserved > 0)
    }

    @Test func readingOneAfterTheOtherGivesTheSame() async throws {
        let files = try TwoPoints().captures(of: TwoPoints.echo(50)) { $0 % 17 == 0 ? .lost : .arrives }
        let reports = try await [true, false].asyncMap { isConcurrent in
            try await CaptureCorrelator(isConcurrent: isConcurrent).correlate(
                .open(bytes: files.a), .open(bytes: files.b))
        }
        #expect(reports[0] == reports[1])
    }

    @Test func noBytesMakeItTrap() async throws {
        var random = SeededGenerator(seed: 11)
        let files = try TwoPoints().captures(of: TwoPoints.echo(20))
        for _ in 0..<200 {
            var (a, b) = (files.a, files.b)
            for _ in 0..<random.number(in: 1...40) {
                a[random.number(in: 24...a.count - 1)] = UInt8(random.number(in: 0...255))
                b[random.number(in: 24...b.count - 1)] = UInt8(random.number(in: 0...255))
            }
            do {
                let report = try await CaptureCorrelator().correlate(.open(bytes: a), .open(bytes: b))
                for direction in report.sessions.flatMap({ [$0.forward, $0.backward] }) {
                    let fates = direction.matched + direction.lost + direction.unobserved + direction.resegmented
                    #expect(direction.sent == fates)
                    let origins = direction.matched + direction.duplicated + direction.resegmentedArrivals
                    #expect(direction.received == origins + direction.unexplained)
                }
            } catch is CorrelationError {
                // What is left has nothing in common.
            }
        }
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
