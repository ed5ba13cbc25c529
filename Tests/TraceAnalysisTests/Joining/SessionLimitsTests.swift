import Foundation
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SessionLimitsTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private static let millisecond: Int64 = 1_000_000

    private func session(_ body: (inout SyntheticConnection, inout SyntheticCapture) throws -> Void) async throws
        -> Session
    {
        let report = try await SyntheticTrace.report { capture in
            var connection = SyntheticTrace.connection()
            try body(&connection, &capture)
        }
        return try #require(report.sessions.first)
    }

    @Test func thePlaceOfTheCaptureFollowsFromTheTwoHalvesOfTheHandshake() async throws {
        func place(_ answer: Int64, _ acknowledgment: Int64) async throws -> Session.CapturePoint? {
            try await session { connection, capture in
                try connection.segment([.syn], [], from: .initiator, at: Self.start, in: &capture)
                connection.skip(1, from: .initiator)
                try connection.segment([.syn, .ack], [], from: .responder, at: Self.start + answer, in: &capture)
                connection.skip(1, from: .responder)
                try connection.acknowledge(from: .initiator, at: Self.start + answer + acknowledgment, in: &capture)
            }.capturePoint
        }
        #expect(try await place(20 * Self.millisecond, 50_000) == .initiator)
        #expect(try await place(60_000, 20 * Self.millisecond) == .responder)
        #expect(try await place(9 * Self.millisecond, 11 * Self.millisecond) == .middle)
        // Both ends on one machine.
        #expect(try await place(30_000, 20_000) == nil)
        // Clocks that were set by decades in between.
        #expect(try await place(1 << 59, 1 << 60) == .middle)
        #expect(try await place(Self.millisecond, 1 << 61) == .responder)
    }

    /// Probes that come back after a millisecond, captured beside the responder: the network takes 20 ms more.
    @Test func answersBesideTheCapture() async throws {
        let session = try await session { connection, capture in
            try connection.segment([.syn], [], from: .initiator, at: Self.start, in: &capture)
            connection.skip(1, from: .initiator)
            try connection.segment([.syn, .ack], [], from: .responder, at: Self.start + 60_000, in: &capture)
            connection.skip(1, from: .responder)
            try connection.acknowledge(from: .initiator, at: Self.start + 20 * Self.millisecond, in: &capture)
            for number in 0..<8 as Range<Int64> {
                let time = Self.start + (50 + 30 * number) * Self.millisecond
                let probe = [UInt8](repeating: 0x80 + UInt8(number), count: 8)
                try connection.send(probe, from: .initiator, at: time, in: &capture)
                try connection.send(probe, from: .responder, at: time + Self.millisecond, in: &capture)
            }
        }
        #expect(session.application == .echo && session.capturePoint == .responder)
        #expect(session.applicationRTT.median == 0.001)
        let limit = try #require(session.limits.first { $0.reason == .capturePoint })
        #expect(
            limit.metrics == [
                "applicationRTT", "jitter", "forward.applicationRTT", "forward.jitter", "forward.transportRTT",
            ])
        #expect(
            limit.message.hasPrefix(
                "Captured at the responder: the forward direction's round trips are that host's answering time"))
    }

    @Test func shortRoundTripsOfDatagrams() async throws {
        func limits(_ delay: Int64) async throws -> [Session.MetricLimit] {
            try await session { _, capture in
                for number in 0..<8 as Range<Int64> {
                    let (time, probe) = (
                        Self.start + 30 * number * Self.millisecond, [UInt8](repeating: 0x81, count: 8)
                    )
                    let stamp = Array(probe.dropLast()) + [UInt8(number)]
                    let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                    try capture.append(udpFrom: 50000, to: 7000, payload: stamp, from: one, to: other, at: time)
                    try capture.append(udpFrom: 7000, to: 50000, payload: stamp, from: other, to: one, at: time + delay)
                }
            }.limits
        }
        #expect(try await limits(Self.millisecond / 8).map(\.metrics) == [["applicationRTT", "jitter"]])
        #expect(try await limits(2 * Self.millisecond).isEmpty)
    }

    @Test func dataWithoutAcknowledgmentNumbersSupportsNoRoundTripsAndNoRetransmissions() async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            for number in 0..<10 as Range<Int64> {
                let time = Self.start + (10 + number) * Self.millisecond
                try connection.segment([.psh], [1, 2, 3], from: .initiator, at: time, in: &capture)
                connection.skip(3, from: .initiator)
            }
        }
        #expect(session.limits.contains { $0.reason == .noAcknowledgments })
        #expect(session.forward.retransmittedPackets == nil && session.forward.transportRTT.count == 0)
        #expect(session.forward.payloadBytes == 30)
        // The handshake was written at once, too.
        #expect(session.handshakeRTT == nil && session.phases.connect == nil && session.forward.zeroWindows == nil)
    }

    /// A session as it would be if everything of it had been measured.
    private static var complete: Session {
        get async throws {
            var session = try await SessionLimitsTests().session { connection, capture in
                try connection.open(at: Self.start, in: &capture)
                try connection.send([1], from: .initiator, at: Self.start + 5 * Self.millisecond, in: &capture)
            }
            var some = Distribution()
            (some.count, some.median) = (1, 1)
            session.applicationRTT = some
            (session.jitter.meanAbsoluteDifference, session.jitter.rfc3550) = (1, 1)
            session.transportRTT = some
            for path in [\Session.forward, \Session.backward] {
                session[keyPath: path].oneWayDelay = some
                session[keyPath: path].applicationRTT = some
                session[keyPath: path].transportRTT = some
                session[keyPath: path].interarrivalJitter = 1
                session[keyPath: path].messages = 1
                session[keyPath: path].messageBytes = 1
                session[keyPath: path].malformedMessages = 1
                session[keyPath: path].duplicateMessages = 1
                session[keyPath: path].reorderedMessages = 1
                session[keyPath: path].messageTypes.add(1, of: "data")
            }
            return session
        }
    }

    /// The names of what is nil or empty in one of two sessions and not in the other, without those of directions.
    private static func withdrawn(_ before: Session, _ after: Session) throws -> Set<String> {
        func leaves(_ value: JSONTree, _ path: String) -> [String] {
            switch value {
            case .object(let members):
                members.flatMap { leaves($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
            case .something: [path]
            case .nothing: []
            }
        }
        let (kept, had) = (
            Set(leaves(try JSONTree(after), "")), leaves(try JSONTree(before), "").filter { !$0.hasSuffix(".count") }
        )
        return Set(
            had.filter { !kept.contains($0) }.map { path in
                let parts = path.split(separator: ".").filter { $0 != "forward" && $0 != "backward" }
                return parts.first == "phases" ? parts.joined(separator: ".") : String(parts[0])
            })
    }

    @Test(
        arguments: [Session.Reason.noAcknowledgments, .doubledPackets, .snapLength])
    func whateverIsTakenOutIsNamed(reason: Session.Reason) async throws {
        let limits: [Session.MetricLimit]
        switch reason {
        case .noAcknowledgments:
            limits = try await session { connection, capture in
                try connection.open(at: Self.start, in: &capture)
                try connection.segment([.psh], [1], from: .initiator, at: Self.start + 9, in: &capture)
            }.limits
        case .doubledPackets: limits = try await Self.doubled.limits + Self.doubledDatagrams.limits
        default: limits = try await Self.cutEvents.limits
        }
        let chosen = limits.filter { $0.reason == reason }
        #expect(!chosen.isEmpty)
        let before = try await Self.complete
        var after = before
        for limit in chosen { after.withdraw(limit) }
        let withdrawn = try Self.withdrawn(before, after)
        #expect(!withdrawn.isEmpty)
        let names = Set(chosen.flatMap(\.metrics).map { $0.replacing("forward.", with: "") })
        #expect(withdrawn.subtracting(names).isEmpty)
    }

    /// A connection without timestamps in a file that holds each packet twice.
    private static var doubled: Session {
        get async throws {
            try await SessionLimitsTests().session { connection, capture in
                try connection.open(at: Self.start, in: &capture)
                for number in 0..<20 as Range<Int64> {
                    let time = Self.start + (10 + 10 * number) * Self.millisecond
                    let before = connection
                    try connection.send([1, 2, 3], from: .initiator, at: time, in: &capture)
                    try before.segment([.psh, .ack], [1, 2, 3], from: .initiator, at: time + 50_000, in: &capture)
                    try connection.acknowledge(from: .responder, at: time + Self.millisecond, in: &capture)
                    try connection.acknowledge(from: .responder, at: time + Self.millisecond + 50_000, in: &capture)
                }
            }
        }
    }

    @Test func packetsThatAreThereTwiceAreReportedWithoutTimestampsToo() async throws {
        let session = try await Self.doubled
        #expect(session.limits.contains { $0.reason == .doubledPackets })
        #expect(session.forward.retransmittedPackets == nil && session.forward.duplicateAcks == nil)
        #expect(session.transportRTT.count == 0 && session.handshakeRTT == nil)
        #expect(session.forward.payloadBytes == 60)
    }

    @Test(arguments: [200, 1000] as [Int64])
    func whatIsSentAgainAfterATimeoutIsNotACopyHoweverOften(timeout: Int64) async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            for number in 0..<20 as Range<Int64> {
                let time = Self.start + (10 + 2 * timeout * number) * Self.millisecond
                let before = connection
                try connection.send([1, 2, 3], from: .initiator, at: time, in: &capture)
                try before.segment(
                    [.psh, .ack], [1, 2, 3], from: .initiator, at: time + timeout * Self.millisecond, in: &capture)
                try connection.acknowledge(
                    from: .responder, at: time + (timeout + 1) * Self.millisecond, in: &capture)
            }
        }
        #expect(!session.limits.contains { $0.reason == .doubledPackets })
        #expect(session.forward.retransmittedPackets == 20 && session.forward.payloadBytes == 60)
    }

    /// An echo test over UDP in a file that holds each packet twice.
    private static var doubledDatagrams: Session {
        get async throws {
            try await SessionLimitsTests().session { _, capture in
                for number in 0..<20 as Range<Int64> {
                    let time = Self.start + 30 * number * Self.millisecond
                    let stamp: [UInt8] = [1, 2, 3, 4, 5, 6, 200, UInt8(number)]
                    let (one, other) = (SyntheticTrace.anna, SyntheticTrace.bert)
                    for copy in [time, time + 20_000] {
                        try capture.append(udpFrom: 50000, to: 7000, payload: stamp, from: one, to: other, at: copy)
                    }
                    for copy in [time, time + 20_000] {
                        try capture.append(
                            udpFrom: 7000, to: 50000, payload: stamp, from: other, to: one,
                            at: copy + 9 * Self.millisecond)
                    }
                }
            }
        }
    }

    @Test func datagramsThatAreThereTwiceAreNotDuplicatesOfTheSender() async throws {
        let session = try await Self.doubledDatagrams
        #expect(session.application == .echo && session.limits.contains { $0.reason == .doubledPackets })
        #expect(session.forward.duplicateMessages == nil && session.applicationRTT.count == 0)
        // All twice as many as there were.
        #expect(session.forward.messages == nil && session.forward.payloadBytes == nil)
        #expect(session.forward.goodput == nil && session.forward.packets == 40)
    }

    /// Network events, of which all but the short ones are cut.
    private static var cutEvents: Session {
        get async throws {
            let move = #"{"satelliteMovedTo":{"position":[1,2],"dimensions":[393,852]}}"#
            let capture = try SyntheticTrace.capture { capture in
                for text in [#"{"startStreaming":{}}"#, move, move] {
                    try capture.append(
                        udpFrom: 50000, to: 7000, payload: Array(text.utf8), from: SyntheticTrace.anna,
                        to: SyntheticTrace.bert, at: Self.start)
                }
            }
            return try #require(
                try await SyntheticTrace.report(of: try SyntheticTrace.cut(capture, to: 80)).sessions.first)
        }
    }

    @Test func snapLengthOfDatagrams() async throws {
        let session = try await Self.cutEvents
        #expect(session.application == .networkEvent)
        #expect(session.forward.messages == nil && session.forward.duplicateMessages == nil)
        let limit = try #require(session.limits.first { $0.reason == .snapLength })
        #expect(limit.metrics.contains("forward.messages") && !limit.metrics.contains("backward.messages"))
        #expect(session.backward.messages == 0)
    }

    @Test func segmentsThatNoNetworkCarriesAreReportedAsTheInterfaces() async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            try connection.send(
                [UInt8](repeating: 1, count: 16_000), from: .initiator, at: Self.start + 5 * Self.millisecond,
                in: &capture)
        }
        #expect(session.limits.contains { $0.reason == .segmentationOffload && $0.message.contains("16000") })
    }

    @Test func aCaptureThatBeganLaterHasNoHandshakeAndSaysSo() async throws {
        let session = try await session { connection, capture in
            try connection.send([1], from: .initiator, at: Self.start, in: &capture)
            try connection.acknowledge(from: .responder, at: Self.start + 1, in: &capture)
        }
        #expect(session.limits.contains { $0.reason == .midstream })
        #expect(session.handshakeRTT == nil)
    }

    @Test func aPlainSessionHasNoLimitsButThoseOfItsPlace() async throws {
        let session = try await session { connection, capture in
            try connection.open(at: Self.start, in: &capture)
            try connection.send([1], from: .initiator, at: Self.start + 5 * Self.millisecond, in: &capture)
            try connection.close(at: Self.start + 9 * Self.millisecond, in: &capture)
        }
        #expect(session.capturePoint == .middle)
        #expect(session.limits.isEmpty)
    }
}

/// What JSON says, as far as it says anything.
private indirect enum JSONTree {
    case object([String: JSONTree])
    case something
    case nothing

    init(_ session: Session) throws {
        self.init(try JSONSerialization.jsonObject(with: JSONEncoder().encode(session)))
    }

    private init(_ value: Any) {
        switch value {
        case let members as [String: Any]: self = .object(members.mapValues(JSONTree.init))
        case let elements as [Any]: self = elements.isEmpty ? .nothing : .something
        case is NSNull: self = .nothing
        default: self = .something
        }
    }
}
