import Foundation
import TestSupport
import Testing
import XMPPStreams

// The code of the article, word for word.

/// The chat of one direction, as text.
struct ChatLog {
    private var decoder = XMPPStreamDecoder()
    private(set) var lines: [String] = []

    /// Takes the next bytes of the stream.
    mutating func take(_ segment: Span<UInt8>) throws(XMPPStreamError) {
        var position = 0
        while let stanza = try decoder.next(in: segment, at: &position) {
            guard let message = stanza.message, let text = message.body else { continue }
            let author = message.identity?.author ?? message.carrier
            lines.append("\(author?.rawValue ?? "?"): \(text)")
        }
    }

    /// The address that the server gave the client; nil until it did.
    var client: JID? { decoder.facts.boundJID }
    /// Why nothing more is read: the stream's end, TLS, or an error.
    var ending: XMPPStreamDecoder.Ending? { decoder.ending }
}

@Suite struct ReadAnXMPPStreamTests {
    private func read(_ text: String, by size: Int) throws -> ChatLog {
        let bytes = Array(text.utf8)
        var log = ChatLog()
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            try log.take(piece.span)
        }
        return log
    }

    @Test(arguments: [1, 7, 100_000])
    func messagesHaveTheirAuthors(_ size: Int) throws {
        let received = try read(PigeonStreams.server, by: size)
        #expect(received.lines == ["olga@pigeon.lab: meet at the bridge at 9"])
        #expect(received.client == JID("bob@pigeon.lab/phone") && received.ending == .closed)
        // On the way to the server a message has no sender.
        let sent = try read(PigeonStreams.client, by: size)
        #expect(sent.lines == ["?: hi ann & <all> \"ok\""] && sent.client == nil)
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/XMPPStreams/XMPPStreams.docc/Read-an-XMPP-stream.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 1)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
