import ProtocolDescriptions
import Testing
import WireCoding

/// Messages of one size, and segments of one size that are none.
@Suite struct PeriodProofTests {
    private static func inferred(_ message: (Int, Bool) -> [UInt8]) -> MessageFraming? {
        ProtocolInference(SentMessages(40, message).session()).description?.framing
    }

    // MARK: - Messages

    @Test func aTypeAndANumberAreTheSameInEveryMessage() {
        var random = RandomDescriptions(seed: 71)
        #expect(
            Self.inferred { number, _ in
                [7, UInt8(number % 3)] + SentMessages.number(1000 + number, bytes: 4) + random.bytes(26)
            } == MessageFraming(.fixed(32)))
        // Nothing but a byte that counts.
        #expect(Self.inferred { number, _ in random.bytes(5) + [UInt8(number)] + random.bytes(2) } == nil)
    }

    @Test func aPositionInAGameIsSentInMessagesOfOneSize() {
        #expect(
            Self.inferred { number, isForward in
                let places = [Float(number) * 0.37, Float(number * number % 91) * 1.3]
                return [isForward ? 1 : 2, 0] + SentMessages.number(number, bytes: 2)
                    + places.flatMap { SentMessages.number(Int($0.bitPattern), bytes: 4, .little) }
                    + SentMessages.number(81_000 + 33 * number, bytes: 4)
            } == MessageFraming(.fixed(16)))
    }

    @Test func theSameMessageMayComeAgainAndAgain() {
        #expect(Self.inferred { _, _ in Array("alive 12".utf8) } == MessageFraming(.fixed(8)))
    }

    // MARK: - Segments

    private static let bulk: [(String, @Sendable (inout RandomDescriptions) -> [UInt8])] = [
        ("random bytes", { $0.bytes(24_000) }),
        ("text", { random in (0..<24_000).map { _ in random.pick(Array("etaoin shrdlu".utf8)) } }),
        ("zero bytes", { random in (0..<24_000).map { _ in random.below(30) == 0 ? UInt8(random.below(256)) : 0 } }),
        ("nothing but zero bytes", { _ in [UInt8](repeating: 0, count: 24_000) }),
        ("records of 8", { _ in (0..<3_000).flatMap { [1, 2, 3, 0] + SentMessages.number($0, bytes: 3) + [9] } }),
        ("records of 12", { random in (0..<2_000).flatMap { SentMessages.number($0, bytes: 4) + random.bytes(8) } }),
        ("sound", { _ in (0..<12_000).flatMap { SentMessages.number(($0 % 90 - 45) * 7, bytes: 2, .little) } }),
    ]

    /// A sender's stack cuts a bulk stream into segments of one size.
    @Test(arguments: [24, 96, 1000, 1448], [true, false])
    func segmentsOfOneSizeAreNoMessages(_ segment: Int, _ isEnded: Bool) {
        var random = RandomDescriptions(seed: 72)
        for (name, stream) in Self.bulk {
            let bytes = stream(&random)
            let whole = [UInt8](bytes.prefix(bytes.count / segment * segment))
            var session = SentMessages(forward: [whole], backward: []).session(.ofSize(segment))
            session.forward.isEnded = isEnded
            let inference = ProtocolInference(session)
            #expect(inference.description == nil, "\(name) in \(segment): \(inference.yaml ?? "")")
        }
    }

    /// Where each segment is one of the records, they are messages as well as any.
    @Test func aSegmentForEachRecordShowsItsSize() {
        #expect(
            Self.inferred { number, _ in [1, 2, 3, 0] + SentMessages.number(number, bytes: 3) + [9] }
                == MessageFraming(.fixed(8)))
    }
}
