import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis
@testable import TraceModel

private typealias Trace = SyntheticTrace

@Suite struct SessionStreamTests {
    private let folder: CaptureFolder

    init() throws { folder = try CaptureFolder() }

    /// The chunks of a session as text: `→0 ab`, and `→2 gap 5`.
    private func chunks(_ session: Int, of bytes: [UInt8], workers: Int = 1) async throws -> [String] {
        let stream = try await TraceAnalyzer(workers: workers).stream(
            of: session, in: [try folder.add(bytes, as: "trace.pcap")])
        var texts: [String] = []
        try stream.forEach { chunk in
            let arrow = chunk.direction == .forward ? "→" : "←"
            switch chunk.content {
            case .bytes(let bytes): texts.append("\(arrow)\(chunk.offset) \(String(decoding: bytes, as: UTF8.self))")
            case .missing(let count): texts.append("\(arrow)\(chunk.offset) gap \(count)")
            }
            return true
        }
        return texts
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func bothDirectionsComeInOrderAndEveryByteOnce() async throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            try connection.send(bytes("ab"), from: .initiator, at: Trace.second, in: &capture)
            // Early, sent again, and a segment that repeats a part.
            var early = connection
            early.skip(2, from: .initiator)
            try early.segment([.psh, .ack], bytes("ef"), from: .initiator, at: 2 * Trace.second, in: &capture)
            try connection.send(bytes("cd"), from: .initiator, at: 3 * Trace.second, in: &capture)
            try early.segment([.psh, .ack], bytes("efgh"), from: .initiator, at: 4 * Trace.second, in: &capture)
            try connection.send(bytes("xy"), from: .responder, at: 5 * Trace.second, in: &capture)
        }
        #expect(try await chunks(1, of: capture.bytes) == ["→0 ab", "→2 cd", "→4 ef", "→6 gh", "←0 xy"])
    }

    @Test func missingBytesAreGapsAlsoBeforeTheEnd() async throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            connection.skip(3, from: .initiator)
            try connection.send(bytes("de"), from: .initiator, at: Trace.second, in: &capture)
            connection.skip(4, from: .initiator)
            try connection.close(at: 2 * Trace.second, in: &capture)
        }
        #expect(try await chunks(1, of: capture.bytes) == ["→0 gap 3", "→3 de", "→5 gap 4"])
    }

    @Test func bytesBeyondTheSnapLengthAreAGap() async throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            try connection.send(bytes("abcdef"), from: .initiator, at: Trace.second, in: &capture)
            try connection.send(bytes("g"), from: .initiator, at: 2 * Trace.second, in: &capture)
        }
        // Ethernet, IPv4 and TCP have 54 bytes.
        #expect(try await chunks(1, of: Trace.cut(capture, to: 58)) == ["→0 abcd", "→4 gap 2", "→6 g"])
    }

    @Test(arguments: [1, 4])
    func connectionsBetweenTheSamePortsAreToldApart(workers: Int) async throws {
        let capture = try Trace.capture { capture in
            for number in 0..<3 {
                let start = Trace.second * Int64(10 * number)
                var connection = Trace.connection(initialSequence: UInt32(1000 + 100_000 * number))
                try connection.open(at: start, in: &capture)
                try connection.send(bytes("\(number)"), from: .responder, at: start + Trace.second, in: &capture)
                try connection.close(at: start + 2 * Trace.second, in: &capture)
            }
        }
        for session in 1...3 {
            #expect(try await chunks(session, of: capture.bytes, workers: workers) == ["←0 \(session - 1)"])
        }
    }

    @Test func datagramsComeOneByOneWithFragmentsPutTogether() async throws {
        let whole = String(repeating: "x", count: 4000)
        let capture = try Trace.capture { capture in
            try capture.append(
                udpFrom: 5000, to: 6000, payload: bytes(whole), inFragmentsOf: 1480, order: [2, 0, 1], from: Trace.anna,
                to: Trace.bert, at: 0)
        }
        #expect(try await chunks(1, of: capture.bytes) == ["→0 " + whole])
    }

    @Test func aSessionThatIsNotThereHasNothing() async throws {
        let capture = try Trace.capture { try $0.announceBert(at: 0) }
        let file = try folder.add(capture.bytes, as: "trace.pcap")
        let stream = try await TraceAnalyzer().stream(of: 9, in: [file])
        #expect(stream.session == nil && stream.report.sessions.count == 1)
        try stream.forEach { _ in
            Issue.record("a chunk of no session")
            return true
        }
    }

    @Test func whoTakesNoMoreGetsNoMore() async throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            for second in 1...5 {
                try connection.send([1], from: .initiator, at: Int64(second) * Trace.second, in: &capture)
            }
        }
        let stream = try await TraceAnalyzer().stream(of: 1, in: [try folder.add(capture.bytes, as: "trace.pcap")])
        var count = 0
        try stream.forEach { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }
}
