import Testing
import TraceModel

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct SessionsCSVTests {
    private func fields(_ row: [UInt8]) -> [String] {
        var fields: [String] = [""]
        var isQuoted = false
        for character in String(decoding: row, as: UTF8.self).dropLast() {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    private func values(_ session: Session, _ report: TraceReport) -> [String: String] {
        let names = fields(SessionsCSV.header)
        let values = fields(SessionsCSV(report).row(session))
        #expect(names.count == values.count)
        #expect(Set(names).count == names.count)
        return Dictionary(uniqueKeysWithValues: zip(names, values))
    }

    @Test func aRowHasAFieldForEachColumnInTheUnitsOfTheReport() {
        var session = SessionSamples.full
        session.companions = [5, 6].map { .init(session: $0, relation: .sameConnection) }
        let values = values(session, SessionSamples.report([]))
        let expected = [
            "capture": "trace.pcap", "session": "4", "transport": "tcp", "application": "mesh", "initiator": "Ana",
            "responderPort": "7000", "serviceInstance": "Bo, the first", "start": "4", "duration": "10",
            "ending": "fin", "midstream": "false", "capturePoint": "initiator", "connect": "0.0021", "stabilize": "4",
            "applicationRTTCount": "43", "applicationRTTMedian": "0.0025", "jitterRFC3550": "0.0003",
            "limits": "snap-length", "sameConnection": "5 6", "otherPath": "", "forwardMessages": "46",
            "backwardPayloadBytes": "136", "backwardGoodput": "",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
    }

    @Test func namesFromTheCaptureAreNotFormulas() {
        var report = SessionSamples.report([])
        report.peers[0].label = "=HYPERLINK(\"http://x\")"
        report.services[0].instance = "@x"
        let row = String(decoding: SessionsCSV(report).row(SessionSamples.session()), as: UTF8.self)
        #expect(row.contains(",\"'=HYPERLINK(\"\"http://x\"\")\","))
        #expect(row.contains(",'@x,"))
    }
}
