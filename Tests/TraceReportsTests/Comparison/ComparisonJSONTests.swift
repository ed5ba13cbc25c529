import Foundation
import RunComparison
import Testing
import TraceAnalysis

@testable import TraceReports
import WireText

@Suite struct ComparisonJSONTests {
    private func object(_ comparison: ComparisonReport) throws -> [String: Any] {
        let data = Data(try JSONReport.render(comparison))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func documentReadsBackAsItWas() throws {
        let comparison = SampleComparison.twoTransports
        let data = Data(try JSONReport.render(comparison))
        #expect(try JSONDecoder().decode(ComparisonReport.self, from: data) == comparison)
    }

    @Test func keysAreThoseOfTheFormat() throws {
        let object = try object(SampleComparison.twoTransports)
        #expect(object["schema"] as? String == "nearscope.comparison/1")
        #expect(object["by"] as? [String] == ["transport", "distance", "packetSize"])
        #expect(
            Set(object.keys) == [
                "schema", "generator", "by", "method", "units", "captures", "runs", "cells", "tests", "notes",
            ])
        let cell = try #require((object["cells"] as? [[String: Any]])?.first)
        let factors = try #require(cell["factors"] as? [String: Any])
        #expect(factors["transport"] as? String == "tcp" && factors["distance"] as? Double == 5)
        let rtt = try #require((cell["metrics"] as? [String: [String: Any]])?["rttMedian"])
        #expect(Set(rtt.keys) == ["count", "median", "interval", "intervalNote", "min", "max"])
        #expect(rtt["intervalNote"] is NSNull)
        let test = try #require((object["tests"] as? [[String: Any]])?.first)
        #expect(test["outcome"] as? String == "difference" && test["metric"] as? String == "rttMedian")
        let overall = try #require(test["kruskalWallis"] as? [String: Any])
        #expect(overall["method"] as? String == "exact" && overall["degreesOfFreedom"] as? Int == 1)
        let pair = try #require((test["pairs"] as? [[String: Any]])?.first)
        #expect(pair["first"] as? String == "tcp" && pair["second"] as? String == "udp")
    }

    @Test func whatIsNotKnownIsNull() throws {
        let run = SampleComparison.run(1, [(.place, nil)], [])
        let object = try object(ComparisonReport(of: [run], by: [.place]))
        let cell = try #require((object["cells"] as? [[String: Any]])?.first)
        #expect((cell["factors"] as? [String: Any])?["place"] is NSNull)
        let rtt = (cell["metrics"] as? [String: [String: Any]])?["rttMedian"]
        #expect(rtt?["count"] as? Int == 0 && rtt?["median"] is NSNull && rtt?["interval"] is NSNull)
    }

    @Test func namesAreHarmless() throws {
        let text = String(
            decoding: try JSONReport.render(SampleComparison.withNames([SampleReport.hostile])), as: UTF8.self)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !SafeText.isUnsafe($0) })
    }
}
