import Foundation
import QUICLogs
import TestSupport
import Testing

struct QUICLogReaderTests {
    private func log(_ text: String) throws -> QUICLog {
        let file = try QUICLogReader.read(Array(text.utf8))
        #expect(file.errorCount == 0)
        return try #require(file.logs.first)
    }

    @Test func aLogOfAioquicIsReadWithAbsoluteTimes() throws {
        let file = try QUICLogReader.read(Array(try Data(contentsOf: Fixture.url("qlog/aioquic-lossy.client.qlog"))))
        let log = try #require(file.logs.first)
        #expect(file.errorCount == 0)
        #expect(file.logs.count == 1)
        #expect(log.events.count == 103)
        #expect(log.vantagePoint == QUICLogVantagePoint(name: "aioquic", type: .client))
        #expect(log.originalDestinationConnectionID?.count == 8)
        #expect(log.source.version == "0.3")
        #expect(log.source.timeFormat == .absolute)
        #expect(try #require(log.referenceTime) > 1_700_000_000_000_000_000)
        #expect(log.events[0].time == 0)
        #expect(log.events.allSatisfy { (0..<2_000_000_000).contains($0.time) })
        let lost = log.events.compactMap { event -> QUICLogPacket? in
            guard case .packetLost(let packet) = event.content else { return nil }
            return packet
        }
        #expect(lost == [QUICLogPacket(type: .oneRTT, number: 11), QUICLogPacket(type: .oneRTT, number: 12)])
        let frames = log.events.flatMap { event -> [QUICLogFrame] in
            guard case .packetSent(let packet) = event.content else { return [] }
            return packet.frames ?? []
        }
        #expect(
            !frames.contains { frame in
                guard case .unknown = frame else { return false }
                return true
            })
        let windows = log.events.compactMap { event -> UInt64? in
            guard case .metricsUpdated(let metrics) = event.content else { return nil }
            return metrics.congestionWindow
        }
        #expect(windows.first == 12_000)
    }

    @Test func eventsOfDraft01AreArrays() throws {
        let log = try log(QUICLogSamples.draft01)
        #expect(log.title == "hand")
        #expect(log.referenceTime == 1_600_000_000_000_000_000)
        #expect(log.protocolTypes == ["QUIC_HTTP3"])
        #expect(log.events.map(\.time) == [100_000, 1_600_000, 1_610_000])
        guard case .packetReceived(let packet) = log.events[0].content else { throw Unexpected() }
        #expect(packet.type == .initial)
        #expect(packet.number == 0)
        #expect(packet.length == 1200)
        #expect(packet.payloadLength == 1150)
        #expect(packet.sourceConnectionID == [0xAB])
        #expect(packet.frames == [.crypto(QUICLogDataFrame(offset: 0, length: 250)), .padding(QUICLogDataFrame())])
        #expect(log.events[0].others == [QUICLogMember("trigger", .text("line"))])
        var metrics = QUICLogMetrics(smoothedRTT: 1_500_000, congestionWindow: 12_001)
        metrics.others = [QUICLogMember("in_recovery", .bool(false))]
        #expect(log.events[1].content == .metricsUpdated(metrics))
        #expect(
            log.events[2].content
                == .unknown(name: "http:frame_created", data: .object([QUICLogMember("stream_id", .number("0"))])))
    }

    @Test func theSpellingOfSwiftNetworkIsUnderstood() throws {
        let log = try log(QUICLogSamples.swiftNetwork)
        #expect(log.vantagePoint.endpoint == .client)
        #expect(log.referenceTime == nil)
        #expect(log.source.likelyScale == .times1000)
        #expect(log.events.map(\.time) == [0, 31_000, 31_000, 40_000])
        guard case .packetSent(let sent) = log.events[0].content else { throw Unexpected() }
        #expect(sent.number == 0)
        #expect(sent.length == 1252)
        #expect(sent.version == 1)
        #expect(sent.destinationConnectionID == [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77])
        #expect(sent.frames?.last == .padding(QUICLogDataFrame(length: 900)))
        guard case .packetReceived(let received) = log.events[1].content else { throw Unexpected() }
        #expect(received.isCoalesced == true)
        #expect(
            received.frames == [.acknowledgment(QUICLogAcknowledgment(delay: 200_000, ranges: [3...3, 5...6]))])
        let scaled = log.scaled(by: .times1000)
        #expect(scaled.events.map(\.time) == [0, 31_000_000, 31_000_000, 40_000_000])
        guard case .metricsUpdated(let metrics) = scaled.events[2].content else { throw Unexpected() }
        #expect(metrics.smoothedRTT == 30_000_000)
        #expect(
            try QUICLogReader.read(Array(QUICLogSamples.swiftNetwork.utf8), unit: .milliseconds).logs[0].events[1].time
                == 31_000_000)
    }

    @Test func laterDraftsHaveOneCategoryAndAClock() throws {
        let log = try log(QUICLogSamples.schemaURN)
        #expect(log.source.version == "urn:ietf:params:qlog:file:sequential")
        #expect(log.source.format == .jsonSequence)
        #expect(log.referenceTime == 1_735_787_045_500_000_000)
        #expect(log.group == .text("0a"))
        #expect(log.events.map(\.name) == ["transport:packet_sent", "recovery:metrics_updated"])
        #expect(log.events.map(\.time) == [250_000, 1_000_000])
        guard case .packetSent(let packet) = log.events[0].content else { throw Unexpected() }
        #expect(packet.type == .oneRTT)
        #expect(packet.keyPhase == 1)
        #expect(
            packet.frames == [
                .stream(QUICLogStreamFrame(streamID: 4, offset: 0, length: 30, isEnd: true)),
                .connectionClose(QUICLogClose(errorSpace: "transport", errorCode: .name("no_error"), reason: "")),
            ])
    }

    @Test func linesWithoutSeparatorsAreRecords() throws {
        let text = """
            {"qlog_version":"0.3","qlog_format":"NDJSON","trace":{"common_fields":{"time_format":"delta","reference_time":5}}}
            {"time":1,"name":"a:b","data":{}}
            {"time":2,"na
            {"time":3,"name":"a:c","data":{}}
            """
        let file = try QUICLogReader.read(Array(text.utf8))
        #expect(file.logs.first?.source.format == .jsonLines)
        #expect(file.logs.first?.events.map(\.time) == [1_000_000, 4_000_000])
        #expect(file.logs.first?.referenceTime == 5_000_000)
        #expect(file.errors.map(\.kind) == [.controlCharacter])
    }

    @Test func aRecordThatIsBrokenOffDoesNotHideTheNext() throws {
        let text =
            "\u{1E}{\"qlog_version\":\"0.3\",\"trace\":{}}\n\u{1E}{\"time\":1,\"name\u{1E}{\"time\":2,\"name\":\"a\"}\n"
        let file = try QUICLogReader.read(Array(text.utf8))
        #expect(file.logs.first?.events.map(\.time) == [2_000_000])
        #expect(file.errors == [QUICLogError(.controlCharacter, offset: 51)])
    }

    @Test func aFileThatEndsTooEarlyHasItsEvents() throws {
        let text = #"{"qlog_version":"0.3","traces":[{"events":[{"time":1,"name":"a:b"},{"time":2,"name":"a:c"},{"ti"#
        let file = try QUICLogReader.read(Array(text.utf8))
        #expect(file.logs.first?.events.map(\.time) == [1_000_000, 2_000_000])
        #expect(file.errors == [QUICLogError(.unexpectedEnd, offset: text.utf8.count)])
    }

    @Test func anEventThatIsNotTextCostsOnlyItself() throws {
        let text = #"{"traces":[{"events":[{"time":1,"name":"a"},{"time":2,"name":"?"},{"time":3,"name":"a"},{}]}]}"#
        let bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
        let file = try QUICLogReader.read(bytes)
        #expect(file.logs.first?.events.map(\.time) == [1_000_000, 3_000_000])
        #expect(file.errors == [QUICLogError(.invalidUTF8, offset: 62)])
    }

    @Test func eventsWithoutNameOrTimeAreCounted() throws {
        let text =
            #"{"qlog_version":"0.3","traces":[{"error_description":"x"},{"events":[{"time":1},{"name":"a"},7,"#
            + #"{"time":1e99,"name":"a"},{"time":"3","name":"a"}]}]}"#
        let file = try QUICLogReader.read(Array(text.utf8))
        #expect(file.logs.map(\.events.count) == [1])
        #expect(file.errors.map(\.kind) == [.missingTrace] + Array(repeating: .invalidEvent, count: 4))
        #expect(file.errors[1].offset == 69)
    }

    @Test(arguments: [
        ("", QUICLogError.Kind.notALog, 0), ("[]", .notALog, 0), ("{}", .notALog, 0), ("  {\"a\":1}", .notALog, 2),
        ("{\"qlog_version\":\"0.3\"", .unexpectedEnd, 21), ("{\"a\":01}", .invalidNumber, 5),
        ("{\"a\":\"\\x\"}", .invalidEscape, 6), ("{\"a\" 1}", .unexpectedByte, 5), ("{\"a\":-}", .invalidNumber, 5),
        ("{\"a\":tru}", .unexpectedByte, 8), ("{\"qlog_version\":\"0.3\"} x", .unexpectedByte, 23),
    ])
    func errorsSayWhere(_ text: String, _ kind: QUICLogError.Kind, _ offset: Int) {
        #expect(throws: QUICLogError(kind, offset: offset)) { try QUICLogReader.read(Array(text.utf8)) }
    }

    /// What would be read differently once the trace is written is not kept.
    @Test func aSecondConfigurationIsNotKept() throws {
        let text =
            #"{"traces":[{"configuration":{"x":1,"time_units":"us","time_units":"ns"},"configuration":"#
            + #"{"time_units":"ms"},"events":[{"time":1,"name":"a:b","time":2,"name":"c"}]}]}"#
        let log = try log(text)
        #expect(log.configuration == [QUICLogMember("x", .number("1"))])
        #expect(log.others.isEmpty)
        #expect(log.events == [QUICLogEvent(time: 1_000, .unknown(name: "a:b", data: .object([])))])
    }

    @Test func nestingHasALimit() throws {
        let limit = QUICLogLimits.maximumDepth
        func text(_ depth: Int) -> [UInt8] {
            let opening = String(repeating: "[", count: depth)
            let closing = String(repeating: "]", count: depth)
            return Array("{\"qlog_version\":\"0.3\",\"traces\":[],\"a\":\(opening)\(closing)}".utf8)
        }
        #expect(try QUICLogReader.read(text(limit - 1)).errorCount == 0)
        #expect(throws: QUICLogError(.tooDeep, offset: 38 + limit - 1)) { try QUICLogReader.read(text(limit)) }
        let bytes = Array(repeating: UInt8(ascii: "["), count: 1 << 20)
        #expect(throws: QUICLogError.self) { try QUICLogReader.read(Array("{\"a\":".utf8) + bytes) }
    }

    @Test func sizeAndEventsHaveALimit() throws {
        let samples = [QUICLogSamples.swiftNetwork, QUICLogSamples.schemaURN]
        for bytes in samples.map({ Array($0.utf8) }) {
            #expect(throws: QUICLogError(.tooLarge, offset: bytes.count - 1)) {
                try QUICLogReader.read(bytes, limits: QUICLogLimits(maximumSize: bytes.count - 1))
            }
            let file = try QUICLogReader.read(bytes, limits: QUICLogLimits(maximumSize: bytes.count, maximumEvents: 1))
            #expect(file.logs.map(\.events.count) == [1])
            #expect(file.errors.map(\.kind) == [.tooManyEvents])
        }
    }

    @Test func errorsBeyondTheFirstAreOnlyCounted() throws {
        let events = Array(repeating: "7", count: 100).joined(separator: ",")
        let file = try QUICLogReader.read(Array("{\"traces\":[{\"events\":[\(events)]}]}".utf8))
        #expect(file.errorCount == 100)
        #expect(file.errors.count == QUICLogLimits.maximumKeptErrors)
    }
}

struct Unexpected: Error {}
