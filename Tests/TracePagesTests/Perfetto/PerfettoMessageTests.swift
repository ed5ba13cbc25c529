import Testing
import TraceModel

@testable import TracePages

@Suite struct PerfettoMessageTests {
    private let report = TraceSamples.report(sessions: [TraceSamples.session()])

    @Test func aMessageIsAnInstantOfItsSession() throws {
        let message = TraceSamples.message(from: 2, to: 2.123456789, frame: 17)
        let trace = try DecodedTrace(report, messages: [message])
        let instants = trace.events.filter { $0.type == 3 }
        #expect(instants.count == 1 && instants[0].flow == nil)
        #expect(instants[0].numbers == ["session": 1, "frame": 17])
        #expect(instants[0].time == TraceSamples.time(2_123_456_789))
        #expect(instants[0].name == "direct")
        #expect(instants[0].track == trace.events.first { $0.type == 1 }?.track)
    }

    @Test func theLastMessageLiesWithinItsSession() throws {
        let trace = try DecodedTrace(report, messages: [TraceSamples.message(from: 6, to: 6.5)])
        let session = try #require(trace.events.first { $0.type == 1 }?.track)
        #expect(trace.events.filter { $0.track == session }.map(\.type) == [1, 3, 2])
    }

    @Test func aMessageIsASliceFromItsFirstByte() throws {
        let trace = try DecodedTrace(report, messages: [TraceSamples.message(from: 2, to: 2.5, type: nil)])
        let slice = try #require(try trace.slices().first { $0.name == "mesh" })
        #expect([slice.begin, slice.end] == [TraceSamples.time(2_000_000_000), TraceSamples.time(2_500_000_000)])
        #expect(trace.tracks[slice.track]?.name == "messages →")
        // Only one slice may have the number of the session.
        #expect(trace.events.filter { $0.type == 1 && $0.numbers["session"] != nil }.count == 1)
    }

    @Test func anAnswerHasTheArrowOfWhatWasAsked() throws {
        let messages = [
            TraceSamples.message(from: 2.000000001, to: 2.1),
            TraceSamples.message(from: 2.000000001, to: 2.1, .backward),
            TraceSamples.message(from: 2.2, to: 2.3, .backward, latency: 0.299999999),
        ]
        let trace = try DecodedTrace(report, messages: messages)
        let begins = trace.events.filter { $0.type == 1 && $0.name == "direct" }
        #expect(begins[2].endOfFlow != nil && begins[2].endOfFlow == begins[0].flow)
        #expect(Set(begins.compactMap(\.flow)).count == 3)
    }

    @Test func ofMessagesInOnePacketTheFirstHasTheArrow() throws {
        let messages = (0..<3).map { _ in TraceSamples.message(from: 2, to: 2) }
        let trace = try DecodedTrace(report, messages: messages)
        let moments = trace.events.filter { $0.name == "direct" && $0.numbers["session"] == nil }
        #expect(moments.map { $0.flow != nil } == [true, false, false])
        // A message that was there all at once is no slice.
        #expect(moments.allSatisfy { $0.type == 3 })
    }

    /// Whatever overlaps: each slice has its own begin and end again, though an end does not say whose it is.
    @Test func messagesThatOverlapKeepTheirTimes() throws {
        let spans: [(Double, Double)] = [
            (2, 3), (3, 3), (3, 4), (2, 4), (3.5, 5), (4.5, 5), (4.5, 5), (2, 5.5), (5.5, 5.5), (5, 5.5),
        ]
        let messages = spans.enumerated().map {
            TraceSamples.message(from: $0.element.0, to: $0.element.1, frame: $0.offset)
        }
        let trace = try DecodedTrace(report, messages: messages)
        let slices = try trace.slices().filter { $0.name == "direct" }
        func nanoseconds(_ seconds: Double) -> UInt64 { TraceSamples.time(Int64(seconds * 1e9)) }
        let expected = spans.filter { $0.0 < $0.1 }.map { [nanoseconds($0.0), nanoseconds($0.1)] }
        #expect(
            slices.map { [$0.begin, $0.end] }.sorted { ($0[1], $0[0]) < ($1[1], $1[0]) }
                == expected.sorted { ($0[1], $0[0]) < ($1[1], $1[0]) })
        let lanes = Set(slices.map(\.track)).compactMap { trace.tracks[$0] }
        #expect(lanes.count > 1 && lanes.allSatisfy { $0.isMerged && $0.name == "messages →" })
    }

    @Test func roundTripsAreCounters() throws {
        let roundTrips = [
            RoundTrip(session: 1, kind: .transport, direction: .forward, time: 2, frame: 5, value: 0.001),
            RoundTrip(session: 1, kind: .transport, direction: .forward, time: 3, frame: 6, value: 0.002),
            RoundTrip(session: 1, kind: .application, direction: .backward, time: 3, frame: 6, value: 0.25),
            RoundTrip(session: 1, kind: .handshake, direction: .forward, time: 3, frame: 6, value: 1),
        ]
        let trace = try DecodedTrace(report, roundTrips: roundTrips)
        let counts = trace.events.filter { $0.type == 4 }
        #expect(counts.map(\.count) == [1_000_000, 2_000_000, 250_000_000])
        let names = counts.map { trace.tracks[$0.track]?.name }
        #expect(names == ["transport round trips →", "transport round trips →", "application round trips ←"])
    }

    @Test func whatIsOfNoSessionIsLeftOut() throws {
        let message = TraceSamples.message(from: 2, to: 3, session: 7)
        #expect(try DecodedTrace(report, messages: [message]).bytes == DecodedTrace(report).bytes)
    }

    @Test func messagesAreWrittenPieceByPiece() throws {
        final class Output { var sizes: [Int] = [] }
        let output = Output()
        var trace = try PerfettoTrace(report) { output.sizes.append($0.count) }
        for frame in 1...10_000 { try trace.add(TraceSamples.message(from: 2, to: 2, frame: frame)) }
        try trace.finish()
        #expect(output.sizes.count > 10)
        #expect(output.sizes.allSatisfy { $0 < 80_000 })
    }
}
