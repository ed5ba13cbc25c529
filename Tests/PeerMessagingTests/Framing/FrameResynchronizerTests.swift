import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct FrameResynchronizerTests {
    private func frame(_ body: [UInt8]) throws -> [UInt8] {
        var writer = ByteWriter()
        try LengthPrefixedFrameEncoder.encode(body: body.span, into: &writer)
        return writer.bytes
    }

    private func message(_ number: Int = 0, payload: Int = 20) throws -> [UInt8] {
        let message = MeshMessage(
            type: .direct(payload: [UInt8](repeating: 7, count: payload)), senderID: "sender \(number)",
            timestamp: .secondsSince2001(816_920_538.7519201 + Double(number)))
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        return writer.bytes
    }

    /// What a search finds in pieces of a stream, and the bytes that are there.
    private func search(
        _ pieces: [[UInt8]], with search: inout FrameResynchronizer
    ) -> (found: FrameResynchronizer.Found, bytes: [UInt8])? {
        for piece in pieces {
            var position = 0
            if let found = search.next(in: piece.span, at: &position) {
                return (found, found.isHeld ? search.heldBytes.copied() : Array(piece[position...]))
            }
            #expect(position == piece.count)
        }
        guard let found = search.finish() else { return nil }
        return (found, search.heldBytes.copied())
    }

    /// All cuts of a stream in two and into single bytes.
    private func cuts(of stream: [UInt8]) -> [[[UInt8]]] {
        stream.indices.map { [Array(stream[..<$0]), Array(stream[$0...])] } + [stream.map { [$0] }]
    }

    @Test func findsTheNextFrameHoweverTheStreamIsCut() throws {
        let body = try message()
        var noise = Array("…\"}}} 0 0 0 {\"type\":1}".utf8)
        noise += [0, 0, 0, 0, 80, 0, 0, 1, 2, 0x7B, 0x22, 0, 0]
        let stream = try noise + frame(body)
        for pieces in cuts(of: stream) {
            var resynchronizer = FrameResynchronizer(startingAt: 1000)
            let result = try #require(search(pieces, with: &resynchronizer))
            #expect(result.found.streamOffset == 1000 + noise.count)
            #expect(result.found.skippedBytes == noise.count)
            let following = Array(stream[noise.count...])
            #expect(following.starts(with: result.bytes) && result.bytes.count >= 4 + body.count)
        }
    }

    @Test func copiesNothingOfAFrameInOnePiece() throws {
        let stream = try [1, 2, 3] + frame(message()) + frame(message(1))
        var resynchronizer = FrameResynchronizer(startingAt: 0)
        var position = 0
        let found = resynchronizer.next(in: stream.span, at: &position)
        #expect(found == .init(streamOffset: 3, skippedBytes: 3, isHeld: false))
        #expect(position == 3 && resynchronizer.heldCount == 0)
    }

    @Test func decodingGoesOnBehindAnIllegalLength() throws {
        let first = try frame(message(1))
        let second = try frame(message(2))
        let damages: [[UInt8]] = [
            [0, 0, 0, 0], [0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0x00, 0xA0, 0x00, 0x01, 0x7B], [7, 7, 7], [0, 0, 0, 0, 0],
        ]
        for damage in damages {
            let stream = first + damage + second
            for pieces in cuts(of: stream) {
                var decoder = LengthPrefixedFrameDecoder()
                var resynchronizer: FrameResynchronizer?
                var offsets: [Int] = []
                var skipped = 0
                for piece in pieces {
                    var position = 0
                    decode(piece, &position, &decoder, &resynchronizer, &offsets, &skipped)
                }
                #expect(offsets == [0, first.count + damage.count], "\(damage)")
                #expect(skipped == damage.count, "\(damage)")
            }
        }
    }

    /// Frames of a stream with a search where framing broke, as a user of both writes it.
    private func decode(
        _ piece: [UInt8], _ position: inout Int, _ decoder: inout LengthPrefixedFrameDecoder,
        _ resynchronizer: inout FrameResynchronizer?, _ offsets: inout [Int], _ skipped: inout Int
    ) {
        if var search = resynchronizer.take() {
            guard let found = search.next(in: piece.span, at: &position) else {
                resynchronizer = search
                return
            }
            skipped += found.skippedBytes
            decoder.restart(at: found.streamOffset)
            if found.isHeld {
                var start = 0
                decode(search.heldBytes.copied(), &start, &decoder, &resynchronizer, &offsets, &skipped)
                return
            }
        }
        do {
            while let frame = try decoder.next(in: piece.span, at: &position) { offsets.append(frame.streamOffset) }
        } catch {
            resynchronizer = FrameResynchronizer(after: error)
            decode(piece, &position, &decoder, &resynchronizer, &offsets, &skipped)
        }
    }

    @Test func goesOnInWhatIsHeld() throws {
        let lie: [UInt8] = [0, 0, 1, 0, 0x7B, 0x22]
        let first = try frame(message(1))
        let second = try frame(message(2))
        // The word before the second message is illegal with its last byte, which the next length begins with.
        let stream = lie + first + [0xFF, 0xFF, 0xFF] + second + [UInt8](repeating: 0x20, count: 256)
        var resynchronizer = FrameResynchronizer(startingAt: 10)
        var decoder = LengthPrefixedFrameDecoder()
        var position = 0
        let nothing = resynchronizer.next(in: lie.span, at: &position)
        #expect(nothing == nil)
        position = 0
        let rest = Array(stream.dropFirst(lie.count))
        let firstFound = resynchronizer.next(in: rest.span, at: &position)
        let found = try #require(firstFound)
        #expect(found == .init(streamOffset: 16, skippedBytes: 6, isHeld: true))
        decoder.restart(at: found.streamOffset)
        var index = 0
        var frames = 0
        do {
            while try decoder.next(in: resynchronizer.heldBytes, at: &index) != nil { frames += 1 }
            Issue.record("the length is legal")
        } catch {
            resynchronizer.resume(after: error, at: index)
        }
        #expect(frames == 1)
        let place = 16 + first.count
        let further = resynchronizer.next(in: rest.span, at: &position)
        let next = try #require(further)
        #expect(next == .init(streamOffset: place + 3, skippedBytes: 3, isHeld: true))
        #expect(resynchronizer.heldBytes.copied().starts(with: second))
    }

    @Test func goesOnBehindAHole() throws {
        let body = try message()
        var resynchronizer = FrameResynchronizer(startingAt: 50)
        var position = 0
        let beginning = Array(try frame(body).prefix(30))
        let nothing = resynchronizer.next(in: beginning.span, at: &position)
        #expect(nothing == nil && resynchronizer.heldCount == 30)
        resynchronizer.skip(missing: 100)
        #expect(resynchronizer.heldCount == 0 && resynchronizer.streamOffset == 180)
        let result = search([try frame(body)], with: &resynchronizer)
        #expect(result?.found == .init(streamOffset: 180, skippedBytes: 130, isHeld: false))
        resynchronizer.skip(missing: .max)
        #expect(resynchronizer.streamOffset == .max)
    }

    @Test func findsAMessageBehindALengthThatLies() throws {
        // The lie is believed until the stream ends, or until as many bytes are there.
        let lie: [UInt8] = [0, 0, 2, 0, 0x7B, 0x22]
        let body = try frame(message())
        for tail in [0, 600] {
            var resynchronizer = FrameResynchronizer(startingAt: 0)
            let pieces = [lie, body, [UInt8](repeating: 0x20, count: tail)]
            let result = try #require(search(pieces, with: &resynchronizer))
            #expect(result.found == .init(streamOffset: 6, skippedBytes: 6, isHeld: true))
            #expect(result.bytes == body + pieces[2])
        }
    }

    @Test func atPieceStartsOnlyThoseAreLookedAt() throws {
        let body = try frame(message())
        func found(_ pieces: [[UInt8]]) -> FrameResynchronizer.Found? {
            var resynchronizer = FrameResynchronizer(startingAt: 0, places: .pieceStarts)
            return search(pieces, with: &resynchronizer)?.found
        }
        #expect(found([[1, 2, 3] + body]) == nil)
        #expect(found([[1, 2, 3], body]) == .init(streamOffset: 3, skippedBytes: 3, isHeld: false))
        // A length word alone, and a message over three pieces.
        #expect(
            found([[9], Array(body[..<4]), Array(body[4...])]) == .init(streamOffset: 1, skippedBytes: 1, isHeld: true))
        #expect(
            found([Array(body[..<2]), Array(body[2..<40]), Array(body[40...])])
                == .init(streamOffset: 0, skippedBytes: 0, isHeld: true))
        // What begins like a message and is none does not hide the next one.
        #expect(found([[0, 0, 0, 90], body]) == .init(streamOffset: 4, skippedBytes: 4, isHeld: false))
        #expect(
            found([[0, 0, 0, 90, 0x7B, 0x22], [UInt8](repeating: 0x20, count: 88), body])
                == .init(streamOffset: 94, skippedBytes: 94, isHeld: false))
    }

    @Test func messagesOfOtherKindsAreNoEvidence() throws {
        let other = Array(
            #"{"type":{"typing":{"since":[1,2],"until":[3,4]}},"senderID":"somebody","timestamp":816920538.7519201}"#
                .utf8)
        var resynchronizer = FrameResynchronizer(startingAt: 0)
        #expect(search([try frame(other)], with: &resynchronizer) == nil)
    }

    @Test func holdsNoMoreThanTheLongestBody() throws {
        let body = try frame(message(payload: 400))
        var resynchronizer = FrameResynchronizer(startingAt: 0, maximumBodyLength: 300)
        for _ in 0..<20 {
            for byte in body {
                var position = 0
                let piece = [byte]
                let found = resynchronizer.next(in: piece.span, at: &position)
                #expect(found == nil && resynchronizer.heldCount <= 304)
            }
        }
    }

    /// A stream of length words that lie and of braces costs time in proportion to its length: this ends.
    @Test func staysLinear() {
        var stream: [UInt8] = []
        for length in 0..<40_000 {
            stream += [0, UInt8(length >> 14 & 0x0F), UInt8(length >> 6 & 0xFF), 62, 0x7B, 0x22]
        }
        var resynchronizer = FrameResynchronizer(startingAt: 0)
        #expect(
            search(
                stride(from: 0, to: stream.count, by: 7).map { Array(stream[$0..<min($0 + 7, stream.count)]) },
                with: &resynchronizer) == nil)
    }

    @Test func anyBytesInAnyPieces() throws {
        let body = try frame(message())
        for seed in 0..<3000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var resynchronizer = FrameResynchronizer(
                startingAt: 0, places: generator.pick([.everyByte, .pieceStarts]),
                maximumBodyLength: generator.pick([0, 100, 4000, .max, -1]))
            var passed = 0
            for _ in 0..<12 {
                var piece = generator.chance(1, in: 3) ? body : generator.bytes(generator.number(in: 0...40))
                if generator.chance(1, in: 2), !piece.isEmpty {
                    piece[generator.number(in: 0...piece.count - 1)] = generator.pick([0, 1, 0x7B, 0x22])
                }
                if generator.chance(1, in: 10) {
                    resynchronizer.skip(missing: 5)
                    passed += 5
                }
                var position = 0
                if let found = resynchronizer.next(in: piece.span, at: &position) {
                    #expect(found.streamOffset == passed + position - (found.isHeld ? resynchronizer.heldCount : 0))
                    #expect(found.skippedBytes == found.streamOffset)
                    break
                }
                passed += piece.count
                #expect(resynchronizer.streamOffset == passed, "seed \(seed)")
            }
            _ = resynchronizer.finish()
        }
    }
}
