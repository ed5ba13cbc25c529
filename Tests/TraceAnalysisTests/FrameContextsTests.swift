import PacketDissection
import TestSupport
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis
@testable import TraceModel

private typealias Trace = SyntheticTrace

@Suite struct FrameContextsTests {
    private let folder: CaptureFolder

    init() throws { folder = try CaptureFolder() }

    private func contexts(_ capture: SyntheticCapture, _ frames: ClosedRange<Int>...) async throws -> FrameContexts {
        try await TraceAnalyzer().contexts(of: frames, in: [try folder.add(capture.bytes, as: "trace.pcap")])
    }

    /// A frame with a JSON body of that many bytes that is no mesh message.
    private func frame(_ count: Int) -> [UInt8] {
        ByteWriter.bytes { output in
            output.writeUInt32(UInt32(count))
            output.writeBytes(Array("{".utf8) + [UInt8](repeating: 0x20, count: count - 2) + Array("}".utf8))
        }
    }

    @Test func aMessageOverSeveralPacketsIsThatOfEachOfThem() async throws {
        let body = frame(20)
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            try connection.send(frame(10) + body[..<6], from: .initiator, at: Trace.second, in: &capture)
            try connection.send(Array(body[6...]), from: .initiator, at: 2 * Trace.second, in: &capture)
            try connection.acknowledge(from: .responder, at: 3 * Trace.second, in: &capture)
            for second in 4...8 {
                try connection.send(frame(10), from: .initiator, at: Int64(second) * Trace.second, in: &capture)
            }
        }
        let contexts = try await contexts(capture, 1...6)
        let first = try #require(contexts[4].first)
        #expect(first.session == 1 && first.direction == .forward && first.streamBytes == 0..<20)
        #expect(first.messages.map(\.number) == [1, 2])
        let second = try #require(contexts[5].first)
        #expect(second.streamBytes == 20..<38 && second.messages.map(\.number) == [2])
        #expect(second.messages[0].message.firstFrame == 4 && second.messages[0].message.frame == 5)
        let acknowledgment = try #require(contexts[6].first)
        #expect(acknowledgment.direction == .backward && acknowledgment.streamBytes == nil)
        #expect(acknowledgment.messages.isEmpty && contexts[7].isEmpty)
    }

    @Test func aRetransmissionHasTheMessageOfItsBytes() async throws {
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            let again = connection
            for second in 1...4 {
                try connection.send(frame(10), from: .initiator, at: Int64(second) * Trace.second, in: &capture)
            }
            try again.segment([.psh, .ack], frame(10), from: .initiator, at: 5 * Trace.second, in: &capture)
        }
        let contexts = try await contexts(capture, 7...8)
        #expect(contexts[7].first?.isRetransmission == false && contexts[7].first?.messages.map(\.number) == [4])
        #expect(contexts[8].first?.isRetransmission == true && contexts[8].first?.messages.map(\.number) == [1])
    }

    @Test func fragmentsBelongToTheirSession() async throws {
        let capture = try Trace.capture { capture in
            try capture.append(
                udpFrom: 5000, to: 6000, payload: [UInt8](repeating: 7, count: 4000), inFragmentsOf: 1480,
                from: Trace.anna, to: Trace.bert, at: 0)
        }
        let contexts = try await contexts(capture, 1...3)
        #expect((1...3).map { contexts[$0].map(\.session) } == [[1], [1], [1]])
        #expect(contexts[1].first?.part == .fragment && contexts[3].first?.part == .packet)
    }

    @Test func messagesBeyondTheLimitAreCounted() async throws {
        let count = FrameContexts.maximumMessages + 4
        let capture = try Trace.capture { capture in
            var connection = Trace.connection()
            try connection.open(at: 0, in: &capture)
            let all = (0..<count).flatMap { _ in frame(10) }
            try connection.send(all, from: .initiator, at: Trace.second, in: &capture)
        }
        let context = try #require(try await contexts(capture, 4...4)[4].first)
        #expect(context.messages.count == FrameContexts.maximumMessages && context.omittedMessages == 4)
    }
}
