import PacketDissection
import PeerMessaging
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct EchoSessionTests {
    private static let millisecond: Int64 = 1_000_000
    private static let start: Int64 = 1_700_000_000_000_000_000

    /// The sender's clock at a time, as eight bytes.
    private func stamp(_ time: Int64, _ order: EchoProbe.ByteOrder = .little) -> [UInt8] {
        var writer = ByteWriter()
        EchoProbe(ticks: UInt64(time - Self.start) + 77_000_000_000, byteOrder: order).serialize(into: &writer)
        return writer.bytes
    }

    private func number(_ value: UInt64, size: Int) -> [UInt8] {
        var writer = ByteWriter()
        EchoDataPacket(sequenceNumber: value, content: [UInt8](repeating: 1, count: size - 8)).serialize(into: &writer)
        return writer.bytes
    }

    /// Twenty probes over TCP, the n-th answered after 5 + n ms, then data.
    private func stream(_ order: EchoProbe.ByteOrder, data: Int) async throws -> Session {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: Self.start, in: &capture)
            var time = Self.start + 10 * Self.millisecond
            for number in 0..<20 {
                let probe = stamp(time, order)
                try connection.send(probe, from: .initiator, at: time, in: &capture)
                let answered = time + Int64(5 + number) * Self.millisecond
                try connection.send(probe, from: .responder, at: answered, in: &capture)
                time = answered + 10 * Self.millisecond
            }
            for _ in 0..<data {
                try connection.send([UInt8](repeating: 7, count: 1000), from: .initiator, at: time, in: &capture)
                time += Self.millisecond
            }
            try connection.close(at: time, in: &capture)
        }
        return try #require(report.sessions.first)
    }

    @Test(arguments: EchoProbe.ByteOrder.allCases)
    func overTCPTheyAreReportedByTheBytesThatComeBack(order: EchoProbe.ByteOrder) async throws {
        let session = try await stream(order, data: 11)
        #expect(session.application == .echo)
        #expect(session.forward.messageTypes["probe"] == 20 && session.backward.messageTypes["echo"] == 20)
        #expect(session.forward.applicationRTT.count == 20 && session.backward.applicationRTT.count == 0)
        #expect(session.applicationRTT.min == 0.005 && session.applicationRTT.max == 0.024)
        #expect(session.applicationRTT.median == 0.0145)
        #expect(session.jitter.meanAbsoluteDifference == 0.001)
        let bulk = try #require(session.forward.bulk)
        #expect(bulk.bytes == 11_000)
        #expect(bulk.goodput == 8_800_000)
        #expect(session.backward.bulk == nil)
        // Stamps and times go by one clock here.
        #expect(session.forward.oneWayDelay.count == 20 && session.forward.oneWayDelay.max == 0)
        #expect(session.forward.malformedMessages == 0)
    }

    @Test func aTestWithoutDataHasNoRate() async throws {
        let session = try await stream(.little, data: 0)
        #expect(session.application == .echo && session.forward.bulk == nil)
    }

    @Test func aHoleCountsTheProbesInItAndThoseAfterItFindTheirEchoes() async throws {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: Self.start, in: &capture)
            for number in 0..<10 as Range<Int64> {
                let time = Self.start + (10 + number * 20) * Self.millisecond
                let probe = stamp(time)
                if number == 4 {
                    connection.skip(8, from: .initiator)
                } else {
                    try connection.send(probe, from: .initiator, at: time, in: &capture)
                }
                try connection.send(probe, from: .responder, at: time + 5 * Self.millisecond, in: &capture)
            }
            try connection.close(at: Self.start + Self.millisecond * 300, in: &capture)
        }
        let session = try #require(report.sessions.first)
        #expect(session.application == .echo)
        #expect(session.forward.messageTypes["probe"] == 10 && session.backward.messageTypes["echo"] == 10)
        #expect(session.applicationRTT.count == 9)
        #expect(session.applicationRTT.min == 0.005 && session.applicationRTT.max == 0.005)
    }

    /// Ten probes over TCP, each answered after 5 ms, sent as that closure does.
    private func session(
        opens: Bool = true, _ send: (inout SyntheticConnection, Int64, [UInt8], inout SyntheticCapture) throws -> Void
    ) async throws -> Session {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            if opens { try connection.open(at: Self.start, in: &capture) }
            for number in 0..<10 as Range<Int64> {
                let time = Self.start + (10 + number * 20) * Self.millisecond
                try send(&connection, time, stamp(time), &capture)
            }
            try connection.send(
                [UInt8](repeating: 7, count: 1000), from: .initiator, at: Self.start + 300 * Self.millisecond,
                in: &capture)
            try connection.send(
                [UInt8](repeating: 7, count: 1000), from: .initiator, at: Self.start + 301 * Self.millisecond,
                in: &capture)
        }
        return try #require(report.sessions.first)
    }

    @Test func segmentsMayDivideProbesAndEchoes() async throws {
        let session = try await session { connection, time, probe, capture in
            for (side, begun) in [
                (SyntheticConnection.Side.initiator, time), (.responder, time + 4 * Self.millisecond),
            ] {
                try connection.send(Array(probe.prefix(4)), from: side, at: begun, in: &capture)
                try connection.send(Array(probe.suffix(4)), from: side, at: begun + Self.millisecond, in: &capture)
            }
        }
        #expect(session.application == .echo)
        #expect(session.forward.messageTypes["probe"] == 10 && session.backward.messageTypes["echo"] == 10)
        #expect(session.applicationRTT.min == 0.005 && session.applicationRTT.max == 0.005)
        #expect(session.forward.bulk?.bytes == 2000 && session.forward.bulk?.goodput == 16_000_000)
    }

    @Test func aCaptureThatBeginsBetweenAProbeAndItsEchoHasTheOthers() async throws {
        let session = try await session(opens: false) { connection, time, probe, capture in
            if time == Self.start + 10 * Self.millisecond {
                connection.skip(8, from: .initiator)
            } else {
                try connection.send(probe, from: .initiator, at: time, in: &capture)
            }
            try connection.send(probe, from: .responder, at: time + 5 * Self.millisecond, in: &capture)
        }
        #expect(session.application == .echo && session.midstream)
        #expect(session.initiator.port == 50000)
        #expect(session.forward.messageTypes["probe"] == 9 && session.backward.messageTypes["echo"] == 10)
        #expect(session.forward.applicationRTT.count == 9 && session.backward.applicationRTT.count == 0)
        #expect(session.forward.applicationRTT.max == 0.005)
        #expect(session.forward.bulk?.bytes == 2000)
        #expect(session.limits.contains { $0.reason == .midstream })
    }

    @Test func aFirstProbeThatIsNotInTheCaptureHidesNoOther() async throws {
        let session = try await session { connection, time, probe, capture in
            if time == Self.start + 10 * Self.millisecond {
                connection.skip(8, from: .initiator)
            } else {
                try connection.send(probe, from: .initiator, at: time, in: &capture)
            }
            try connection.send(probe, from: .responder, at: time + 5 * Self.millisecond, in: &capture)
        }
        #expect(session.application == .echo && !session.midstream)
        #expect(session.forward.messageTypes["probe"] == 10 && session.backward.messageTypes["echo"] == 10)
        #expect(session.applicationRTT.count == 9)
        #expect(session.forward.bulk?.bytes == 2000)
        #expect(session.limits.contains { $0.reason == .captureGap })
    }

    @Test func aProtocolThatBeginsWithTheSameEightBytesFromBothEndsIsNotATest() async throws {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: Self.start, in: &capture)
            var time = Self.start + 10 * Self.millisecond
            for (text, count) in [("HELLO..\n", 1), ("DATA", 100)] {
                let bytes = [UInt8](String(repeating: text, count: count).utf8)
                try connection.send(bytes, from: .initiator, at: time, in: &capture)
                let answer = count == 1 ? bytes : bytes.reversed()
                try connection.send(answer, from: .responder, at: time + Self.millisecond, in: &capture)
                time += 10 * Self.millisecond
            }
        }
        let session = try #require(report.sessions.first)
        #expect(session.application == .unknown && session.forward.bulk == nil)
        #expect(session.applicationRTT.count == 0)
    }

    @Test(arguments: [
        ["hello 1", "hello 2", "hello 3", "hello 4", "hello 5", "a longer line", "bye"], ["ls", "hello 1"],
    ])
    func aServiceThatSendsLinesBackIsText(_ lines: [String]) async throws {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: Self.start, in: &capture)
            for (number, line) in lines.enumerated() {
                let (bytes, time) = (
                    [UInt8]((line + "\n").utf8), Self.start + Int64(number + 1) * 1000 * Self.millisecond
                )
                try connection.send(bytes, from: .initiator, at: time, in: &capture)
                try connection.send(bytes, from: .responder, at: time + 525 * Self.millisecond, in: &capture)
            }
            try connection.close(at: Self.start + 60_000 * Self.millisecond, in: &capture)
        }
        let session = try #require(report.sessions.first)
        #expect(session.application == .unknown && session.evidence == "unencrypted text")
        #expect(session.applicationRTT.count == 0 && session.networkRTT.from != .application)
    }

    @Test func datagramsOfTextThatComeBackAreNotProbes() async throws {
        let report = try await SyntheticTrace.report { capture in
            for number in 0..<10 as Range<UInt8> {
                let text = [UInt8]("PING 00".utf8) + [UInt8(ascii: "0") + number]
                let time = Self.start + Int64(number) * 10 * Self.millisecond
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: text, from: SyntheticTrace.anna, to: SyntheticTrace.bert,
                    at: time)
                try capture.append(
                    udpFrom: 7000, to: 50000, payload: text, from: SyntheticTrace.bert, to: SyntheticTrace.anna,
                    at: time + Self.millisecond)
            }
        }
        #expect(report.sessions.map(\.application) == [.unknown])
    }

    @Test func framesThatComeBackAsTheyWereAreFrames() async throws {
        let session = try await session { connection, time, probe, capture in
            let frame = [0, 0, 0, 20] + [UInt8]("{}  ".utf8) + probe + probe
            try connection.send(frame, from: .initiator, at: time, in: &capture)
            try connection.send(frame, from: .responder, at: time + Self.millisecond, in: &capture)
        }
        #expect(session.application == .framed)
    }

    @Test func answersInLargeSegmentsToOneProbeAreNotEchoesAndTakeNoMemory() async throws {
        let session = try await session { connection, time, probe, capture in
            try connection.send(probe, from: .initiator, at: time, in: &capture)
            try connection.send(
                probe + [UInt8](repeating: 9, count: 60_000), from: .responder, at: time + 5 * Self.millisecond,
                in: &capture)
        }
        #expect(session.application == .unknown && session.applicationRTT.count == 0)
    }

    @Test func messagesAreReportedInTheOrderInWhichTheyWereWhole() async throws {
        let capture = try SyntheticTrace.capture { capture in
            var connections = (SyntheticTrace.connection(), SyntheticTrace.connection(port: 50001))
            try connections.0.open(at: Self.start, in: &capture)
            try connections.1.open(at: Self.start + 1000, in: &capture)
            for number in 0..<6 as Range<Int64> {
                let time = Self.start + (10 + number * 20) * Self.millisecond
                try connections.0.send(stamp(time), from: .initiator, at: time, in: &capture)
                try connections.1.send(stamp(time), from: .initiator, at: time + 1, in: &capture)
                try connections.1.send(stamp(time), from: .responder, at: time + 2, in: &capture)
                try connections.0.send(stamp(time), from: .responder, at: time + 3, in: &capture)
            }
            for number in 0..<20 as Range<Int64> {
                let time = Self.start + (200 + number) * Self.millisecond
                try connections.0.send(stamp(time), from: .initiator, at: time, in: &capture)
            }
        }
        let folder = try CaptureFolder()
        let trace = try await TraceAnalyzer().messages(merging: [folder.add(capture.bytes, as: "tests.pcap")])
        var messages: [TraceMessage] = []
        try trace.forEach {
            messages.append($0)
            return true
        }
        #expect(messages.map(\.frame) == Array(7...30))
        #expect(messages.prefix(4).map(\.type) == ["probe", "probe", "echo", "echo"])
        #expect(messages.filter { $0.type == "echo" }.allSatisfy { $0.latencyKind == .roundTrip })
    }

    @Test func anEchoThatTheNetworkDoubledIsOneRoundTripInEveryView() async throws {
        let capture = try SyntheticTrace.capture { capture in
            for number in 0..<10 {
                let time = Self.start + Int64(number) * 20 * Self.millisecond
                let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                try capture.append(udpFrom: 50000, to: 7000, payload: stamp(time), from: one, to: other, at: time)
                // The fifth and the last come back twice.
                for copy in 0..<(number % 5 == 4 ? 2 : 1) {
                    try capture.append(
                        udpFrom: 7000, to: 50000, payload: stamp(time), from: other, to: one,
                        at: time + Int64(8 + copy) * Self.millisecond)
                }
            }
        }
        let folder = try CaptureFolder()
        let trace = try await TraceAnalyzer().messages(merging: [folder.add(capture.bytes, as: "doubled.pcap")])
        var latencies: [Double] = []
        try trace.forEach {
            if $0.latencyKind == .roundTrip, let latency = $0.latency { latencies.append(latency) }
            return true
        }
        let session = try #require(trace.report.sessions.first)
        #expect(session.application == .echo && session.applicationRTT.count == 10)
        #expect(latencies == [Double](repeating: 0.008, count: 10))
        #expect(session.applicationRTT.max == 0.008)
    }

    @Test func overUDPDataCarriesNumbersLossCopiesAndOrderAreExact() async throws {
        let report = try await SyntheticTrace.report { capture in
            var time = Self.start
            func send(_ payload: [UInt8], back: Bool = false, at time: Int64) throws {
                let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                try capture.append(
                    udpFrom: back ? 7000 : 50000, to: back ? 50000 : 7000, payload: payload, from: back ? other : one,
                    to: back ? one : other, at: time)
            }
            for number in 0..<10 {
                let probe = stamp(time)
                try send(probe, at: time)
                // The first two are lost on their way, the fifth comes back twice.
                if number > 1 { try send(probe, back: true, at: time + 8 * Self.millisecond) }
                if number == 4 { try send(probe, back: true, at: time + 9 * Self.millisecond) }
                time += 20 * Self.millisecond
            }
            for value in [0, 1, 3, 2, 2, 6] as [UInt64] {
                try send(number(value, size: 100), at: time)
                time += Self.millisecond
            }
        }
        let session = try #require(report.sessions.first)
        #expect(session.application == .echo && session.transport == .udp)
        #expect(session.firstMessage == 0)
        #expect(session.forward.messageTypes["probe"] == 10 && session.forward.messageTypes["data"] == 6)
        #expect(session.backward.messageTypes["echo"] == 9)
        #expect(session.applicationRTT.count == 8)
        #expect(session.applicationRTT.min == 0.008 && session.applicationRTT.max == 0.008)
        #expect(session.jitter.rfc3550 == 0)
        #expect(session.forward.lostMessages == 2)
        #expect(session.forward.duplicateMessages == 1)
        // Behind 19 probes and echoes, the fifth.
        #expect(report.findings("duplicate-message").map(\.frames) == [[24]])
        #expect(session.forward.reorderedMessages == 1)
        #expect(session.forward.bulk?.bytes == 600)
        #expect(session.forward.bulk?.goodput == 960_000)
        // Probes come as they were stamped, echoes 8 ms later.
        #expect(session.capturePoint == .initiator)
        #expect(session.phases.firstMessage == 0)
    }

    @Test func probesThatCountAreNoNumberedData() async throws {
        let report = try await SyntheticTrace.report { capture in
            for value in 0..<170 as Range<UInt64> {
                let time = Self.start + Int64(value) * 10 * Self.millisecond
                try Self.exchange(number(value, size: 8), at: time, in: &capture)
            }
        }
        let session = try #require(report.sessions.first)
        #expect(session.forward.messageTypes["probe"] == 170 && session.backward.messageTypes["echo"] == 170)
        #expect(session.applicationRTT.count == 170 && session.forward.lostMessages ?? 0 == 0)
    }

    @Test func dataOfEightBytesIsDistinguishedFromProbesByItsNumbers() async throws {
        let report = try await SyntheticTrace.report { capture in
            for number in 0..<4 as Range<Int64> {
                try Self.exchange(stamp(Self.start + number), at: Self.start + number, in: &capture)
            }
            for value in 0..<50 as Range<UInt64> {
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: number(value, size: 8), from: SyntheticTrace.anna,
                    to: SyntheticTrace.bert, at: Self.start + 10 + Int64(value))
            }
        }
        let forward = try #require(report.sessions.first).forward
        #expect(forward.messageTypes["probe"] == 4 && forward.messageTypes["data"] == 50)
        #expect(forward.lostMessages == 0)
    }

    /// Eight bytes from Anna to Bert, and back after five nanoseconds.
    private static func exchange(_ probe: [UInt8], at time: Int64, in capture: inout SyntheticCapture) throws {
        try capture.append(
            udpFrom: 50000, to: 7000, payload: probe, from: SyntheticTrace.anna, to: SyntheticTrace.bert, at: time)
        try capture.append(
            udpFrom: 7000, to: 50000, payload: probe, from: SyntheticTrace.bert, to: SyntheticTrace.anna, at: time + 5)
    }

    @Test func sameFromBothEnds() async throws {
        let report = try await SyntheticTrace.report { capture in
            for number in 0..<10 as Range<Int64> {
                try Self.exchange([UInt8]("HELLO!!!".utf8), at: Self.start + number * Self.millisecond, in: &capture)
            }
            for value in 0..<20 as Range<UInt64> {
                try capture.append(
                    udpFrom: 50000, to: 7000, payload: number(value, size: 100), from: SyntheticTrace.anna,
                    to: SyntheticTrace.bert, at: Self.start + Self.millisecond * (20 + Int64(value)))
            }
        }
        let session = try #require(report.sessions.first)
        #expect(session.application == .unknown)
        #expect(session.forward.bulk == nil && session.forward.duplicateMessages == nil)
    }

    @Test func twoTestsOnTheSamePortsAreTwoRunsNoCopies() async throws {
        let report = try await SyntheticTrace.report { capture in
            for begun in [Self.start, Self.start + 100_000 * Self.millisecond] {
                for number in 0..<5 as Range<Int64> {
                    let time = begun + number * Self.millisecond
                    try Self.exchange(stamp(time), at: time, in: &capture)
                }
                for value in 0..<61 as Range<UInt64> where value != 7 {
                    try capture.append(
                        udpFrom: 50000, to: 7000, payload: number(value, size: 100), from: SyntheticTrace.anna,
                        to: SyntheticTrace.bert, at: begun + Self.millisecond * (10 + Int64(value)))
                }
            }
        }
        let forward = try #require(report.sessions.first).forward
        #expect(forward.messageTypes["probe"] == 10 && forward.messageTypes["data"] == 120)
        #expect(forward.lostMessages == 2 && forward.duplicateMessages == 0 && forward.reorderedMessages == 0)
        // Twelve thousand bytes in two times 60 ms.
        #expect(forward.bulk?.bytes == 12_000 && forward.bulk?.goodput == 800_000)
    }

    @Test func eightBytesThatDoNotComeBackAreNotATest() async throws {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try connection.open(at: Self.start, in: &capture)
            try connection.send([1, 2, 3, 4, 5, 6, 7, 8], from: .initiator, at: Self.start + 10_000_000, in: &capture)
            try connection.send([1, 2, 3, 4, 5, 6, 7, 9], from: .responder, at: Self.start + 20_000_000, in: &capture)
            try capture.append(
                udpFrom: 50001, to: 7000, payload: stamp(Self.start), from: SyntheticTrace.anna,
                to: SyntheticTrace.bert, at: Self.start + 30_000_000)
        }
        #expect(report.sessions.map(\.application) == [.unknown, .unknown])
        #expect(report.sessions.allSatisfy { $0.applicationRTT.count == 0 })
    }
}
