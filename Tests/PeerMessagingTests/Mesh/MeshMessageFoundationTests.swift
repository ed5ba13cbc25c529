import Foundation
import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Ours accepts what Foundation's decoder accepts, and reads the same values.
@Suite struct MeshMessageFoundationTests {
    static let formats: [JSONEncoder.OutputFormatting] = [
        [], .sortedKeys, .prettyPrinted, .withoutEscapingSlashes,
        [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes],
    ]

    @Test func readsWhatFoundationWrites() throws {
        let encoder = JSONEncoder()
        for seed in 0..<4000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let message = ReferenceMessage.random(&generator)
            encoder.outputFormatting = generator.pick(Self.formats)
            let body = Array(try encoder.encode(message))
            let read = try MeshMessage(parsing: body.span)
            #expect(message.matches(read), "seed \(seed): \(String(decoding: body, as: UTF8.self))")
        }
    }

    @Test func readsFoundationsDates() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        for seed in 0..<200 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            // From 1590 on: before 1582 Foundation counts by the Julian calendar, RFC 3339 by the Gregorian one.
            let seconds = Double(generator.number(in: -12_900_000_000...200_000_000_000))
            let message = ReferenceMessage(
                type: .direct(payload: Data()), senderID: "a", timestamp: Date(timeIntervalSinceReferenceDate: seconds))
            let body = Array(try encoder.encode(message))
            let view = try MeshMessageView(scanning: body.span)
            #expect(view.timestampForm == .iso8601)
            #expect(view.timestamp == seconds, "seed \(seed)")
        }
    }

    @Test func writesWhatFoundationReads() throws {
        let decoder = JSONDecoder()
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let message = try Self.message(like: ReferenceMessage.random(&generator))
            let style = MeshMessageStyle(
                escapesSlashes: generator.chance(1, in: 2), memberOrder: generator.pick([.declared, .sorted]))
            var writer = ByteWriter()
            try message.serialize(into: &writer, style: style)
            let read = try decoder.decode(ReferenceMessage.self, from: Data(writer.bytes))
            #expect(read.matches(message), "seed \(seed)")
        }
    }

    @Test func writesTheSameBytesAsSortedKeys() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for seed in 0..<1000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let body = Array(try encoder.encode(ReferenceMessage.random(&generator)))
            var writer = ByteWriter()
            try MeshMessage(parsing: body.span).serialize(into: &writer, style: MeshMessageStyle(memberOrder: .sorted))
            #expect(writer.bytes == body, "seed \(seed)")
        }
    }

    @Test func agreesWithFoundationOnDamagedMessages() throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        var accepted = 0
        var refused = 0
        for seed in 0..<40_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            encoder.outputFormatting = generator.pick(Self.formats)
            var body = Array(try encoder.encode(ReferenceMessage.random(&generator)))
            for _ in 0..<generator.number(in: 1...2) { JSONMutator.mutate(&body, &generator) }
            let reference = try? decoder.decode(ReferenceMessage.self, from: Data(body))
            let comment: Comment = "seed \(seed): \(String(decoding: body, as: UTF8.self))"
            do {
                let message = try MeshMessage(parsing: body.span)
                if JSONMutator.isBeyondFoundation(message) {
                    #expect(reference == nil, comment)
                    continue
                }
                guard !JSONMutator.hasZeroWithExponent(message, body) else { continue }
                #expect(reference?.matches(message) == true, comment)
                accepted += 1
            } catch {
                let isDeliberate =
                    error.kind == .invalidBase64 && body.contains(UInt8(ascii: "="))
                    || JSONMutator.looksLikeUTF16(body)
                #expect(reference == nil || isDeliberate, "\(error), \(comment)")
                refused += 1
            }
        }
        // The mutations must reach both sides often for this to mean anything.
        #expect(accepted > 5000 && refused > 5000)
    }

    private static func message(like reference: ReferenceMessage) throws -> MeshMessage {
        let type: MeshMessage.MessageType =
            switch reference.type {
            case .identification(let peerID, let displayName):
                .identification(peerID: peerID, displayName: displayName)
            case .broadcast(let payload): .broadcast(payload: Array(payload))
            case .direct(let payload): .direct(payload: Array(payload))
            case .relayedBroadcast(let payload, let sender, let seenBy):
                .relayedBroadcast(payload: Array(payload), originalSender: sender, seenBy: Array(seenBy))
            }
        return MeshMessage(
            type: type, senderID: reference.senderID,
            timestamp: .secondsSince2001(reference.timestamp.timeIntervalSinceReferenceDate))
    }
}
