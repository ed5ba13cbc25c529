import PeerMessaging
import Testing
import WireSimulation
import WireTesting

@Suite struct TextChannelFollowerTests {
    private static let post =
        Array("POST /pair-verify HTTP/1.1\r\nHost: lamp.local\r\nContent-Length: 5\r\n\r\n".utf8) + [
            1, 2, 0xFF, 4, 0x0A,
        ]
    private static let chunked = Array(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n\u{1}\u{2}\u{3}\r\n0\r\n\r\n".utf8)
    private static let empty = Array("RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n".utf8)

    /// What a cipher makes of anything.
    private static func sealed(_ count: Int = 146) -> [UInt8] {
        var generator = SeededGenerator(seed: 5)
        return [0x92, 0x00] + generator.bytes(count)
    }

    private func isEncrypted(_ pieces: [[UInt8]]) -> Bool {
        var follower = TextChannelFollower()
        for piece in pieces { follower.observe(piece.span) }
        return follower.isEncrypted
    }

    @Test(arguments: [post, chunked, empty])
    func whatFollowsWholeMessagesIsSeenToBeEncrypted(_ message: [UInt8]) {
        let stream = message + message + Self.sealed()
        #expect(isEncrypted([stream]))
        #expect(isEncrypted(stream.map { [$0] }))
    }

    @Test(arguments: 0...70)
    func textBeforeTheCipherChangesNothing(_ count: Int) {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        // A cipher has its first byte that is not text earlier than at the end of a line of 64.
        #expect(isEncrypted([Self.post + text + Self.sealed()]) == (count + 1 < TextChannelFollower.maximumLine))
    }

    @Test func aBodyWithoutALengthGoesOnToTheEnd() {
        let head = Array("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n".utf8)
        #expect(!isEncrypted([Self.post + head + Self.sealed()]))
        #expect(isEncrypted([Array("HTTP/1.1 204 No Content\r\n\r\n".utf8) + Self.sealed()]))
    }

    @Test func aPathWith101IsNoChangeOfProtocol() {
        #expect(isEncrypted([Array("POST /api101 HTTP/1.1\r\n\r\n".utf8) + Self.sealed()]))
    }

    @Test func whereAStreamIsCutDoesNotMatter() {
        let streams = MutatedInputs(
            samples: Generator.textMessages, mutators: Mutator.byteLevel, seed: 9112)
        for number in 0..<1000 {
            let stream = streams.input(number, of: 1000)
            var follower = TextChannelFollower()
            for byte in stream { follower.observe([byte].span) }
            #expect(follower.isEncrypted == isEncrypted([stream]), "stream \(number)")
            #expect(follower.heldBytes <= TextChannelFollower.maximumLine)
        }
    }

    @Test(arguments: [post, chunked, empty])
    func plainTextToTheEndIsNot(_ message: [UInt8]) {
        #expect(!isEncrypted([message + message + message]))
        // Too few to say.
        #expect(!isEncrypted([message + Self.sealed(20)]))
    }

    @Test func binaryBodiesAreOfTheirMessages() {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 148\r\n\r\n".utf8)
        #expect(!isEncrypted([head + Self.sealed() + head + Self.sealed()]))
        #expect(isEncrypted([head + Self.sealed() + Self.sealed()]))
    }

    @Test(arguments: [
        "GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "CONNECT a.lab:443 HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n",
    ])
    func otherProtocolsAndUnknownLengthsAreLeftAlone(_ text: String) {
        #expect(!isEncrypted([Array(text.utf8), Self.sealed()]))
    }

    @Test func mediaBetweenMessagesOfRTSPIsNot() {
        #expect(!isEncrypted([Self.empty, [0x24, 0x00, 0x00, 0x92], Self.sealed()]))
    }

    @Test func afterMissingBytesNothingIsSaid() {
        var follower = TextChannelFollower()
        follower.observe(Self.post.span)
        follower.stop()
        follower.observe(Self.sealed().span)
        #expect(!follower.isEncrypted)
    }

    @Test func randomBytesDoNotTrap() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            _ = isEncrypted([Self.post, generator.bytes(generator.number(in: 0...300)), generator.bytes(40)])
        }
    }
}
