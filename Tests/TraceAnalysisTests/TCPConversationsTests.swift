import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis
@testable import TraceModel

private typealias Trace = SyntheticTrace

@Suite struct TCPConversationsTests {
    private let folder: CaptureFolder

    init() throws { folder = try CaptureFolder() }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Everything that is handed over, as text: `1 opened`, `1 →0 ab`, `1 ←2 hole 5`, `1 closed`.
    private func events(_ conversations: TCPConversations) throws -> [String] {
        var texts: [String] = []
        try conversations.forEach { event in
            switch event {
            case .opened(let connection): texts.append("\(connection.id) opened")
            case .closed(let connection): texts.append("\(connection.id) closed")
            case .piece(let piece):
                let arrow = piece.direction == .forward ? "→" : "←"
                let content =
                    switch piece.content {
                    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
                    case .missing(let count): "hole \(count)"
                    }
                texts.append("\(piece.connection.id) \(arrow)\(piece.offset) \(content)")
            }
            return true
        }
        return texts
    }

    private func events(of capture: [UInt8]) throws -> [String] {
        let texts = try events(TraceAnalyzer().conversations(in: [folder.add(capture, as: "trace.pcap")]))
        #expect(try events(TraceAnalyzer().conversations(in: CaptureFile.open(bytes: capture))) == texts)
        return texts
    }

    @Test func connectionsComeAsTheirPacketsDo() throws {
        let capture = try Trace.capture { capture in
            var first = Trace.connection()
            var second = Trace.connection(from: Trace.bert, port: 60000, to: Trace.anna, port: 80)
            try first.open(at: 0, in: &capture)
            try first.send(bytes("ab"), from: .initiator, at: Trace.second, in: &capture)
            try capture.append(
                udpFrom: 5000, to: 6000, payload: bytes("no stream"), from: Trace.anna, to: Trace.bert,
                at: Trace.second)
            try second.open(at: 2 * Trace.second, in: &capture)
            try second.send(bytes("xy"), from: .responder, at: 3 * Trace.second, in: &capture)
            try first.send(bytes("cd"), from: .responder, at: 4 * Trace.second, in: &capture)
            try first.close(at: 5 * Trace.second, in: &capture)
            try second.send(bytes("z"), from: .responder, at: 6 * Trace.second, in: &capture)
        }
        let expected = [
            "1 opened", "1 →0 ab", "2 opened", "2 ←0 xy", "1 ←0 cd", "1 closed", "2 ←2 z", "2 closed",
        ]
        #expect(try events(of: capture.bytes) == expected)
    }

