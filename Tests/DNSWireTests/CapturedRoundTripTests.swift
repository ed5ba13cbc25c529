import DNSWire
import Testing
import WireCoding

/// All messages of the captures of real responders, read and written again.
@Suite struct CapturedRoundTripTests {
    private func written(_ message: DNSMessage, _ scope: NameCompression.Scope) throws -> [UInt8] {
        var writer = ByteWriter()
        try message.serialize(into: &writer, compression: scope)
        return writer.bytes
    }

    private func read(_ bytes: [UInt8]) throws -> DNSMessage {
        var reader = ByteReader(bytes.span)
        let message = try DNSMessage(parsing: &reader)
        try reader.expectEnd("DNS message")
        return message
    }

    /// A message without the data that is malformed in the original. Pointers that a reflector copied from another
    /// message lead to a place that depends on all names before them.
    private func comparable(_ message: DNSMessage, like original: DNSMessage) -> DNSMessage {
        var message = message
        for section in [\DNSMessage.answers, \.authorities, \.additionals] {
            for (index, record) in original[keyPath: section].enumerated() {
                guard case .malformed = record.data, index < message[keyPath: section].count else { continue }
                message[keyPath: section][index].data = .raw([])
            }
        }
        return message
    }

    @Test(arguments: CapturedDatagrams.captures)
    func messagesReadBackAndAreNoLonger(capture: String) throws {
        let messages = try CapturedDatagrams.messages(of: capture)
        #expect(!messages.isEmpty)
        for (frame, bytes) in messages {
            let message = try read(bytes)
            let plain = comparable(message, like: message)
            let uncompressed = try written(message, .none)
            #expect(try comparable(read(uncompressed), like: message) == plain, "frame \(frame)")
            let compressed = try written(message, .multicast)
            #expect(try comparable(read(compressed), like: message) == plain, "frame \(frame)")
            #expect(compressed.count <= bytes.count, "frame \(frame)")
        }
    }

    @Test func mostMessagesAreTheSameByteForByte() throws {
        var counts: [Int: Int] = [:]
        for capture in CapturedDatagrams.captures {
            for (_, bytes) in try CapturedDatagrams.messages(of: capture) {
                let compressed = try written(read(bytes), .multicast)
                counts[compressed == bytes ? 0 : (compressed.count - bytes.count).signum(), default: 0] += 1
            }
        }
        let all = counts.values.reduce(0, +)
        // Responders compress as we do. The others were sent by scripts, or repeated by a reflector.
        #expect(counts[1] == nil)
        #expect((counts[0] ?? 0) * 100 >= all * 98, "\(counts)")
    }
}
