import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct DelimitedFrameDecoderTests {
    struct Decoded: Equatable {
        var streamOffset: Int
        var body: String

        init(_ streamOffset: Int, _ body: String) { (self.streamOffset, self.body) = (streamOffset, body) }
    }

    private func decode(
        _ bytes: [UInt8], _ decoder: inout DelimitedFrameDecoder
    ) throws(FramingError) -> [Decoded] {
        var frames: [Decoded] = []
        var position = 0
        while let frame = try decoder.next(in: bytes.span, at: &position) {
            let body =
                switch frame.body {
                case .inline(let range): Array(bytes[range])
                case .assembled, .skipped: decoder.assembledBody.copied()
                }
            #expect(body.count == frame.bodyLength)
            frames.append(Decoded(frame.streamOffset, String(decoding: body, as: UTF8.self)))
        }
        #expect(position == bytes.count)
        return frames
    }

    private func decode(
        _ text: String, _ decoder: inout DelimitedFrameDecoder, singly: Bool = false
    ) throws(FramingError) -> [Decoded] {
        guard singly else { return try decode(Array(text.utf8), &decoder) }
        var frames: [Decoded] = []
        for byte in text.utf8 { frames += try decode([byte], &decoder) }
        return frames
    }

    @Test(arguments: [false, true])
    func linesComeWithoutTheirEnds(singly: Bool) throws {
        var decoder = DelimitedFrameDecoder(.lineFeed)
        let lines = try decode("ab\n\ncd\ne", &decoder, singly: singly)
        #expect(lines == [Decoded(0, "ab"), Decoded(3, ""), Decoded(4, "cd")])
        #expect(decoder.pendingBytes == 1 && decoder.assembledBody.copied() == [0x65])
        #expect(throws: FramingError(.incompleteFrame(received: 1), streamOffset: 7)) { try decoder.finish() }
        #expect(try decode("\n", &decoder, singly: singly) == [Decoded(7, "e")])
        try decoder.finish()
    }

    @Test(arguments: [false, true])
    func delimitersOfSeveralBytesAreFoundWhereverTheyBegin(singly: Bool) throws {
        var lines = DelimitedFrameDecoder(.carriageReturnLineFeed)
        #expect(
            try decode("a\rb\r\r\n\n\r\n", &lines, singly: singly) == [Decoded(0, "a\rb\r"), Decoded(6, "\n")])
        var repeating = DelimitedFrameDecoder(try #require(FrameDelimiter(Array("aab".utf8))))
        #expect(try decode("aaabaab", &repeating, singly: singly) == [Decoded(0, "a"), Decoded(4, "")])
    }

    @Test(arguments: [false, true])
    func theLargestFrameIsTakenAndNoneThatIsLonger(singly: Bool) throws {
        var decoder = DelimitedFrameDecoder(.carriageReturnLineFeed, maximumLength: 3, startingAt: 10)
        #expect(try decode("abc\r\n", &decoder, singly: singly) == [Decoded(10, "abc")])
        #expect(throws: FramingError(.delimiterMissing(maximum: 3), streamOffset: 15)) {
            try decode("abcd\r\nef", &decoder, singly: singly)
        }
        #expect(decoder.isStopped && decoder.streamOffset == 20 && decoder.bufferedBytes == 0)
        #expect(try decode("x\r\n", &decoder) == [] && decoder.pendingBytes == 0)
        decoder.restart(at: 50)
        #expect(try decode("x\r\n", &decoder) == [Decoded(50, "x")])
    }

    @Test func emptyFramesMayBeIllegal() throws {
        var decoder = DelimitedFrameDecoder(.zero, allowsEmptyFrames: false)
        #expect(throws: FramingError(.emptyFrame, streamOffset: 2)) { try decode([1, 0, 0], &decoder) }
    }

    @Test func readingGoesOnBehindTheNextDelimiterAfterAHole() throws {
        var decoder = DelimitedFrameDecoder(.lineFeed, maximumLength: 3)
        #expect(try decode("ab", &decoder) == [])
        decoder.skip(missing: 100)
        decoder.skip(missing: 1)
        #expect(decoder.bufferedBytes == 0 && decoder.damagedFrames == 1)
        // Longer than any legal frame, of which nothing is held.
        #expect(try decode("rest of another\nc\n", &decoder) == [Decoded(119, "c")])
        decoder.skip(missing: .max)
        #expect(decoder.streamOffset == .max)
    }

    @Test func nothingIsHeldBeyondWhatCame() throws {
        var decoder = DelimitedFrameDecoder(.lineFeed, maximumLength: .max)
        for received in 1...200 {
            #expect(try decode("a", &decoder) == [])
            #expect(decoder.bufferedBytes == received)
        }
    }

    /// The same frames, however the stream is cut, and those that a search in the whole finds.
    @Test func dripFeed() throws {
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            // Few different bytes, so that delimiters overlap with themselves.
            let mark = random.bytes(random.number(in: 1...5)).map { $0 & 1 }
            let delimiter = try #require(FrameDelimiter(mark))
            let stream = random.bytes(random.number(in: 0...300)).map { $0 & 1 }
            var expected: [Decoded] = []
            var start = 0
            var cursor = 0
            while cursor + mark.count <= stream.count {
                guard Array(stream[cursor..<cursor + mark.count]) == mark else {
                    cursor += 1
                    continue
                }
                expected.append(Decoded(start, String(decoding: stream[start..<cursor], as: UTF8.self)))
                cursor += mark.count
                start = cursor
            }
            for longest in [1, 2, 5, 40, 300] {
                var decoder = DelimitedFrameDecoder(delimiter)
                var frames: [Decoded] = []
                var position = 0
                while position < stream.count {
                    let end = min(stream.count, position + random.number(in: 1...longest))
                    frames += try decode(Array(stream[position..<end]), &decoder)
                    position = end
                }
                #expect(frames == expected, "seed \(seed), pieces of \(longest)")
                #expect(decoder.pendingBytes == stream.count - start)
            }
        }
    }
}
