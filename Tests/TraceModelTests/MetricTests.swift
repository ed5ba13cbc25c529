import Testing
import TraceModel

@Suite struct MetricTests {
    /// Numbers of a session's JSON that measure nothing: names, positions, and what was offered or found.
    private static let others: Set<String> = [
        "id", "interface", "firstFrame", "initiator", "responder", "initialSequenceNumbers", "quic", "companions",
        "icmpErrors", "process", "effectiveProcess", "tcpOptions",
        "firstFault", "multipeer", "delivery", "roundTripCourse",
    ]

    /// The numbers of a type as it is decoded, by the keys on the way to them.
    private func numbers(_ type: any Decodable.Type) throws -> [[String]] {
        let walk = KeyWalk()
        _ = try type.init(from: KeyWalker(walk: walk, codingPath: []))
        return walk.numbers
    }

    @Test func everyFigureOfASessionHasAnEntry() throws {
        let keys = Set(Session.metrics.map(\.key))
        let all = try numbers(Session.self).filter { !Self.others.contains($0[0]) }
        #expect(all.contains(["phases", "connect"]) && all.contains(["jitter", "rfc3550"]))
        for path in all where path[0] != "forward" && path[0] != "backward" {
            #expect(keys.contains(path[0]) || keys.contains(path.joined(separator: ".")), "\(path)")
        }
    }

    @Test func everyFigureOfADirectionHasAnEntry() throws {
        let keys = Set(SessionDirection.metrics.map(\.key))
        let all = try numbers(SessionDirection.self).filter { !Self.others.contains($0[0]) }
        #expect(all.count > 40)
        for path in all { #expect(keys.contains(path[0]), "\(path)") }
    }

    @Test func everyNumberIsInAColumn() {
        // The series has its own chart, the types their own rows.
        let withoutColumn = ["throughput", "capturePoint", "messageTypes"]
        #expect(Session.metrics.filter(\.figures.isEmpty).map(\.key) == ["throughput", "capturePoint"])
        for metric in SessionDirection.metrics where metric.figures.isEmpty {
            #expect(withoutColumn.contains(metric.key))
        }
    }

    @Test func distributionsHaveTheSameThreeColumns() {
        let names = Set(Session.allMetrics.flatMap(\.figures).map(\.name))
        for name in names where name.hasSuffix("Median") {
            let stem = name.dropLast("Median".count)
            #expect(names.isSuperset(of: ["\(stem)Count", "\(stem)95"]), "\(name)")
        }
    }

    @Test func namesOfColumnsAreDifferent() {
        let names = Session.allMetrics.flatMap(\.figures).map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func aLimitRemovesWhatItNamesAndNothingElse() {
        var session = sample
        session.withdraw(.init(metrics: ["forward.messages"], reason: .snapLength, message: ""))
        #expect(session.forward.messages == nil && session.backward.messages == 3)
        session.withdraw(.init(metrics: ["goodput", "packets"], reason: .doubledPackets, message: ""))
        #expect(session.backward.goodput == nil && session.forward.packets == 4 && session.backward.messages == 3)
        session.withdraw(.init(metrics: ["handshakeRTT", "phases.connect"], reason: .midstream, message: ""))
        #expect(session.handshakeRTT == 1 && session.phases.connect == 1)
        session.withdraw(.init(metrics: ["handshakeRTT", "phases.connect"], reason: .noAcknowledgments, message: ""))
        #expect(session.handshakeRTT == nil && session.phases.connect == nil)
    }

    @Test func whatIsNotAlwaysThereCanBeRemoved() throws {
        var session = try Session(from: KeyWalker(walk: KeyWalk(), codingPath: []))
        let figures = Session.allMetrics.flatMap(\.figures)
        for figure in figures { #expect(figure.value(session) != nil, "\(figure.name)") }
        session.withdraw(.init(metrics: Session.allMetrics.map(\.key), reason: .doubledPackets, message: ""))
        let always = [
            "start", "end", "duration", "forwardPackets", "forwardWireBytes", "backwardPackets", "backwardWireBytes",
            "copiedPackets",
        ]
        for figure in figures where !always.contains(figure.name) && !figure.name.hasSuffix("Count") {
            #expect(figure.value(session) == nil, "\(figure.name)")
        }
    }

    private var sample: Session {
        var session = Session(
            id: 1, transport: .tcp, application: .mesh, ending: .fin, midstream: false,
            initiator: .init(address: "10.0.0.1", port: 1), responder: .init(address: "10.0.0.2", port: 2),
            interface: 0, firstFrame: 1, start: 0, end: 1, duration: 1)
        session.forward.packets = 4
        (session.forward.messages, session.backward.messages) = (2, 3)
        session.backward.goodput = 8
        (session.handshakeRTT, session.phases.connect) = (1, 1)
        return session
    }
}

/// The numbers that a type was decoded from.
private final class KeyWalk {
    var numbers: [[String]] = []
}

/// Gives each key a value, so that a type asks for all that it has.
private struct KeyWalker: Decoder {
    let walk: KeyWalk
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedWalk<Key>(walk: walk, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { EmptyWalk(codingPath: codingPath) }
    func singleValueContainer() -> any SingleValueDecodingContainer { ValueWalk(walk: walk, codingPath: codingPath) }
}

private struct KeyedWalk<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let walk: KeyWalk
    let codingPath: [any CodingKey]
    var allKeys: [Key] { [] }

    private func walker(_ key: any CodingKey) -> KeyWalker { KeyWalker(walk: walk, codingPath: codingPath + [key]) }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try ValueWalk(walk: walk, codingPath: codingPath + [key]).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<
        Nested
    > {
        walker(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { walker(key).unkeyedContainer() }
    func superDecoder() -> any Decoder { KeyWalker(walk: walk, codingPath: codingPath) }
    func superDecoder(forKey key: Key) -> any Decoder { walker(key) }
}

private struct ValueWalk: SingleValueDecodingContainer {
    let walk: KeyWalk
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch type {
        case is Int.Type, is Double.Type, is [Double].Type, is UInt16.Type, is UInt32.Type:
            walk.numbers.append(codingPath.map(\.stringValue))
        default: break
        }
        let values: [Any] = [0, 0.0, UInt16(0), UInt32(0), "", false, [Double]()]
        if let value = values.lazy.compactMap({ $0 as? Value }).first { return value }
        let cases: [any RawRepresentable] = [
            Session.Transport.tcp, Session.Application.mesh, Session.Ending.fin, Session.CapturePoint.middle,
            Session.Handshake.complete, Session.NetworkRTT.Origin.handshake, Session.NetworkRTT.Reason.noAnswer,
            Session.Side.initiator, Session.Discovery.ssdp, Session.Multipeer.Role.session,
            Session.Multipeer.Security.optional, Session.TLS.Keys.psk, Session.TLS.SealedReason.noKeys,
            Session.QUIC.ZeroRTT.accepted,
        ]
        if let value = cases.lazy.compactMap({ $0 as? Value }).first { return value }
        return try type.init(from: KeyWalker(walk: walk, codingPath: codingPath))
    }
}

private struct EmptyWalk: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    private var end: DecodingError { .valueNotFound(Any.self, .init(codingPath: codingPath, debugDescription: "end")) }

    func decodeNil() throws -> Bool { throw end }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw end }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw end
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
    func superDecoder() throws -> any Decoder { throw end }
}
