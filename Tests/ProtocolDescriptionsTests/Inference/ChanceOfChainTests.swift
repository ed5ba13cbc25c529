import ProtocolDescriptions
import Testing
import WireCoding

/// Chains of lengths before bodies that cannot be read, in segments that begin anywhere.
@Suite struct ChanceOfChainTests {
    private static let chopped: [SentMessages.Segments] = [.ofSize(7), .ofSize(1000), .ofSize(1448)]

    private static func framing(_ endian: ByteOrder) -> MessageFraming {
        MessageFraming(.prefix(.integer(size: 2, endian: endian), LengthMeaning()))
    }

    @Test(arguments: chopped, ByteOrder.allCases)
    func aLengthOfTwoBytesProvesItself(_ segments: SentMessages.Segments, _ endian: ByteOrder) {
        var random = RandomDescriptions(seed: 61)
        let sent = SentMessages(40) { number, _ in
            let body = random.bytes(9 + number * 53 % 300)
            return SentMessages.number(body.count, bytes: 2, endian) + body
        }
        let inference = ProtocolInference(sent.session(segments))
        #expect(inference.description?.framing == Self.framing(endian))
        #expect(inference.evidence.first == InferenceEvidence(key: "framing", count: 40, of: 40))
    }

    /// A field of two bytes behind a type, as type, length and value have it.
    @Test(arguments: chopped) func aTypeMayComeBeforeTheLength(_ segments: SentMessages.Segments) {
        var random = RandomDescriptions(seed: 62)
        let sent = SentMessages(60) { number, _ in
            let body = random.bytes(9 + number * 31 % 200)
            return [UInt8(1 + number % 3)] + SentMessages.number(body.count, bytes: 2) + body
        }
        let description = ProtocolInference(sent.session(segments)).description
        #expect(description?.framing == MessageFraming(.length("size")))
        #expect(
            description?.header == [
                MessageField("kind", .unsigned(bytes: 1)), MessageField("size", .unsigned(bytes: 2)),
            ])
    }

    @Test func lengthsAsVarintsProveThemselves() {
        var random = RandomDescriptions(seed: 63)
        let sent = SentMessages(120) { number, _ in
            let body = random.bytes(4 + number * 7 % 40)
            return Varint.encode(UInt64(body.count)) + body
        }
        let framing = ProtocolInference(sent.session(.ofSize(7))).description?.framing
        // All of them are below 128, so that a byte says the same.
        #expect(
            framing == MessageFraming(.prefix(.varint))
                || framing == MessageFraming(.prefix(.integer(size: 1, endian: .big), LengthMeaning())))
    }

    /// Zero bytes around a length make it one of another width or order, to which something must be added.
    @Test(arguments: ByteOrder.allCases) func theLengthToWhichNothingIsAddedIsTheBetterOne(_ endian: ByteOrder) {
        var random = RandomDescriptions(seed: 64)
        let sent = SentMessages(60) { number, _ in
            let body = [0] + random.bytes(9 + number * 31 % 200)
            return SentMessages.number(body.count, bytes: 2, endian) + body
        }
        #expect(ProtocolInference(sent.session(.ofSize(7))).description?.framing == Self.framing(endian))
    }

    /// So it is where the upper byte of the length and the first of each body are zero, and bodies are numbers.
    @Test(arguments: [LengthMeaning.Coverage.body, .all])
    func aLengthBeforeNumbersIsNoneOfTheOtherByteOrder(_ covers: LengthMeaning.Coverage) {
        let sent = SentMessages(120) { number, _ in
            var body: [UInt8] = []
            for index in 1...1 + number * 7 % 29 {
                body += SentMessages.number((number + index) * 13 % 50, bytes: 2)
                body += SentMessages.number(number * 7919 * index % 9000, bytes: 4)
            }
            return SentMessages.number(body.count + (covers == .all ? 2 : 0), bytes: 2) + body
        }
        var meaning = LengthMeaning()
        meaning.covers = covers
        #expect(
            ProtocolInference(sent.session(.ofSize(7))).description?.framing
                == MessageFraming(.prefix(.integer(size: 2, endian: .big), meaning)))
    }

    // MARK: - Streams without an end

    @Test(arguments: chopped) func bothDirectionsMayEndWithinAMessage(_ segments: SentMessages.Segments) {
        var random = RandomDescriptions(seed: 65)
        let sent = SentMessages(60) { number, _ in
            let body = random.bytes(40 + number * 53 % 300)
            return SentMessages.number(body.count, bytes: 2) + body
        }
        var session = sent.session(segments)
        session.forward.cutOff(30)
        session.backward.cutOff(1)
        #expect(ProtocolInference(session).description?.framing == Self.framing(.big))
    }

    /// Six numbers that lead out of two streams, some of them where segments begin.
    @Test func aFewNumbersThatLeadOutOfTheStreamsAreNoProof() {
        var random = RandomDescriptions(seed: 66)
        for segment in [24, 96] {
            let sent = SentMessages(forward: [random.bytes(100_000)], backward: [random.bytes(100_000)])
            var session = sent.session(.ofSize(segment))
            session.forward.isEnded = false
            session.backward.isEnded = false
            let inference = ProtocolInference(session)
            #expect(inference.description == nil, "\(inference.yaml ?? "")")
        }
    }
}

extension ObservedSession.Direction {
    /// Takes bytes from the end, as a capture that was stopped.
    fileprivate mutating func cutOff(_ count: Int) {
        var left = count
        while left > 0, let last = pieces.popLast() {
            if last.bytes.count > left { pieces.append(.init(last.bytes.dropLast(left), time: last.time)) }
            left -= last.bytes.count
        }
        isEnded = false
    }
}
