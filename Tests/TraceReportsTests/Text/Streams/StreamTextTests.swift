import Testing
import WireText

@testable import TraceReports
@testable import TraceModel

@Suite struct StreamTextTests {
    private func chunk(
        _ content: StreamChunk.Content, at offset: Int = 0, _ direction: TraceMessage.Direction = .forward,
        frame: Int = 1, stream: Int? = nil, isDatagram: Bool = false
    ) -> StreamChunk {
        StreamChunk(
            session: 1, time: Double(frame), frame: frame, direction: direction, offset: offset, stream: stream,
            isDatagram: isDatagram, content: content)
    }

    private func bytes(_ text: String) -> StreamChunk.Content { .bytes(Array(text.utf8)) }

    private func text(
        _ chunks: [StreamChunk], as form: StreamText.Form = .text, transport: Session.Transport = .tcp, width: Int = 60,
        style: TextStyle = TextStyle(colored: false)
    ) -> String {
        var session = SessionSamples.session(1) { _ in }
        session.transport = transport
        var text = StreamText(session, as: form, width: width, style: style)
        return chunks.map { text.text($0) }.joined() + text.end()
    }

    @Test func eachTurnHasATitleAndTextGoesOnAcrossPackets() {
        let chunks = [
            chunk(bytes("GET / HT"), frame: 4), chunk(bytes("TP/1.1\r\n\r\n"), at: 8, frame: 5),
            chunk(bytes("200"), at: 0, .backward, frame: 6),
        ]
        #expect(
            text(chunks) == """
                → 4.000000  frame 4
                  GET / HTTP/1.1

                ← 6.000000  frame 6
                  200

                """)
    }

    @Test func aGapIsSaidInItsPlace() {
        let chunks = [chunk(bytes("ab")), chunk(.missing(1448), at: 2), chunk(bytes("cd"), at: 1450)]
        #expect(
            text(chunks) == """
                → 1.000000  frame 1
                  ab
                  [1,448 bytes were not captured]
                  cd

                """)
    }

    @Test func eachDatagramHasATitleWithItsSize() {
        let chunks = [
            chunk(bytes("ab"), isDatagram: true), chunk(bytes("c"), at: 2, frame: 2, isDatagram: true),
        ]
        #expect(
            text(chunks, transport: .udp) == """
                → 1.000000  frame 1  2 bytes
                  ab
                → 2.000000  frame 2  1 byte
                  c

                """)
    }

    @Test func turnsOfStreamsNameThemAndDatagramsSayWhatTheyAre() {
        var session = SessionSamples.session(1) { _ in }
        session.transport = .quic
        session.tls = Session.TLS()
        session.tls?.keys = .keyLog
        var text = StreamText(session, as: .text)
        let chunks = [
            chunk(bytes("ab"), stream: 0), chunk(bytes("cd"), at: 2, frame: 2, stream: 0),
            // Offsets may go on where those of another stream ended.
            chunk(bytes("ef"), at: 4, frame: 2, stream: 4), chunk(bytes("x"), frame: 3, isDatagram: true),
            chunk(bytes("gh"), at: 6, frame: 3, stream: 4), chunk(bytes("no"), at: 0, .backward, frame: 4, stream: 4),
        ]
        #expect(
            chunks.map { text.text($0) }.joined() + text.end() == """
                → 1.000000  frame 1  stream 0
                  abcd
                → 2.000000  frame 2  stream 4
                  ef
                → 3.000000  frame 3  datagram  1 byte
                  x
                → 3.000000  frame 3  stream 4
                  gh
                ← 4.000000  frame 4  stream 4
                  no

                """)
    }

    @Test func hexHasTheOffsetInTheStream() {
        let chunks = [chunk(.bytes([0, 1, 0x41]), at: 0x10)]
        #expect(
            text(chunks, as: .hex) == """
                → 1.000000  frame 1
                  00000010  00 01 41                 ..A

                """)
    }

    @Test(arguments: [StreamText.Form.text, .hex], [40, 60, 80])
    func noLineIsWiderThanThePage(form: StreamText.Form, width: Int) {
        let all = (0...255).map { UInt8($0) } + Array(String(repeating: "日本x", count: 60).utf8)
        let lines = text([chunk(.bytes(all))], as: form, width: width).split(separator: "\n")
        #expect(lines.allSatisfy { SafeText.width(String($0)) <= width })
        #expect(!lines.joined().unicodeScalars.contains { SafeText.isUnsafe($0) })
    }

    @Test func directionsHaveColorsOfTheirOwn() {
        let chunks = [chunk(bytes("a")), chunk(bytes("b"), at: 0, .backward)]
        let colored = text(chunks, style: TextStyle(colored: true))
        #expect(colored.contains("\u{1B}[36ma\u{1B}[0m") && colored.contains("\u{1B}[33mb\u{1B}[0m"))
    }
}
