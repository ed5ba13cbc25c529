import ApplicationProtocols
import Foundation
import PacketCapture
import Testing
import TestSupport
import TraceAnalysis
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

// The code of the article, word for word.

/// Messages of a type, a length of two bytes, and so many bytes of payload.
struct Doorbell: ApplicationProtocol {
    let name = "doorbell"
    let claims = ApplicationClaims(ports: [7000])
    let measures = ApplicationMeasures(pairs: 1)

    func makeReader(_ start: ReadingStart) -> DoorbellReader { DoorbellReader() }
    func makeConversation(_ start: ConversationStart) -> (any ApplicationConversation)? { DoorbellManners() }
}

struct DoorbellReader: ApplicationReader {
    static let types: [UInt8: String] = [1: "ring", 2: "open", 3: "say"]

    private var held: [UInt8] = []
    private var offset = 0
    private var fault: ReadingFault?

    mutating func read(_ bytes: Span<UInt8>, _ take: Receiver) {
        held.append(copying: bytes)
        while fault == nil, held.count >= 3 {
            guard let type = Self.types[held[0]] else {
                let bytes = Array(held.prefix(32))
                fault = ReadingFault(
                    kind: .framing, key: "type", streamOffset: offset, message: "there is no type \(held[0])",
                    bytes: bytes)
                held = []
                return
            }
            let size = 3 + Int(held[1]) << 8 + Int(held[2])
            guard held.count >= size else { return }
            var message = ApplicationMessage(streamOffset: offset, wireSize: size, bodySize: size - 3, type: type)
            if type != "say" { message.roles = [.init(isAnswer: type == "open", key: nil)] }
            take(message, held.span.extracting(3..<size))
            held.removeFirst(size)
            offset += size
        }
    }

    mutating func skip(missing count: Int, _ take: Receiver) {
        fault = ReadingFault(
            kind: .framing, key: "length", streamOffset: offset, message: "a hole hides where messages end")
        held = []
    }

    mutating func finish(_ take: Receiver) {
        guard !held.isEmpty else { return }
        fault = ReadingFault(
            kind: .incomplete, key: "length", streamOffset: offset, message: "the stream ends too early")
        held = []
    }

    mutating func evict() { held = [] }

    var heldBytes: Int { held.count }
    var isOver: Bool { fault != nil }
    var hasFault: Bool { fault != nil }
    var summary: ReadingSummary {
        var summary = ReadingSummary()
        summary.malformed = fault == nil ? 0 : 1
        summary.faults = fault.map { [$0] } ?? []
        summary.isMismatch = fault != nil && offset == 0
        return summary
    }
}

/// Nobody says anything before the door is open.
struct DoorbellManners: ApplicationConversation {
    private var isOpen = false
    private var rude: ConversationMessage?

    mutating func observe(_ message: ConversationMessage) {
        if message.type == "open" { isOpen = true }
        if message.type == "say", !isOpen, rude == nil { rude = message }
    }

    mutating func hole(of side: ConversationSide, at time: Int64) { isOpen = true }
    mutating func end(of side: ConversationSide, at time: Int64) {}
    mutating func finish(at time: Int64) {}
    mutating func turn() {}

    var findings: [ConversationFinding] {
        guard let rude else { return [] }
        return [
            ConversationFinding(
                code: "doorbell-impatient", severity: .warning, time: rude.completed, frame: rude.frame,
                message: "Somebody spoke before the door was open.", remedy: "Wait for the answer to the bell.",
                reference: "The house rules, section 1")
        ]
    }
}

@Suite struct OwnApplicationTests {
    private static func message(_ type: UInt8, _ payload: String = "") -> [UInt8] {
        [type, UInt8(payload.utf8.count >> 8), UInt8(payload.utf8.count & 255)] + Array(payload.utf8)
    }

    /// Rings at 10 ms, is let in 30 ms later, and speaks at 100 ms.
    private static func visit(port: UInt16 = 7000, sayingAt sayTime: Int64 = 100_000_000) throws -> SyntheticCapture {
        try SyntheticTrace.capture { capture in
            var connection = SyntheticTrace.connection(port: port)
            try connection.open(at: 0, in: &capture)
            let ring = message(1)
            try connection.send([ring[0]], from: .initiator, at: 10_000_000, in: &capture)
            try connection.send(Array(ring[1...]), from: .initiator, at: 11_000_000, in: &capture)
            if sayTime < 41_000_000 {
                try connection.send(message(3, "hi"), from: .initiator, at: sayTime, in: &capture)
            }
            try connection.send(message(2), from: .responder, at: 41_000_000, in: &capture)
            if sayTime > 41_000_000 {
                try connection.send(message(3, "hello"), from: .initiator, at: sayTime, in: &capture)
            }
            try connection.close(at: 200_000_000, in: &capture)
        }
    }

    private static func report(_ capture: SyntheticCapture, workers: Int = 1) async throws -> TraceReport {
        let analyzer = TraceAnalyzer(applications: [Doorbell()], workers: workers)
        return try await analyzer.analyze(.open(bytes: capture.bytes))
    }

    @Test func itsMessagesAreCountedAndTimed() async throws {
        let report = try await Self.report(Self.visit())
        let session = try #require(report.sessions.first)
        #expect(session.application.rawValue == "doorbell")
        #expect(session.evidence == "port 7000")
        #expect(session.forward.messageTypes.entries.map(\.name) == ["ring", "say"])
        #expect(session.forward.messageBytes == 5)
        #expect(session.backward.messages == 1)
        #expect(session.applicationRTT.count == 1)
        #expect(session.applicationRTT.median == 0.031)
        #expect(session.firstMessage == 0.01)
        #expect(report.findings.isEmpty)
        #expect(report.protocols == [.init(name: "doorbell", source: nil, sessions: 1, messages: 3, malformed: 0)])
    }

    @Test func itsOwnFindingIsToldLikeAnyOther() async throws {
        let report = try await Self.report(Self.visit(sayingAt: 20_000_000))
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1)
        #expect(finding.code.rawValue == "doorbell-impatient")
        #expect(finding.subject == .session(1))
        #expect(finding.time == 0.02)
        #expect(finding.frames == [6])
    }

    @Test func workersDoNotMatter() async throws {
        let capture = try Self.visit()
        #expect(try await Self.report(capture, workers: 3) == Self.report(capture))
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/ApplicationProtocols/ApplicationProtocols.docc/An-application-of-your-own.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 4)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            let indented = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n")
            #expect(source.contains("\n\(block)\n") || source.contains("\n\(indented)\n"), "\(block)")
        }
    }
}
