import DNSWire
import Testing
import WireCoding

/// All messages of the captures of real responders, read and written again.
@Suite struct CapturedRoundTripTests {
    @Test(arguments: CapturedDatagrams.captures)
    func messagesReadBackAndAreNoLonger(capture: String) throws {
        let messages = try CapturedDatagrams.messages(of: capture)
        #expect(!messages.isEmpty)
        for (frame, bytes) in messages {
            let message = try DNSMessage(parsing: bytes)
            let compressed = try message.bytes()
            #expect(try DNSMessage(parsing: compressed) == message, "frame \(frame)")
            #expect(compressed.count <= bytes.count, "frame \(frame)")
            let uncompressed = try DNSMessage(parsing: message.bytes(compression: .none))
            #expect(uncompressed == message, "frame \(frame)")
        }
    }

    @Test func mostMessagesAreTheSameByteForByte() throws {
        var counts: [Int: Int] = [:]
        for capture in CapturedDatagrams.captures {
            for (_, bytes) in try CapturedDatagrams.messages(of: capture) {
                let compressed = try DNSMessage(parsing: bytes).bytes()
                counts[compressed == bytes ? 0 : (compressed.count - bytes.count).signum(), default: 0] += 1
            }
        }
        let all = counts.values.reduce(0, +)
        // Responders compress as we do. The others were sent by scripts, or repeated by a reflector.
        #expect(counts[1] == nil)
        #expect((counts[0] ?? 0) * 100 >= all * 98, "\(counts)")
    }
}
