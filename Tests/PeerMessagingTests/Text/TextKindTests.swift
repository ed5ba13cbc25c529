import PeerMessaging
import Testing
import WireSimulation
import WireTesting

@Suite struct TextKindTests {
    private static func kind(_ bytes: some Sequence<UInt8>) -> TextKind? { TextKind(prefix: Array(bytes).span) }

    @Test(
        arguments: [
            ("GET /index.html HTTP/1.1\r\nHost: a.lab\r\n", .http), ("HTTP/1.1 200 OK\r\n", .http),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .http), ("POST http://a.lab/ HTTP/1.1\r\n", .http),
            ("RTSP/1.0 200 OK\r\n", .rtsp), ("OPTIONS * RTSP/1.0\r\n", .rtsp), ("GET /info RTSP/1.0\r\n", .rtsp),
            ("SETUP rtsp://a.lab/a-stream-with-a-name-so-long-that-no-version-is-seen/1 RTSP/1.0", .rtsp),
            ("GET_PARAMETER rtsp://a.lab/ RTSP/2.0\r\n", .rtsp), ("REGISTER a SIP/2.0\r\n", .sip),
            ("GET /rtsp:a HTTP/1.1\r\n", .http), ("INVITE sip:bob@a.lab SIP/2.0\r\n", .sip),
            ("SIP/2.0 200 OK\r\n", .sip),
            (#"{"startStreaming":{}}"#, .json), ("\u{FEFF} {\n  \"a\" : 1}", .json), ("{}", .json), ("[1,2]", .json),
            ("[[]]", .json), ("<?xml version='1.0'?><stream:stream", .xml), ("  <message to='a'>", .xml),
            ("<!DOCTYPE html>", .xml), ("220 mail.lab ESMTP\r\n", .text), ("PING\n", .text), ("grüezi mitenand", .text),
            ("{ nothing of JSON }", .text), ("< less than", .text), ("GET off my lawn", .text),
        ] as [(String, TextKind)])
    func tellsKindsApart(_ text: String, kind: TextKind) {
        #expect(Self.kind(text.utf8) == kind)
    }

    @Test func theBodyOfAMessageMayBeAnyBytes() {
        #expect(Self.kind("HTTP/1.1 200 OK\r\n\r\n".utf8 + [0, 1, 2]) == .http)
        #expect(Self.kind("HTTP/1.1 200\u{0}OK\r\n\r\n".utf8) == nil)
        #expect(Self.kind("hello world\r\n\r\n".utf8 + [0, 1, 2]) == nil)
    }

    @Test func fewBytesAreNoEvidence() {
        #expect(Self.kind([]) == nil)
        #expect(Self.kind("ab".utf8) == nil)
        #expect(Self.kind("   \r\n".utf8) == nil)
        #expect(Self.kind("seven b".utf8) == nil)
        #expect(Self.kind("eight by".utf8) == .text)
    }

    @Test func controlCharactersAndBrokenCharactersAreNoText() {
        #expect(Self.kind("hello\u{0}world".utf8) == nil)
        #expect(Self.kind("hello\u{1B}[1mworld".utf8) == nil)
        #expect(Self.kind([0xFF] + "hello world".utf8) == nil)
        #expect(Self.kind("hello world".utf8 + [0xC3]) == nil)
        // A length word before the text: it is framed, not text.
        #expect(Self.kind([0, 0, 0, 20] + "{\"type\":{\"direct\":{".utf8) == nil)
    }

    @Test func onlyTheBeginningCounts() {
        let line = [UInt8](repeating: 0x61, count: TextKind.maximumPrefix)
        #expect(Self.kind(line + [0, 0xFF]) == .text)
        // The last character lies on both sides of the limit.
        #expect(Self.kind(line.dropLast() + Array("é".utf8) + [0]) == .text)
        #expect(Self.kind(line.dropLast() + [0]) == nil)
    }

    @Test func randomBytesAreHardlyEverText() {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            #expect(Self.kind(generator.bytes(64)) == nil)
            // Short prefixes must not trap, whatever comes of them.
            _ = Self.kind(generator.bytes(generator.number(in: 0...12)))
        }
    }

    @Test func everyCutOfATextIsReadWithoutATrap() {
        for text in ["GET / HTTP/1.1\r\n", "SIP/2.0 200", "{\"a\":1}", "<?xml version", "* HTTP/", "日本語テキスト"] {
            let bytes = Array(text.utf8)
            for count in 0...bytes.count { _ = Self.kind(bytes[..<count]) }
        }
    }
}
