import Foundation
import Testing
import TraceModel
import WireText

@testable import TraceReports

@Suite struct RowTableTests {
    private var table: RowTable<Int> {
        RowTable([
            .init("number") { .integer($0) }, .init("text") { .text($0 == 2 ? nil : "=\($0)") },
            .init("half") { .number(Double($0) / 2) }, .init("isOdd") { .flag($0 % 2 == 1) },
        ])
    }

    private func text(_ format: OutputFormat, _ rows: [Int], hasHeader: Bool = true) throws -> String {
        var output: [UInt8] = []
        var writer = RowWriter(format, table, hasHeader: hasHeader) { output += $0 }
        for row in rows { try writer.write(row) }
        try writer.finish()
        // A second end is none.
        try writer.finish()
        return String(decoding: output, as: UTF8.self)
    }

    private static let lines = [
        #"{"number":1,"text":"=1","half":0.5,"isOdd":true}"#, #"{"number":2,"text":null,"half":1,"isOdd":false}"#,
    ]

    @Test func eachFormatHasTheRows() throws {
        #expect(try text(.ndjson, [1, 2]) == Self.lines[0] + "\n" + Self.lines[1] + "\n")
        #expect(try text(.json, [1, 2]) == "[\n" + Self.lines[0] + ",\n" + Self.lines[1] + "\n]\n")
        #expect(try text(.csv, [1, 2]) == "number,text,half,isOdd\r\n1,'=1,0.5,true\r\n2,,1,false\r\n")
        #expect(try text(.csv, [1], hasHeader: false) == "1,'=1,0.5,true\r\n")
    }

    @Test func withoutRowsThereIsAnEmptyArrayNoLineOrAHeader() throws {
        #expect(try text(.json, []) == "[]\n")
        #expect(try text(.ndjson, []).isEmpty)
        #expect(try text(.csv, []) == "number,text,half,isOdd\r\n")
        #expect(try text(.csv, [], hasHeader: false).isEmpty)
    }

    @Test func servicesHaveARowEach() throws {
        let report = SampleReport.report()
        for format in [OutputFormat.json, .ndjson, .csv] {
            var output: [UInt8] = []
            var writer = RowWriter(format, .services(of: report)) { output += $0 }
            for service in report.services { try writer.write(service) }
            try writer.finish()
            let text = String(decoding: output, as: UTF8.self)
            let unsafe = text.unicodeScalars.filter { SafeText.isUnsafe($0) && $0 != "\n" && $0 != "\r" }
            #expect(unsafe.isEmpty, "\(format)")
            switch format {
            case .json: #expect(try JSONDecoder().decode([Service].self, from: Data(output)) == report.services)
            case .csv:
                let rows = text.split(separator: "\r\n")
                #expect(rows.count == 1 + report.services.count)
                #expect(rows[0].hasPrefix("capture,id,instance,type,domain,subtypes,host,port,addresses,peer,"))
            default: #expect(text.split(separator: "\n").count == report.services.count)
            }
        }
    }
}
