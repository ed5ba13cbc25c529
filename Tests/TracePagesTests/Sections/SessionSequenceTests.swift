import Testing
import TraceModel

@testable import TracePages

@Suite struct SessionSequenceTests {
    private func stream(window: [Int64]) -> SequenceSeries.Stream {
        var stream = SequenceSeries.Stream()
        stream.marks = [.init(time: 1, frame: 1, from: 0, to: 1000, kind: .data)]
        stream.acknowledgments = [.init(time: 2, offset: 1000)]
        stream.windowEdge = window.enumerated().map { .init(time: Double($0.offset), offset: $0.element) }
        return stream
    }

    @Test func theAxisIsThatOfTheData() {
        let scale = SessionSequence.scale(of: stream(window: [65_000, 3_000_000]))
        #expect(scale.last < 1200 && scale.first == 0)
    }

    @Test func aWindowThatIsNearIsOnIt() {
        #expect(SessionSequence.scale(of: stream(window: [1400, 65_000])).last > 1400)
    }

    @Test func theLineOfTheWindowIsBrokenAboveThePlot() {
        let stream = stream(window: [1400, 65_000, 1200])
        let line = SessionSequence.line(stream.windowEdge, below: 1500)
        #expect(line == [.init(0, 1400), .init(1, 1400), nil, nil, .init(2, 1200)])
        #expect(SessionSequence.line(stream.windowEdge, below: 100).isEmpty)
    }
}
