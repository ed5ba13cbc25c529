import RunComparison
import Testing
import TraceAnalysis

@testable import TraceReports

@Suite struct ComparisonRowsTests {
    private func rows(_ comparison: ComparisonReport, _ format: OutputFormat = .csv) throws -> [Substring] {
        var output: [UInt8] = []
        var writer = RowWriter(format, .cellMetrics(of: comparison)) { output += $0 }
        for row in comparison.cellMetrics { try writer.write(row) }
        try writer.finish()
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    }

    @Test func linesHaveTheColumnsAsKeys() throws {
        let lines = try rows(SampleComparison.twoTransports, .ndjson)
        #expect(lines.count == 2 * ComparisonMetric.allCases.count)
        #expect(
            lines[5] == #"{"transport":"tcp","distance":5,"packetSize":4096,"metric":"dataRate","unit":"bit/s","#
                + #""runs":6,"median":3500000,"intervalLow":3500000,"intervalHigh":3500000,"min":3500000,"#
                + #""max":3500000,"note":null}"#)
    }

    @Test func rowForEachCellAndMetric() throws {
        let rows = try rows(SampleComparison.twoTransports)
        #expect(rows.count == 1 + 2 * ComparisonMetric.allCases.count)
        #expect(
            rows[0]
                == "transport,distance,packetSize,metric,unit,runs,median,intervalLow,intervalHigh,min,max,note")
        #expect(rows[6] == "tcp,5,4096,dataRate,bit/s,6,3500000,3500000,3500000,3500000,3500000,")
        // Not measured is empty, not 0.
        #expect(rows[4] == "tcp,5,4096,jitterMeanAbsoluteDifference,s,0,,,,,,")
    }

    @Test(arguments: [
        ("=1+2", "'=1+2"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("a=1", "a=1"),
        ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a,b", "\"a,b\""), ("=a,b", "\"'=a,b\""),
        ("a\r\nb", "a\\u{D}\\u{A}b"), ("\t=1", "\\u{9}=1"),
    ])
    func textIsQuotedAndNoFormula(name: String, field: String) throws {
        let rows = try rows(SampleComparison.withNames([name]))
        #expect(rows[1] == "\(field),rttMedian,s,1,0.01,,,0.01,0.01,an interval needs at least 3 runs")
    }

    @Test func negativeNumbersStayNumbers() throws {
        let run = SampleComparison.run(1, [(.distance, .number(-2.5))], [(.rttMedian, 1e-07)])
        #expect(try rows(ComparisonReport(of: [run], by: [.distance]))[1].hasPrefix("-2.5,rttMedian,s,1,0.0000001,"))
    }
}
