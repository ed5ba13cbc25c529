import ProtocolDescriptions
import Testing
import WireCoding

@Suite struct FramingProofTests {
    /// A length and a body.
    private static func framed(_ size: Int, _ endian: ByteOrder, _ body: some Collection<UInt8>) -> [UInt8] {
        SentMessages.number(body.count, bytes: size, endian) + body
    }

    private static func prefix(_ size: Int, _ endian: ByteOrder) -> MessageFraming {
        MessageFraming(.prefix(.integer(size: size, endian: endian), LengthMeaning()))
    }

    /// JSON of one size or of many.
    private static func json(_ number: Int, isSteady: Bool) -> String.UTF8View {
        let text = String(repeating: "x", count: isSteady ? 3 : number * 37 % 90)
        return #"{"k": "\#(number % 2 == 0 ? "a" : "b")", "i": \#(100 + number), "text": "\#(text)"}"#.utf8
    }

    // MARK: - Messages of one size

    @Test(arguments: [2, 4, 8], ByteOrder.allCases)
    func leadingZeroBytesOfALengthAreNoEmptyMessages(_ size: Int, _ endian: ByteOrder) throws {
        let sent = SentMessages(40) { number, _ in Self.framed(size, endian, Self.json(number, isSteady: true)) }
        for segments in SentMessages.Segments.allCases {
            let description = try #require(ProtocolInference(sent.session(segments)).description)
            #expect(description.framing == Self.prefix(size, endian))
            #expect(description.body == .json)
        }
    }

    @Test func theLengthOfBytesOfOneSizeIsFoundWhereItSaysThatSize() {
        var random = RandomDescriptions(seed: 45)
        let framed = SentMessages(40) { _, _ in Self.framed(4, .big, random.bytes(20)) }
        #expect(ProtocolInference(framed.session()).description?.framing == Self.prefix(4, .big))
        // A number that never changes is a length of anything, if something may be added to it.
        let records = SentMessages(40) { _, _ in [0, 0, 0, 7] + random.bytes(20) }
        #expect(ProtocolInference(records.session()).description?.framing == MessageFraming(.fixed(24)))
    }

    @Test func aTypeBeforeAnUnchangingLengthIsNoLength() {
        var random = RandomDescriptions(seed: 46)
        let sent = SentMessages(60) { number, _ in
            SentMessages.number(1 + number % 3, bytes: 4, .little) + Self.framed(4, .little, random.bytes(20))
        }
        #expect(ProtocolInference(sent.session()).description?.framing == MessageFraming(.fixed(28)))
    }

    @Test func messagesMayBeEmptyWhereNothingElseExplainsThem() {
        let sent = SentMessages(40) { _, isForward in isForward ? [0, 0] : [0, 2] + "ok".utf8 }
        #expect(ProtocolInference(sent.session()).description?.framing == Self.prefix(2, .big))
    }

    // MARK: - Several messages in a segment

    @Test(arguments: [2, 4, 8], SentMessages.Segments.allCases)
    func aChainThroughBothDirectionsProvesItselfInAnySegments(
        _ size: Int, _ segments: SentMessages.Segments
    ) throws {
        let sent = SentMessages(60) { number, _ in Self.framed(size, .big, Self.json(number, isSteady: false)) }
        let description = try #require(ProtocolInference(sent.session(segments)).description)
        #expect(description.framing == Self.prefix(size, .big))
        #expect(description.message.type == TypeRule(.field(MessagePath("body.k")!)))
    }

    @Test(arguments: SentMessages.Segments.allCases)
    func aWideLengthProvesItselfBeforeAnyBodies(_ segments: SentMessages.Segments) {
        var random = RandomDescriptions(seed: 47)
        let sent = SentMessages(90) { number, _ in Self.framed(4, .little, random.bytes(9 + number * 53 % 300)) }
        #expect(ProtocolInference(sent.session(segments)).description?.framing == Self.prefix(4, .little))
    }

