import ProtocolDescriptions
import Testing
import WireCoding

/// What values of messages mean, where their framing is plain.
@Suite struct InferredMeaningTests {
    private func inferred(_ line: (Int, Bool) -> String) throws -> ProtocolDescription {
        let sent = SentMessages(40) { number, isForward in Array((line(number, isForward) + "\n").utf8) }
        return try #require(ProtocolInference(sent.session()).description)
    }

    // MARK: - Senders

    @Test func whatNeverChangesInADirectionIsNoSender() throws {
        let message = try inferred { #"{"k": "\#($1 ? "b" : "ack")", "i": \#($0)}"# }.message
        #expect(message.sender == nil)
        #expect(message.type == nil)
    }

    @Test(arguments: ["from", "who", "senderName", "player_id"])
    func aNameTellsASender(_ name: String) throws {
        let description = try inferred { #"{"k": 1, "\#(name)": "\#($1 ? "anna" : "bob")", "i": \#($0 * $0)}"# }
        #expect(description.message.sender == MessagePath("body.\(name)"))
    }

    @Test func typesThatBothSendTellASender() throws {
        func line(_ number: Int, _ isForward: Bool, _ name: String) -> String {
            let type = ["move", "chat", "state", "wait"][number % 4]
            return #"{"kind": "\#(type)", "\#(name)": "\#(isForward ? "anna" : "bob")"}"#
        }
        #expect(try inferred { line($0, $1, "x") }.message.sender == MessagePath("body.x"))
        // Who a message is for never changes either.
        #expect(try inferred { line($0, $1, "to") }.message.sender == nil)
    }

    // MARK: - Ids

    @Test func aShortValueIsAnIDIfItIsCalledOne() throws {
        let message = try inferred { #"{"id": "\#($1 ? "a" : "z")-\#($0)", "x": "\#($0 * 7)-b"}"# }.message
        #expect(message.id == MessagePath("body.id"))
        // The answer has the id of what it answers.
        let answered = try inferred { number, _ in #"{"id": "r-\#(number / 3)-\#(number % 3 / 2)"}"# }.message
        #expect(answered.id == nil)
    }

    // MARK: - Headers and bodies

    @Test func lettersAtTheStartAreAConstantAndNoPartOfTheType() throws {
        var random = RandomDescriptions(seed: 51)
        let sent = SentMessages(60) { number, _ in
            let body = random.bytes(number * 31 % 200)
            return "QX".utf8 + [3, UInt8(1 + number % 4)] + SentMessages.number(number * 70_001, bytes: 4)
                + SentMessages.number(body.count, bytes: 4) + body
        }
        let description = try #require(ProtocolInference(sent.session()).description)
        #expect(
            description.header == [
                MessageField("magic", .bytes(.count(2)), constant: .bytes(Array("QX".utf8))),
                MessageField("field2", .unsigned(bytes: 1), constant: .integer(3)),
                MessageField("kind", .unsigned(bytes: 1)), MessageField("field4", .unsigned(bytes: 4)),
                MessageField("size", .unsigned(bytes: 4)),
            ])
        #expect(description.message.type == TypeRule(.field(MessagePath("header.kind")!)))
    }

    @Test func theUpperBytesOfAClockAreNoConstant() throws {
        var random = RandomDescriptions(seed: 52)
        let sent = SentMessages(60) { number, _ in
            // The upper bytes of this second are letters: 0x6553.
            let body = random.bytes(9 + number * 31 % 200)
            return SentMessages.number(1_700_000_000 + number / 9, bytes: 4)
                + SentMessages.number(body.count, bytes: 4) + body
        }
        let description = try #require(ProtocolInference(sent.session()).description)
        #expect(description.header.map(\.constant) == [nil, nil])
    }

    /// Protobuf's delimited messages, of which the answers have numbers only.
    @Test(arguments: [5, 200]) func protobufIsNamed(_ longest: Int) throws {
        let sent = SentMessages(60) { number, isForward in
            let text = [UInt8](repeating: 0x68, count: 1 + number * 7 % longest)
            let length = text.count < 128 ? [UInt8(text.count)] : [UInt8(text.count & 0x7F | 0x80), 1]
            let body = isForward ? [8, UInt8(number), 0x12] + length + text : [8, UInt8(number), 0x20, 2]
            return (body.count < 128 ? [UInt8(body.count)] : [UInt8(body.count & 0x7F | 0x80), 1]) + body
        }
        let description = try #require(ProtocolInference(sent.session()).description)
        #expect(description.framing == MessageFraming(.prefix(.varint)))
        #expect(description.body == .protobuf(nil))
    }
}
