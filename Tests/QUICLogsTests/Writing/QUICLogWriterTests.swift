import QUICLogs
import Testing

struct QUICLogWriterTests {
    @Test func headerAndEventsAreRecords() {
        var log = QUICLog(
            title: "a\u{1E}\n\"b\"", vantagePoint: QUICLogVantagePoint(type: .network, flow: .client),
            referenceTime: 1_700_000_000_123_456_789, originalDestinationConnectionID: [0xAB, 0x01])
        let packet = QUICLogPacket(
            type: .oneRTT, number: 3, destinationConnectionID: [7], keyPhase: 0, length: 60,
            frames: [
                .stream(QUICLogStreamFrame(streamID: 0, offset: 0, length: 5, isEnd: true)),
                .acknowledgment(QUICLogAcknowledgment(delay: 1_250_000, ranges: [1...2])),
            ])
        log.events = [
            QUICLogEvent(time: 1_500, .packetSent(packet)),
            QUICLogEvent(time: 2_000_000, .unknown(name: "x:y", data: .object([QUICLogMember("z", .number("1.50"))]))),
        ]
        let text = """
            \u{1E}{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"title":"a\\u001e\\n\\"b\\"",\
            "vantage_point":{"type":"network","flow":"client"},"common_fields":{"time_format":"relative",\
            "reference_time":1700000000123.456789,"ODCID":"ab01","protocol_type":["QUIC"]}}}
            \u{1E}{"time":0.0015,"name":"transport:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":3,\
            "dcid":"07","key_phase":0},"raw":{"length":60},"frames":[{"frame_type":"stream","stream_id":0,"offset":0,\
            "length":5,"fin":true},{"frame_type":"ack","ack_delay":1.25,"acked_ranges":[[1,2]]}]}}
            \u{1E}{"time":2,"name":"x:y","data":{"z":1.50}}

            """
        #expect(String(decoding: QUICLogWriter.serialize(log), as: UTF8.self) == text)
    }

    @Test func numbersThatJavaScriptWouldRoundAreStrings() {
        let event = QUICLogEvent(time: 0, .packetLost(QUICLogPacket(number: 1 << 53, length: 1 << 53 - 1)))
        let text = String(decoding: QUICLogWriter.record(of: event), as: UTF8.self)
        #expect(text.contains(#""packet_number":"9007199254740992""#))
        #expect(text.contains(#""length":9007199254740991}"#))
    }
}
