import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SegmentThinningTests {
    private func series(_ segments: [StreamSegment], limit: Int = 1500) -> SequenceSeries {
        var thinning = SegmentThinning(session: 1, limit: limit)
        for segment in segments { thinning.take(segment) }
        return thinning.series
    }

    /// So many segments of a stream with losses, and what the other side says of them.
    private func transfer(_ count: Int, _ generator: inout SeededGenerator) -> [StreamSegment] {
        var segments: [StreamSegment] = []
        var (time, end) = (0.0, Int64(0))
        for number in 1...count {
            time += Double(generator.number(in: 1...20_000)) / 1e6
            var segment = StreamSegment(
                session: 1, direction: .forward, time: time, frame: number, offset: end,
                length: generator.number(in: 1...1448))
            switch generator.number(in: 0...19) {
            case 0:
                segment.offset = max(0, end - 3000)
                segment.isRetransmission = true
            case 1:
                segment.offset = max(0, end - 1000)
                segment.isOutOfOrder = true
            case 2: segment.offset += 1448
            case 3...9:
                segment = StreamSegment(session: 1, direction: .backward, time: time, frame: number)
                segment.acknowledged = end
                segment.window = generator.number(in: 0...65_535)
            default: break
            }
            end = max(end, segment.offset + Int64(segment.length))
            segments.append(segment)
        }
        return segments
    }

    private func range(_ marks: [SequenceSeries.Mark], _ kinds: Set<SequenceSeries.Kind>) -> ClosedRange<Int64>? {
        let marks = marks.filter { kinds.contains($0.kind) }
        guard let from = marks.map(\.from).min(), let to = marks.map(\.to).max() else { return nil }
        return from...to
    }

    @Test func whatFitsIsThereSegmentBySegment() {
        var generator = SeededGenerator(seed: 7)
        let segments = transfer(600, &generator)
        let series = series(segments)
        #expect(!series.isThinned && series.leftOut == 0)
        let marks = series.forward.marks.filter { $0.kind != .hole }
        let sent = segments.filter { $0.direction == .forward }
        #expect(marks.map(\.frame) == sent.map(\.frame) && marks.map(\.time) == sent.map(\.time))
        #expect(marks.map(\.from) == sent.map(\.offset))
        #expect(marks.map { Int($0.to - $0.from) } == sent.map(\.length))
        #expect(marks.count { $0.kind == .retransmission } == sent.count { $0.isRetransmission })
        #expect(marks.count { $0.kind == .outOfOrder } == sent.count { $0.isOutOfOrder })
        #expect(series.forward.marks.contains { $0.kind == .hole })
        #expect(series.backward.marks.isEmpty && series.backward.acknowledgments.isEmpty)
        let acknowledging = segments.filter { $0.direction == .backward }
        #expect(series.forward.acknowledgments.last?.offset == acknowledging.last?.acknowledged)
        #expect(
            series.forward.windowEdge.map(\.offset)
                == acknowledging.map { ($0.acknowledged ?? 0) + Int64($0.window ?? 0) })
    }

    @Test(arguments: 0..<12) func aThinnedPlotIsBoundedDeterministicAndKeepsExtremes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let limit = generator.pick([64, 100, 1500])
        let segments = transfer(generator.number(in: 8_000...20_000), &generator)
        let series = series(segments, limit: limit)
        #expect(series == self.series(segments, limit: limit))
        let marks = series.forward.marks
        #expect(marks.count + series.backward.marks.count <= limit && marks.count > limit / 8)
        #expect(series.forward.acknowledgments.count <= limit && series.forward.windowEdge.count <= limit)
        #expect(series.isThinned)
        #expect(marks.map(\.time) == marks.map(\.time).sorted())

        let data = segments.filter { $0.length > 0 && !$0.isRetransmission && !$0.isOutOfOrder }
        let seen = try #require(range(marks, [.data]))
        #expect(seen.lowerBound == data.map(\.offset).min())
        #expect(seen.upperBound == data.map { $0.offset + Int64($0.length) }.max())
        #expect(marks.first { $0.kind == .data }?.time == data.first?.time)

        // The longest of each kind is there, and each mark is one segment.
        for (kind, isOf) in [
            (SequenceSeries.Kind.retransmission, \StreamSegment.isRetransmission), (.outOfOrder, \.isOutOfOrder),
        ] {
            let (own, all) = (marks.filter { $0.kind == kind }, segments.filter { $0[keyPath: isOf] })
            #expect(own.map { Int($0.to - $0.from) }.max() == all.map(\.length).max())
            let byFrame = Dictionary(uniqueKeysWithValues: all.map { ($0.frame, $0) })
            #expect(own.allSatisfy { byFrame[$0.frame]?.offset == $0.from && byFrame[$0.frame]?.time == $0.time })
        }
        let rare = marks.count { $0.kind != .data }
        #expect(rare <= limit / 2)
        #expect(series.leftOut >= segments.count { $0.isRetransmission || $0.isOutOfOrder } - rare)
    }

    @Test func bothDirectionsAndSegmentsOfOtherSessionsAreKeptApart() {
        var first = StreamSegment(session: 1, direction: .forward, time: 1, frame: 1, offset: 0, length: 10)
        first.acknowledged = 3
        first.window = 7
        var second = first
        (second.direction, second.time, second.length) = (.backward, 2, 4)
        var other = first
        (other.session, other.length) = (2, 99)
        let series = series([first, second, other])
        #expect(series.forward.marks.map(\.to) == [10] && series.backward.marks.map(\.to) == [4])
        #expect(series.forward.acknowledgments == [.init(time: 2, offset: 3)])
        #expect(series.backward.windowEdge == [.init(time: 1, offset: 10)])
    }

    @Test func aSessionWithoutSegmentsHasAnEmptyPlot() {
        #expect(series([]) == SequenceSeries(session: 1))
    }

    @Test(arguments: [
        "mesh-endings.hub.pcap", "transfer/txt-tcp-underground-1000x128.phone.pcap",
        "transfer/txt-tcp-underground-1000x128.tablet.pcap",
    ])
    func thePlotOfARecordedSessionHasWhatItsReportCounts(fixture: String) async throws {
        let trace = try await TraceAnalyzer().messages(
            merging: [CaptureOverview(path: Fixture.url(fixture).path)])
        let sessions = trace.report.sessions.filter { $0.transport == .tcp }
        var plots = Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, SegmentThinning(session: $0.id)) })
        try trace.forEach(segmentsOf: Set(plots.keys), segment: { plots[$0.session]?.take($0) }) { _ in true }
        for session in sessions {
            let series = try #require(plots[session.id]).series
            #expect(!series.isThinned)
            for (stream, figures) in [(series.forward, session.forward), (series.backward, session.backward)]
            where !stream.marks.isEmpty {
                #expect(stream.marks.count { $0.kind == .retransmission } == figures.retransmittedPackets)
                #expect(stream.marks.count { $0.kind == .outOfOrder } == figures.outOfOrderPackets)
                let missing = stream.marks.filter { $0.kind == .hole }.reduce(0) { $0 + $1.to - $1.from }
                #expect(Int(missing) == figures.missingBytes)
                #expect(stream.windowEdge.allSatisfy { $0.offset >= 0 })
            }
        }
    }
}
