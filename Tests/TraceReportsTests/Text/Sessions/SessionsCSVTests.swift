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

    /// The header and the row.
    private func lines(_ session: Session, _ report: TraceReport) throws -> [[UInt8]] {
        var output: [UInt8] = []
        var writer = RowWriter(.csv, .sessions(of: report)) { output += $0 }
        try writer.write(session)
        try writer.finish()
        return output.split(separator: 0x0A).map { $0 + [0x0A] }
    }

    private func values(_ session: Session, _ report: TraceReport) throws -> [String: String] {
        let lines = try lines(session, report)
        #expect(lines.count == 2)
        let (names, values) = (fields(lines[0]), fields(lines[1]))
        #expect(names.count == values.count)
        #expect(Set(names).count == names.count)
        return Dictionary(uniqueKeysWithValues: zip(names, values))
    }

    @Test func aRowHasAFieldForEachColumnInTheUnitsOfTheReport() throws {
        var session = SessionSamples.full
        session.companions = [5, 6].map { .init(session: $0, relation: .sameConnection) }
        let values = try values(session, SessionSamples.report([]))
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

    /// Programs may count on positions: what is added comes last.
    @Test func columnsKeepTheirPlacesAndNewOnesComeLast() {
        let directions = [
            "Packets", "WireBytes", "PayloadBytes", "Messages", "MessageBytes", "MalformedMessages",
            "DuplicateMessages", "LostMessages", "ReorderedMessages", "RetransmittedPackets", "OutOfOrderPackets",
            "MissingBytes", "Goodput", "PeakThroughput", "BulkBytes", "BulkGoodput", "ApplicationRTTCount",
            "ApplicationRTTMedian", "JitterMeanAbsoluteDifference", "JitterRFC3550", "InterarrivalJitter",
            "OneWayDelayMedian", "OneWayDelay95",
        ]
        let added = [
            "LostDatagrams", "RetransmittedBytes", "DuplicateAcks", "ZeroWindows", "UrgentPackets", "KeepAlives",
            "ApplicationRTT95", "OneWayDelayCount", "ClockDrift", "TransportRTTCount", "TransportRTTMedian",
            "TransportRTT95", "AnswersCount", "AnswersMedian", "Answers95", "AnswersMaximum",
        ]
        let both = { (names: [String]) in ["forward", "backward"].flatMap { side in names.map { side + $0 } } }
        #expect(
            RowTable.sessions(of: SessionSamples.report([])).columns == [
                "capture", "session", "transport", "application", "initiator", "initiatorAddress", "initiatorPort",
                "responder", "responderAddress", "responderPort", "serviceInstance", "serviceType", "firstFrame",
                "start", "end", "duration", "ending", "midstream", "handshake", "capturePoint", "discover", "resolve",
                "connect", "identify", "stabilize", "firstMessage", "handshakeRTT", "transportRTTCount",
                "transportRTTMedian", "transportRTT95", "applicationRTTCount", "applicationRTTMedian",
                "applicationRTT95", "jitterMeanAbsoluteDifference", "jitterRFC3550", "limits", "sameConnection",
                "otherPath",
            ] + both(directions) + ["established", "identified", "stable", "firstMessageTime"] + both(added)
                + ["networkRTT", "copiedPackets", "networkRTTFrom", "endedBy", "discovery", "time_ns", "community_id"])
    }

    @Test func whatTheTextShowsOfADirectionIsInColumnsToo() throws {
        let session = SessionSamples.session {
            $0.forward.retransmittedBytes = 11
            $0.forward.duplicateAcks = 12
            $0.backward.zeroWindows = 13
            $0.backward.urgentPackets = 14
            $0.forward.keepAlives = 15
            $0.forward.lostDatagrams = 16
            $0.forward.clockDrift = -1.5
            $0.backward.transportRTT = SessionSamples.distribution(7, median: 0.25)
            $0.forward.applicationRTT = SessionSamples.distribution(3, median: 0.125)
            $0.backward.oneWayDelay = SessionSamples.distribution(9, median: 0.5)
            $0.established = 1.5
            $0.networkRTT = .init(0.000036, from: .handshake)
            $0.endedBy = .responder
        }
        let expected = [
            "forwardRetransmittedBytes": "11", "forwardDuplicateAcks": "12", "backwardZeroWindows": "13",
            "backwardUrgentPackets": "14", "forwardKeepAlives": "15", "forwardLostDatagrams": "16",
            "forwardClockDrift": "-1.5", "backwardTransportRTTCount": "7", "backwardTransportRTTMedian": "0.25",
            "backwardTransportRTT95": "0.5", "forwardApplicationRTT95": "0.25", "backwardOneWayDelayCount": "9",
            "backwardKeepAlives": "", "established": "1.5", "stable": "", "networkRTT": "0.000036",
            "networkRTTFrom": "handshake", "endedBy": "responder", "discovery": "",
            "copiedPackets": "0",
        ]
        let values = try values(session, SessionSamples.report([]))
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
    }

    @Test func namesFromTheCaptureAreNotFormulas() throws {
        var report = SessionSamples.report([])
        report.peers[0].label = "=HYPERLINK(\"http://x\")"
        report.services[0].instance = "@x"
        let row = String(decoding: try lines(SessionSamples.session(), report)[1], as: UTF8.self)
        #expect(row.contains(",\"'=HYPERLINK(\"\"http://x\"\")\","))
        #expect(row.contains(",'@x,"))
    }
}