    @Test func aChainIsFoundInStreamsThatEndWithinAMessage() {
        let sent = SentMessages(3_000) { number, _ in Self.framed(4, .big, #"{"k":"a","i":\#(10_000 + number)}"#.utf8) }
        // A chain that soon leads out of the stream could have been cut there, too.
        var session = sent.session(.ofSize(7))
        session.forward.pieces.removeLast()
        session.forward.isEnded = false
        session.backward.isEnded = false
        #expect(ProtocolInference(session).description?.framing == Self.prefix(4, .big))
    }

    @Test func linesOfJSONProveThemselvesInAnySegments() {
        let sent = SentMessages(60) { number, _ in Self.json(number, isSteady: false) + [10] }
        for segments in SentMessages.Segments.allCases {
            let description = ProtocolInference(sent.session(segments)).description
            #expect(description?.framing == MessageFraming(.delimiter([10])))
            #expect(description?.body == .json)
        }
    }

    // MARK: - What only looks like a chain

    /// Streams in which some field leads on for long.
    private static let noMessages: [(String, @Sendable (inout RandomDescriptions) -> [UInt8])] = [
        ("random bytes", { $0.bytes(12_000) }),
        ("text", { random in (0..<12_000).map { _ in random.pick(Array("etaoin shrdlu".utf8)) } }),
        ("zero bytes", { random in (0..<12_000).map { _ in random.below(200) == 0 ? UInt8(random.below(256)) : 0 } }),
        (
            "small numbers",
            { random in (0..<3_000).flatMap { _ in SentMessages.number(random.below(60), bytes: 4, .little) } }
        ),
        (
            "offsets",
            { random in (0..<3_000).flatMap { _ in SentMessages.number(4 * random.below(30), bytes: 4, .big) } }
        ),
        ("numbers that rise", { _ in (0..<3_000).flatMap { SentMessages.number($0, bytes: 4) } }),
    ]

    @Test(arguments: [1, 7, 1448, 12_000])
    func streamsWithoutMessagesHaveNone(_ segment: Int) {
        var random = RandomDescriptions(seed: 48)
        for (name, stream) in Self.noMessages {
            for isBothWays in [true, false] {
                let directions = [stream(&random), isBothWays ? stream(&random) : []].map { bytes in
                    ObservedSession.Direction(
                        stride(from: 0, to: bytes.count, by: segment).map {
                            .init(Array(bytes[$0...].prefix(segment)), time: Int64($0))
                        })
                }
                let inference = ProtocolInference(
                    ObservedSession(carrier: .tcp, port: 1, forward: directions[0], backward: directions[1]))
                #expect(inference.description == nil, "\(name) in \(segment): \(inference.yaml ?? "")")
            }
        }
    }

    // MARK: - Marks and names

    @Test func textMayEndWithTwoMarks() throws {
        let sent = SentMessages(40) { number, isForward in
            let answer = number % 2 == 0 ? "ok" : "no"
            return Array((isForward ? "say \(number) hi \u{1B}[31mred;;" : "\(answer) \(number);;").utf8)
        }
        let description = try #require(ProtocolInference(sent.session()).description)
        #expect(description.framing == MessageFraming(.delimiter(Array(";;".utf8))))
        #expect(description.body == .words)
        // A bracket closes a body, and no message.
        let unmarked = SentMessages(40) { number, _ in Array(#"{"a": {"i": \#(number * 977)}}"#.utf8) }
        #expect(ProtocolInference(unmarked.session()).description == nil)
    }

    @Test func eachHypothesisIsTriedOnce() {
        let sent = SentMessages(15) { number, isForward in
            Array(
                (isForward
                    ? "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello").utf8)
        }
        let inference = ProtocolInference(sent.session())
        #expect(inference.description == nil)
        #expect(Set(inference.attempts.map(\.hypothesis)).count == inference.attempts.count)
    }
}