    @Test func aConnectionHasItsEnds() throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 5 * Trace.second, in: &capture)
            try connection.send(bytes("ab"), from: .responder, at: 6 * Trace.second, in: &capture)
        }
        var pieces: [TCPConversations.Piece] = []
        try TraceAnalyzer().conversations(in: CaptureFile.open(bytes: capture.bytes)).forEach { event in
            if case .piece(let piece) = event { pieces.append(piece) }
            return true
        }
        let piece = try #require(pieces.first)
        #expect(pieces.count == 1 && piece.frame == 4 && piece.direction == .backward)
        let connection = piece.connection
        #expect(connection.initiator.address == Trace.anna.address && connection.initiator.port == 50000)
        #expect(connection.responder.address == Trace.bert.address && connection.responder.port == 7000)
        #expect(!connection.isMidstream && connection.frame == 1 && piece.time - connection.time == Trace.second)
    }

    @Test func earlyAndRepeatedBytesComeInOrderAndOnce() throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            var early = connection
            early.skip(2, from: .initiator)
            try early.segment([.psh, .ack], bytes("cd"), from: .initiator, at: Trace.second, in: &capture)
            try connection.send(bytes("ab"), from: .initiator, at: 2 * Trace.second, in: &capture)
            try early.segment([.psh, .ack], bytes("cdef"), from: .initiator, at: 3 * Trace.second, in: &capture)
        }
        #expect(try events(of: capture.bytes) == ["1 opened", "1 →0 ab", "1 →2 cd", "1 →4 ef", "1 closed"])
    }

    @Test func missingBytesAreHolesAlsoBeforeTheEnd() throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            connection.skip(3, from: .initiator)
            try connection.send(bytes("de"), from: .initiator, at: Trace.second, in: &capture)
            connection.skip(4, from: .initiator)
            try connection.close(at: 2 * Trace.second, in: &capture)
        }
        #expect(
            try events(of: capture.bytes) == ["1 opened", "1 →0 hole 3", "1 →3 de", "1 →5 hole 4", "1 closed"])
    }

    @Test func aConnectionEndsBeforeTheNextBetweenTheSamePorts() throws {
        let capture = try Trace.capture { capture in
            for number in 0..<3 {
                let start = Trace.second * Int64(10 * number)
                var connection = Trace.connection(initialSequence: UInt32(1000 + 100_000 * number))
                try connection.open(at: start, in: &capture)
                try connection.send(bytes("\(number)"), from: .responder, at: start + Trace.second, in: &capture)
                guard number != 1 else {
                    // Abandoned, with bytes that wait after a hole.
                    connection.skip(2, from: .responder)
                    try connection.segment(
                        [.psh, .ack], bytes("late"), from: .responder, at: start + 2 * Trace.second, in: &capture)
                    continue
                }
                try connection.close(at: start + 2 * Trace.second, in: &capture)
            }
        }
        let expected = [
            "1 opened", "1 ←0 0", "1 closed", "2 opened", "2 ←0 1", "2 ←1 hole 2", "2 ←3 late", "2 closed", "3 opened",
            "3 ←0 2", "3 closed",
        ]
        #expect(try events(of: capture.bytes) == expected)
    }

    @Test func aStreamThatWasUnderWayBeginsWithItsFirstByte() throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            var early = connection
            connection.skip(2, from: .initiator)
            try connection.segment([.psh, .ack], bytes("cd"), from: .initiator, at: 0, in: &capture)
            try early.send(bytes("ab"), from: .initiator, at: Trace.second, in: &capture)
        }
        let texts = try events(of: capture.bytes)
        #expect(texts.first == "1 opened" && texts.last == "1 closed" && texts.contains("1 →0 cd"))
    }

    @Test func whoTakesNoMoreGetsNoMore() throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            for second in 1...5 {
                try connection.send([1], from: .initiator, at: Int64(second) * Trace.second, in: &capture)
            }
        }
        var count = 0
        try TraceAnalyzer().conversations(in: CaptureFile.open(bytes: capture.bytes)).forEach { _ in
            count += 1
            return count < 3
        }
        #expect(count == 3)
    }

    @Test func whatCannotBeReadIsAnErrorAfterWhatCan() throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            try connection.send(bytes("ab"), from: .initiator, at: Trace.second, in: &capture)
            try connection.send(bytes("cd"), from: .initiator, at: 2 * Trace.second, in: &capture)
        }
        let cut = Array(capture.bytes.dropLast(1))
        for conversations in [
            TraceAnalyzer().conversations(in: try CaptureFile.open(bytes: cut)),
            TraceAnalyzer().conversations(in: [try folder.add(cut, as: "cut.pcap")]),
        ] {
            var count = 0
            #expect(throws: CaptureError.self) {
                try conversations.forEach { event in
                    if case .piece = event { count += 1 }
                    return true
                }
            }
            #expect(count == 1)
        }
    }

    /// A piece of either reading.
    private struct Row: Equatable {
        var frame: Int
        var sender: String
        var offset: Int
        var bytes: [UInt8]
        var missing: Int
    }

    @Test(
        arguments: [
            "mesh-endings.hub.pcap", "mesh2-bad-frames.victim.pcap", "mesh2-basic.bruno.pcapng",
            "mesh2-reconnect-same-port.nora.pcap", "mesh2-v6ll-sorted.iris.pcap", "mesh4-tiebreak.bo.pcap.gz",
            "mesh5-relay-partial.wire.pcap", "pigeon-relay.server.pcap",
        ])
    func theBytesAreThoseOfTheSessions(_ fixture: String) async throws {
        let file = try CaptureOverview(path: Fixture.url(fixture).path)
        var found: [Int: [Row]] = [:]
        var open: Set<Int> = []
        try TraceAnalyzer().conversations(in: [file]).forEach { event in
            switch event {
            case .opened(let connection):
                #expect(open.insert(connection.id).inserted)
                found[connection.id] = []
            case .closed(let connection): #expect(open.remove(connection.id) != nil)
            case .piece(let piece):
                #expect(open.contains(piece.connection.id))
                let sender =
                    piece.direction == .forward ? piece.connection.initiator : piece.connection.responder
                var row = Row(
                    frame: piece.frame, sender: "\(sender.address) \(sender.port)", offset: piece.offset, bytes: [],
                    missing: 0)
                switch piece.content {
                case .bytes(let bytes): row.bytes = bytes
                case .missing(let count): row.missing = count
                }
                found[piece.connection.id]?.append(row)
            }
            return true
        }
        #expect(open == [])
        let analyzer = TraceAnalyzer()
        let analysis = try await analyzer.examine(merging: [file])
        let sessions = analysis.report.sessions.filter { $0.transport == .tcp }
        #expect(found.count == sessions.count)
        // Each is one more reading of the file.
        for session in sessions.filter({ ($0.forward.payloadBytes ?? 0) + ($0.backward.payloadBytes ?? 0) > 0 }).prefix(
            6)
        {
            var rows: [Row] = []
            let stream = SessionStream(
                of: session.id, analysis.report, analysis.connections, SecondReading([file], analyzer), analysis.axis)
            try stream.forEach { chunk in
                let sender = chunk.direction == .forward ? session.initiator : session.responder
                var row = Row(
                    frame: chunk.frame, sender: "\(sender.address) \(sender.port)", offset: chunk.offset, bytes: [],
                    missing: 0)
                switch chunk.content {
                case .bytes(let bytes): row.bytes = bytes
                case .missing(let count): row.missing = count
                }
                rows.append(row)
                return true
            }
            #expect(!rows.isEmpty && found.values.contains(rows), "session \(session.id)")
        }
    }
}
