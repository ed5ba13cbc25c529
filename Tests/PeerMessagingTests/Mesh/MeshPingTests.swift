import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MeshPingTests {
    private func ping(_ base64: String) -> MeshPing? {
        let text = Array(base64.utf8)
        return MeshPing(scanningBase64: text.span)
    }

    /// By way of a message, as peers send it.
    private func ping(text: String, isDirect: Bool = true) throws -> MeshPing? {
        let payload = Array(text.utf8)
        let message = MeshMessage(
            type: isDirect ? .direct(payload: payload) : .broadcast(payload: payload), senderID: "a",
            timestamp: .secondsSince2001(816_920_538.7519201))
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        return MeshPing(try MeshMessageView(scanning: writer.bytes.span), in: writer.bytes.span)
    }

    @Test func readsCapturedProbes() {
        // PING 0 2941869341941 and PING 1 2941920614418
        let first = ping("UElORyAwIDI5NDE4NjkzNDE5NDE=")
        let second = ping("UElORyAxIDI5NDE5MjA2MTQ0MTg=")
        #expect(first?.kind == .ping && second?.kind == .ping)
        #expect(first != second && first?.key != second?.key)
    }

    @Test func aPongHasTheKeyOfItsPing() throws {
        var generator = SeededGenerator(seed: 5)
        var keys: Set<UInt64> = []
        for number in 0..<10_000 {
            let rest = "\(number) \(generator.next() >> UInt64(generator.number(in: 0...63)))"
            let ping = try #require(try ping(text: "PING " + rest))
            let pong = try #require(try self.ping(text: "PONG " + rest))
            #expect(ping.kind == .ping && pong.kind == .pong)
            #expect(ping.key == pong.key)
            keys.insert(ping.key)
        }
        #expect(keys.count == 10_000)
    }

    @Test func theKeyStaysTheSameFromRunToRun() throws {
        for text in ["0", "1", "12 3", "123456 78", "0 2941869341941", "18446744073709551615 18446744073709551615"] {
            let ping = try #require(try ping(text: "PING " + text))
            let pong = try #require(try self.ping(text: "PONG " + text))
            #expect(ping.key == pong.key, "\(text)")
        }
        #expect(ping("UElORyAwIDI5NDE4NjkzNDE5NDE=")?.key == 5_214_190_817_053_827_519)
    }

    @Test(arguments: [
        "", "PING", "PING ", "PING me", "ping 0 1", "PANG 0 1", "PING  0 1", "PING/0 1", "xPING 0 1",
        "PING 0 1234567890123456789012345678901234567890123",
    ])
    func isNoProbe(_ text: String) throws {
        #expect(try ping(text: text) == nil)
    }

    @Test func onlyDirectMessagesAreProbes() throws {
        #expect(try ping(text: "PING 0 1") != nil)
        #expect(try ping(text: "PING 0 1", isDirect: false) == nil)
    }

    @Test func takesAnyText() {
        for seed in 0..<5000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let text =
                Array("UElORyAw".utf8.prefix(generator.number(in: 0...8)))
                + generator.bytes(generator.number(in: 0...70))
            _ = MeshPing(scanningBase64: text.span)
        }
    }
}
