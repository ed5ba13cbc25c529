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
            #expect(withoutLuck(uncompressed, message) == message, "frame \(frame)")
        }
    }

    /// The message with the original's malformed data where that is malformed no longer: a reflector copies pointers that
    /// lead out of its message, and into the longer one that is written without compression.
    private func withoutLuck(_ message: DNSMessage, _ original: DNSMessage) -> DNSMessage {
        var message = message
        for section in [\DNSMessage.answers, \.authorities, \.additionals] {
            for (index, record) in original[keyPath: section].enumerated() {
                guard case .malformed(_, let error) = record.data, case .badReference = error.kind,
                    index < message[keyPath: section].count
                else { continue }
                message[keyPath: section][index].data = record.data
            }
        }
        return message
    }

    /// That is all there is of it: two records, each of them seen by two hosts.
    @Test func fourPointersOfAReflectorLeadToNamesByLuck() throws {
        var frames: [String: [Int]] = [:]
        for capture in CapturedDatagrams.captures {
            for (frame, bytes) in try CapturedDatagrams.messages(of: capture) {
                let message = try DNSMessage(parsing: bytes)
                let uncompressed = try DNSMessage(parsing: message.bytes(compression: .none))
                if uncompressed != message { frames[capture, default: []].append(frame) }
            }
        }
        #expect(frames == ["reflector-two-links.pcap": [58, 59, 69, 71]])
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
