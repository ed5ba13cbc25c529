import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceReports
import TraceModel
import WireText

@Suite struct MessageWriterTests {
    /// Three messages of a mesh session between Ana and Bo, then one of another session that is none.
    private let messages = [
        message(1.25) {
            $0.type = "identification"
            $0.sender = "id-of-ana"
            $0.peer = "p1"
        },
        message(1.5) {
            $0.direction = .backward
            $0.type = "direct"
            $0.sender = "id-of-bo"
            $0.peer = "p2"
            $0.latency = 0.0024
            $0.latencyKind = .roundTrip
        },
        message(1.500_301) {
            $0.type = "relayedBroadcast"
            $0.sender = "id-of-nobody"
            $0.peer = "p1"
            $0.latency = 0.0003
            $0.latencyKind = .oneWay
        },
        message(2) {
            $0.session = 2
            $0.fault = "the length is 0"
            $0.streamOffset = 4
        },
    ]

    private static func message(_ time: Double, _ change: (inout TraceMessage) -> Void) -> TraceMessage {
        var message = TraceMessage(
            time: time, frame: 7, begun: time, session: 1, direction: .forward, application: .mesh, type: nil,
            bytes: 179, streamOffset: nil, sender: nil, peer: nil, latency: nil, latencyKind: nil, fault: nil)
        change(&message)
        return message
    }

    private var report: TraceReport {
        SessionSamples.report(
            (1...2).map { id in
                SessionSamples.session(id) {
                    $0.forward.messages = 2
                    $0.forward.messageTypes.add(2, of: "relayedBroadcast")
                }
            })
    }

    /// What is written of messages that a source gives until it is told to stop.
    private func written(
        _ format: OutputFormat, _ messages: [TraceMessage]? = nil, of report: TraceReport? = nil,
        sessions: [Int] = [], types: [String] = [], senders: [String] = [], limit: Int = .max, width: Int? = nil
    ) throws -> String {
        let report = report ?? self.report
        var output: [UInt8] = []
        var writer = MessageWriter(
            format, of: report,
            filter: MessageFilter(sessions: sessions, types: types, senders: senders, of: report), limit: limit,
            width: width
        ) { output += $0 }
        for message in messages ?? self.messages {
            guard try writer.write(message) else { break }
        }
        try writer.finish()
        return String(decoding: output, as: UTF8.self)
    }

