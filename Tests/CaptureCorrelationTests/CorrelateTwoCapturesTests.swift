import CaptureCorrelation
import PacketCapture
import TestSupport
import Testing
import TraceModel
import WireSimulation

// The code of the article, word for word.

/// Loss and delay between two devices: a line for each direction of each session.
func paths(_ first: CaptureFile, _ second: CaptureFile) async throws -> [String] {
    let report = try await CaptureCorrelator().correlate(first, second)
    var lines: [String] = []
    for session in report.sessions {
        for (name, direction) in [("forward", session.forward), ("backward", session.backward)] {
            let delay = direction.oneWayDelay.median.map { "\($0) s" } ?? "unknown"
            lines.append("\(session.id) \(name): lost \(direction.lost) of \(direction.sent), delay \(delay)")
        }
    }
    return lines
}

@Suite struct CorrelateTwoCapturesTests {
    @Test func bothDirectionsHaveLossAndDelay() async throws {
        let files = try TwoPoints().captures(of: TwoPoints.echo(20)) { [5, 7].contains($0) ? .lost : .arrives }
        let lines = try await paths(.open(bytes: files.a, path: "a"), .open(bytes: files.b, path: "b"))
        #expect(lines == ["1 forward: lost 2 of 20, delay 0.01 s", "1 backward: lost 0 of 20, delay 0.01 s"])
    }

    @Test func theArticleShowsWhatIsTestedHere() throws {
        let article = try Article("Correlate-two-captures", of: "CaptureCorrelation")
        #expect(article.code.count == 1)
        #expect(try article.code(missingFrom: #filePath).isEmpty)
    }
}
