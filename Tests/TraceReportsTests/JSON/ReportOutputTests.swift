import Foundation
import Testing
import TraceAnalysis

@testable import TraceReports
import TraceModel
import WireText

@Suite struct ReportOutputTests {
    private struct Sample: Encodable {
        var zebra = 1
        var apple: String?
        var mango: [Double] = [0.5, 1]
        var inner = Inner()
        var list: [Inner] = []

        struct Inner: Encodable {
            var absent: Int?
            var flag = true
        }
    }

    @Test func keysComeInTheOrderOfDeclarationAbsentValuesAsNull() throws {
        let bytes = try JSONReport.render(Sample(), pretty: false)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"zebra":1,"apple":null,"mango":[0.5,1],"inner":{"absent":null,"flag":true},"list":[]}"# + "\n")
    }

    @Test(arguments: [true, false])
    func foundationReadsAnEqualReportBack(pretty: Bool) throws {
        let report = SampleReport.report(sessions: 2)
        let bytes = try pretty ? JSONReport.render(report) : JSONReport.render(report, pretty: false)
        #expect(try JSONDecoder().decode(TraceReport.self, from: Data(bytes)) == report)
    }

    @Test func theSameReportGivesTheSameBytesNoneOfWhichCouldSteerATerminal() throws {
        let bytes = try JSONReport.render(SampleReport.report())
        #expect(try JSONReport.render(SampleReport.report()) == bytes)
        #expect(bytes.last == 0x0A)
        let unsafe = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
            SafeText.isUnsafe($0) && $0 != "\n"
        }
        #expect(unsafe.isEmpty)
    }

    @Test func theReportsFirstKeysAreItsSchemasAndWhatItHasNoViewOfIsNull() throws {
        let text = String(decoding: try JSONReport.render(SampleReport.report(), pretty: false), as: UTF8.self)
        #expect(text.hasPrefix(#"{"schema":"nearscope.report/1","generator":{"name":"nearscope","version":"#))
        #expect(text.contains(#""wireless":null"#))
        #expect(text.contains(#""protocols":{"ethernet":12,"arp":7}"#))
        #expect(text.contains(#""subject":{"kind":"capture","id":null}"#))
    }

    @Test func eventsHaveTheirKeysWhereThereIsNothingInThem() throws {
        let plain = Service.Event(time: 1, frame: 2, event: .announce)
        #expect(
            try String(decoding: JSONReport.render(plain, pretty: false), as: UTF8.self)
                == #"{"time":1,"frame":2,"event":"announce","source":null,"detail":null,"#
                + #""rival":null,"rule":null,"changes":[],"omittedChanges":0}"# + "\n")
        let rename = Service.Event(
            time: 1, frame: 2, event: .rename, rival: .init(address: "10.0.0.1"), rule: "apple",
            changes: [.init(kind: .name, old: "a", new: "a (2)")])
        let line = try JSONReport.render(rename, pretty: false)
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"time":1,"frame":2,"event":"rename","source":null,"detail":null,"#
                + #""rival":{"service":null,"host":null,"address":"10.0.0.1","port":null},"rule":"apple","#
                + #""changes":[{"kind":"name","key":null,"old":"a","new":"a (2)"}],"omittedChanges":0}"# + "\n")
        #expect(try JSONDecoder().decode(Service.Event.self, from: Data(line)) == rename)
    }

    @Test(arguments: [1, 2, 3, 8])
    func inPiecesItIsTheSameDocument(workers: Int) async throws {
        let report = SampleReport.report(sessions: 100)
        var pieces: [[UInt8]] = []
        try await JSONReport.write(report, workers: workers) { pieces.append($0) }
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { $0.count < 2 * JSONReport.pieceSize })
        #expect(Array(pieces.joined()) == (try JSONReport.render(report)))
    }

    @Test(arguments: [1, 2])
    func soItIsWithEmptyListsWithOneElementAndWithWirelessFrames(workers: Int) async throws {
        var empty = SampleReport.report(sessions: 0)
        empty.peers = []
        empty.services = []
        empty.findings = []
        var one = SampleReport.report(sessions: 1)
        let wireless = """
            {"awdl": null, "nan": null, "frames": {"0/13": 3}, "retries": 0, "badFCS": 0, "protectedFrames": 0,
            "channels": [], "framesWithRadioTime": 0, "untrackedFrames": 0}
            """
        one.wireless = try JSONDecoder().decode(WirelessReport.self, from: Data(wireless.utf8))
        for report in [empty, one] {
            var bytes: [UInt8] = []
            try await JSONReport.write(report, workers: workers) { bytes += $0 }
            #expect(bytes == (try JSONReport.render(report)))
        }
    }

    @Test(arguments: [1, 2])
    func itStopsWhereAPieceCannotBeWritten(workers: Int) async {
        struct Full: Error {}
        var pieces = 0
        await #expect(throws: Full.self) {
            try await JSONReport.write(SampleReport.report(sessions: 1000), workers: workers) { _ in
                pieces += 1
                throw Full()
            }
        }
        #expect(pieces == 1)
    }

    private struct Nested: Encodable {
        var inner: Inner
        @Boxed var jitter = Session.Jitter()

        struct Inner: Encodable {
            @Boxed var jitter = Session.Jitter()
        }
    }

    @Test func whatSeveralValuesShareIsWrittenAsIfEachHadItsOwn() throws {
        let session = SessionSamples.full
        // Equal, in memory of its own.
        var own = session
        own.forward = session.forward
        own.phases = session.phases
        let (alone, other) = try (JSONReport.render([session]), JSONReport.render([own]))
        #expect(alone == other)
        let element = String(decoding: alone, as: UTF8.self).dropFirst(2).dropLast(3)
        let all = try String(decoding: JSONReport.render([session, own, session]), as: UTF8.self)
        #expect(all == "[\n" + [element, element, element].joined(separator: ",\n") + "\n]\n")
        var lines: [UInt8] = []
        var writer = RowWriter(.ndjson, .sessions(of: SessionSamples.report([]))) { lines += $0 }
        for session in [session, own, session] { try writer.write(session) }
        try writer.finish()
        // The report has no such session, whose ends would have a Community ID.
        let place = #"{"capture":"trace.pcap","time_ns":null,"community_id":null,"#
        let line = Array(place.utf8) + (try JSONReport.render(session, pretty: false).dropFirst())
        #expect(lines == line + line + line)
    }

    @Test func sharedContentAtTwoDepths() throws {
        var jitter = Session.Jitter()
        jitter.rfc3550 = 0.5
        var value = Nested(inner: .init(jitter: jitter))
        value.jitter = jitter
        let blank = Nested(inner: .init())
        for (value, number) in [(value, "0.5"), (blank, "null")] {
            let text = try String(decoding: JSONReport.render(value), as: UTF8.self)
            #expect(
                text == """
                    {
                      "inner": {
                        "jitter": {
                          "meanAbsoluteDifference": null,
                          "rfc3550": \(number)
                        }
                      },
                      "jitter": {
                        "meanAbsoluteDifference": null,
                        "rfc3550": \(number)
                      }
                    }

                    """)
        }
    }
}