    @Test func aLineHasTimeSessionDirectionTypeSize() throws {
        #expect(
            try written(.text) == """
                     time  #  from → to  type                 size      latency  sender
                 1.250000  1  Ana → Bo   identification      179 B               Ana
                 1.500000  1  Bo → Ana   direct              179 B   RTT 2.4 ms  Bo
                 1.500301  1  Ana → Bo   relayedBroadcast    179 B      +300 µs  id-of-nobody
                 2.000000  2  Ana → Bo   malformed           179 B               the length is 0

                """)
    }

    /// A report whose peers have long names, with a message whose fault takes many words.
    private var long: (report: TraceReport, message: TraceMessage) {
        var report = self.report
        report.peers[0].label = "Ana's old telephone"
        report.peers[1].label = "Bo's new telephone"
        let message = Self.message(7.340783) {
            $0.session = 2
            $0.sender = "0f8fad5b-d9cb-469f-a165-70867728950e"
            $0.fault = "a length of 16777216, which is more than the limit of 10485760 bytes for one message"
        }
        return (report, message)
    }

    @Test func onAShortLineOnlyAnotherSenderThanTheOneBeforeTheArrowIsReported() throws {
        let (report, message) = long
        #expect(
            try written(.text, [messages[1], messages[2], message], of: report, width: 80) == """
                     time  #  from → to                  type                 size      latency
                 1.500000  1  Bo's …phone → Ana's…phone  direct              179 B   RTT 2.4 ms
                 1.500301  1  Ana's…phone → Bo's …phone  relayedBroadcast    179 B      +300 µs
                              id-of-nobody
                 7.340783  2  Ana's…phone → Bo's …phone  malformed           179 B
                              0f8fad5b-d9cb-469f-a165-70867728950e, a length of 16777216, which
                              is more than the limit of 10485760 bytes for one message

                """)
    }

    @Test func namesGiveWayALittleSoThatTheSenderStaysOnTheLine() throws {
        let (report, _) = long
        #expect(
            try written(.text, [messages[1]], of: report, width: 102) == """
                     time  #  from → to                    type                 size      latency  sender
                 1.500000  1  Bo's n…phone → Ana's …phone  direct              179 B   RTT 2.4 ms  Bo's new telephone

                """)
    }

    @Test func onALongLineEverythingIsOnTheLine() throws {
        let (report, message) = long
        let lines = try written(.text, [messages[1], message], of: report, width: 220).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines[1].hasSuffix(
                "Bo's new telephone → Ana's old telephone  direct              179 B   RTT 2.4 ms  Bo's new telephone"))
        #expect(lines[2].hasSuffix("950e, \(message.fault!)"))
    }

    @Test func whereNothingIsTimedThereIsNoColumnForLatencies() throws {
        var report = self.report
        for index in report.sessions.indices { report.sessions[index].application = .framed }
        #expect(
            try written(.text, Array(messages.prefix(1)), of: report).hasPrefix(
                "     time  #  from → to  type                 size  sender\n"))
    }

    @Test func linesOfJSONAreTheMessagesInOrderOfTime() throws {
        let read = try written(.ndjson).split(separator: "\n").map {
            try JSONDecoder().decode(TraceMessage.self, from: Data($0.utf8))
        }
        #expect(read == messages)
        #expect(
            try written(.ndjson).hasPrefix(
                #"{"capture":"trace.pcap","time_ns":null,"community_id":"1:2zQnuhBg7iwJj/M93E2utI2tPKY=","time":1.25,"frame":7,"#
            ))
    }

    @Test func rowsHaveAFieldForEachColumn() throws {
        let rows = try written(.csv).split(separator: "\r\n")
        #expect(
            rows == [
                "capture,time,frame,begun,session,direction,from,to,application,type,bytes,streamOffset,sender,"
                    + "senderLabel,latency,latencyKind,fault,firstFrame,payloadBytes,fields,time_ns,community_id",
                "trace.pcap,1.25,7,1.25,1,forward,Ana,Bo,mesh,identification,179,,id-of-ana,Ana,,,,7,,,,1:2zQnuhBg7iwJj/M93E2utI2tPKY=",
                "trace.pcap,1.5,7,1.5,1,backward,Bo,Ana,mesh,direct,179,,id-of-bo,Bo,0.0024,round-trip,,7,,,,1:2zQnuhBg7iwJj/M93E2utI2tPKY=",
                "trace.pcap,1.500301,7,1.500301,1,forward,Ana,Bo,mesh,relayedBroadcast,179,,id-of-nobody,,0.0003,"
                    + "one-way,,7,,,,1:2zQnuhBg7iwJj/M93E2utI2tPKY=",
                "trace.pcap,2,7,2,2,forward,Ana,Bo,mesh,,179,4,,,,,the length is 0,7,,,,1:2zQnuhBg7iwJj/M93E2utI2tPKY=",
            ])
    }

    @Test(
        arguments: ["id-of-bo", "p2", "Bo", "bo", "Bo's phone"])
    func aSenderIsNamedByWhatItSignsWithOrAsThePeerThatItIs(name: String) throws {
        #expect(try written(.ndjson, senders: [name]).split(separator: "\n").count == 1)
        #expect(try written(.ndjson, senders: [name]).contains("id-of-bo"))
    }

    @Test func whatAPeerSentCountsAsItsWhoeverSignedIt() throws {
        #expect(try written(.ndjson, senders: ["Ana"]).split(separator: "\n").count == 2)
        #expect(try written(.ndjson, senders: ["id-of-nobody"]).split(separator: "\n").count == 1)
        #expect(try written(.ndjson, senders: ["Zoe"]).isEmpty)
    }

    @Test func anAccountStandsForItsClientsWhereMessagesAreStanzas() throws {
        let stanza = Self.message(1) {
            $0.application = .carrierPigeon
            $0.sender = "c1@pigeon.lab/phone"
        }
        #expect(try !written(.ndjson, [stanza], senders: ["c1@pigeon.lab"]).isEmpty)
        #expect(try !written(.ndjson, [stanza], senders: ["c1@pigeon.lab/phone"]).isEmpty)
        #expect(try written(.ndjson, [stanza], senders: ["c1"]).isEmpty)
        let mesh = Self.message(1) { $0.sender = "c1@pigeon.lab/phone" }
        #expect(try written(.ndjson, [mesh], senders: ["c1@pigeon.lab"]).isEmpty)
    }

    @Test func filtersOfOneKindAddUpThoseOfSeveralKindsHaveToFitAll() throws {
        func count(_ sessions: [Int], _ types: [String], _ senders: [String] = []) throws -> Int {
            try written(.ndjson, sessions: sessions, types: types, senders: senders).split(separator: "\n").count
        }
        #expect(try count([2], []) == 1)
        #expect(try count([1, 2], []) == 4)
        #expect(try count([], ["DIRECT", "identification"]) == 2)
        #expect(try count([2], ["direct"]) == 0)
        #expect(try count([1], ["direct", "relayedbroadcast"], ["Ana"]) == 1)
    }

    @Test func aLimitEndsTheReadingWithTheLastMessageThatIsWanted() throws {
        var seen = 0
        var writer = MessageWriter(
            .ndjson, of: report, filter: MessageFilter(types: ["direct"], of: report), limit: 1
        ) { _ in }
        for message in messages {
            seen += 1
            guard try writer.write(message) else { break }
        }
        #expect(seen == 2 && writer.count == 1)
        #expect(try written(.ndjson, limit: 3).split(separator: "\n").count == 3)
        #expect(try written(.ndjson, limit: 0).isEmpty)
    }

    @Test func outputComesInPiecesAndWhatCouldNotBeWrittenIsNotWrittenAgain() throws {
        struct Full: Error {}
        var sizes: [Int] = []
        var writer = MessageWriter(.csv, of: report, filter: MessageFilter(of: report)) { bytes in
            sizes.append(bytes.count)
            throw Full()
        }
        #expect(throws: Full.self) {
            for _ in 0..<10_000 { _ = try writer.write(messages[0]) }
        }
        try writer.finish()
        #expect(sizes.count == 1 && sizes[0] >= JSONReport.pieceSize)
    }

    @Test(arguments: [60, 100])
    func nothingFromTheCaptureSteersTheTerminalAndLinesFitIt(width: Int) throws {
        var report = self.report
        report.peers[0].label = SampleReport.hostile
        report.peers[0].peerIDs = [SampleReport.hostile]
        report.sessions[0].forward.messageTypes.add(1, of: SampleReport.hostile)
        let long = String(repeating: SampleReport.hostile, count: 10_000)
        let message = Self.message(1) {
            $0.type = long
            $0.sender = long
            $0.fault = SampleReport.hostile
        }
        for format in OutputFormat.allCases {
            let text = try written(format, [message] + messages, of: report, width: width)
            let unsafe = text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && SafeText.isUnsafe($0) }
            #expect(unsafe.isEmpty, "\(format)")
            guard format == .text else { continue }
            for line in text.split(separator: "\n") { #expect(SafeText.width(String(line)) <= width, "\(line)") }
        }
    }

    @Test func anIDOfTwoPeersNamesNeither() throws {
        var report = self.report
        report.peers[1].peerIDs = ["id-of-ana"]
        let text = try written(
            .text,
            [
                Self.message(1) {
                    $0.session = 9; $0.sender = "id-of-ana"
                }
            ], of: report)
        #expect(text.contains("  9  forward    –"))
        #expect(text.hasSuffix("  id-of-ana\n"))
    }
}
