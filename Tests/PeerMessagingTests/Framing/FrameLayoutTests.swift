import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct FrameLayoutTests {
    private func decode(
        _ bytes: [UInt8], _ layout: FrameLayout, maximumLength: Int = 1000, longest: Int = .max
    ) throws(FramingError) -> [[UInt8]] {
        var decoder = LengthPrefixedFrameDecoder(layout: layout, maximumLength: maximumLength)
        var random = SeededGenerator(seed: 1)
        return try FramedStream.decode(bytes, &decoder, longest: longest, &random).map(\.body)
    }

    @Test func lengthsOfAllSizesAndOrders() throws {
        #expect(try decode([2, 7, 8], FrameLayout(.uint8)) == [[7, 8]])
        #expect(try decode([0, 2, 7, 8], FrameLayout(.uint16())) == [[7, 8]])
        #expect(try decode([2, 0, 7, 8], FrameLayout(.uint16(.littleEndian))) == [[7, 8]])
        #expect(try decode([0, 0, 2, 7, 8], FrameLayout(.uint24())) == [[7, 8]])
        #expect(try decode([2, 0, 0, 7, 8], FrameLayout(.uint24(.littleEndian))) == [[7, 8]])
        #expect(try decode([2, 0, 0, 0, 7, 8], FrameLayout(.uint32(.littleEndian))) == [[7, 8]])
        #expect(try decode([0, 0, 0, 0, 0, 0, 0, 2, 7, 8], FrameLayout(.uint64())) == [[7, 8]])
        #expect(try decode([2, 0, 0, 0, 0, 0, 0, 0, 7, 8], FrameLayout(.uint64(.littleEndian))) == [[7, 8]])
        #expect(try decode([2, 7, 8], FrameLayout(.varint)) == [[7, 8]])
        // Not in the fewest bytes.
        #expect(try decode([0x82, 0x80, 0, 7, 8], FrameLayout(.varint)) == [[7, 8]])
    }

    @Test func whatALengthCounts() throws {
        // A type, the length, flags, and a body of two bytes.
        let lengths: [(FrameLayout.Coverage, UInt8)] = [(.body, 2), (.rest, 3), (.all, 6)]
        for (coverage, length) in lengths {
            let layout = FrameLayout(.uint16(), at: 1, bytesAfterLength: 1, covers: coverage)
            #expect(try decode([0x54, 0, length, 0x46, 7, 8], layout) == [[7, 8]])
            let adjusted = FrameLayout(.uint16(), at: 1, bytesAfterLength: 1, covers: coverage, adding: -1)
            #expect(try decode([0x54, 0, length + 1, 0x46, 7, 8], adjusted) == [[7, 8]])
        }
    }

    @Test func aVarintThatCountsItselfMayBecomeLongerByIt() throws {
        let layout = FrameLayout(.varint, covers: .all)
        for count in [125, 126, 127, 128, 16_380, 16_381, 16_382, 16_384] {
            let body = [UInt8](repeating: 7, count: count)
            let none: [UInt8] = []
            var writer = ByteWriter()
            try LengthPrefixedFrameEncoder.encode(
                body: body.span, header: none.span, layout: layout, into: &writer)
            #expect(Varint(writer.bytes.span, at: 0) == .value(UInt64(writer.count), length: writer.count - count))
            #expect(try decode(writer.bytes, layout, maximumLength: 20_000) == [body])
        }
    }

    @Test func theHeaderIsThereWithTheBody() throws {
        let layout = FrameLayout(.uint8, at: 2, bytesAfterLength: 1)
        let stream: [UInt8] = [1, 2, 2, 3, 7, 8, 4, 5, 1, 6, 9]
        for longest in [1, 2, 3, 5, stream.count] {
            var decoder = LengthPrefixedFrameDecoder(layout: layout)
            var random = SeededGenerator(seed: 3)
            let frames = try FramedStream.decode(stream, &decoder, longest: longest, &random)
            #expect(
                frames == [
                    .init(streamOffset: 0, header: [1, 2, 2, 3], body: [7, 8]),
                    .init(streamOffset: 6, header: [4, 5, 1, 6], body: [9]),
                ])
        }
    }

    @Test func emptyFramesAreLegalWhereTheLayoutSaysSo() throws {
        let stream: [UInt8] = [0, 1, 9, 0, 0]
        for longest in [1, stream.count] {
            let frames = try decode(stream, FrameLayout(.uint8, allowsEmptyFrames: true), longest: longest)
            #expect(frames == [[], [9], [], []])
            #expect(throws: FramingError(.emptyFrame, streamOffset: 0)) {
                try decode(stream, FrameLayout(.uint8), longest: longest)
            }
        }
    }

    @Test func lengthsThatLieAreErrorsWithTheirOffset() throws {
        let all = FrameLayout(.uint16(), at: 1, bytesAfterLength: 1, covers: .all, allowsEmptyFrames: true)
        let rest = FrameLayout(.uint8, bytesAfterLength: 3, covers: .rest)
        let cases: [(FrameLayout, [UInt8], FramingError.Kind)] = [
            (all, [0, 0, 3, 0], .lengthTooSmall(length: 3)),
            (rest, [2, 0, 0, 0], .lengthTooSmall(length: 2)),
            (rest, [3, 0, 0, 0], .emptyFrame),
            (FrameLayout(.uint8, adding: -5), [4], .lengthTooSmall(length: 4)),
            (FrameLayout(.uint16(.littleEndian)), [0xE9, 3], .frameTooLarge(length: 1001)),
            (FrameLayout(.uint64()), [UInt8](repeating: 0xFF, count: 8), .frameTooLarge(length: .max)),
            (
                FrameLayout(.uint64(), adding: -1), [0x80] + [UInt8](repeating: 0, count: 7),
                .frameTooLarge(length: .max)
            ),
            (FrameLayout(.varint), [UInt8](repeating: 0xFF, count: 9) + [1], .frameTooLarge(length: .max)),
            (FrameLayout(.varint), [UInt8](repeating: 0xFF, count: 9) + [2], .varintTooLong),
            (FrameLayout(.varint), [UInt8](repeating: 0x80, count: 11), .varintTooLong),
        ]
        for (layout, hostile, kind) in cases {
            let sound = try FramedStream(seed: 4, layout)
            for longest in [1, 3, 1000] {
                var decoder = LengthPrefixedFrameDecoder(layout: layout, maximumLength: 1000)
                var random = SeededGenerator(seed: 5)
                let bytes = sound.bytes.count <= 1000 ? sound.bytes : []
                #expect(throws: FramingError(kind, streamOffset: bytes.count)) {
                    try FramedStream.decode(bytes + hostile + [1, 1, 1], &decoder, longest: longest, &random)
                }
                #expect(decoder.isStopped && decoder.bufferedBytes == 0)
                #expect(decoder.streamOffset - bytes.count <= layout.lengthOffset + 10)
            }
        }
    }

    @Test func aStreamThatEndsWithinAFrameIsAnError() throws {
        let layout = FrameLayout(.uint16(), at: 1, bytesAfterLength: 1)
        let stream: [UInt8] = [1, 0, 1, 2, 9, 1, 0, 2, 2, 7, 8]
        for end in 0...stream.count {
            var decoder = LengthPrefixedFrameDecoder(layout: layout, startingAt: 100)
            var random = SeededGenerator(seed: 1)
            _ = try FramedStream.decode(Array(stream[..<end]), &decoder, longest: 2, &random)
            switch end {
            case 0, 5, 11: try decoder.finish()
            default:
                let start = end < 5 ? 0 : 5
                let error = FramingError(.incompleteFrame(received: end - start), streamOffset: 100 + start)
                #expect(throws: error) { try decoder.finish() }
            }
        }
    }

    @Test func aLengthTakesNoMemoryBeforeItsBytesCome() throws {
        var decoder = LengthPrefixedFrameDecoder(layout: FrameLayout(.varint), maximumLength: .max)
        // 2^62 - 1.
        let length = Varint.encode((1 << 62) - 1)
        var position = 0
        #expect(try decoder.next(in: length.span, at: &position) == nil)
        #expect(decoder.pendingFrame?.bodyLength == (1 << 62) - 1)
        for received in 1...100 {
            let byte: [UInt8] = [7]
            position = 0
            #expect(try decoder.next(in: byte.span, at: &position) == nil)
            #expect(decoder.bufferedBytes == received && decoder.buffer.capacity <= 64 + 2 * received)
        }
    }

    @Test func missingBytesOfABodyDropItAndThoseOfAHeaderStop() throws {
        let layout = FrameLayout(.uint8, at: 1, bytesAfterLength: 2)
        let stream: [UInt8] = [1, 3, 0, 0, 7, 8, 9, 1, 1, 0, 0, 5]
        for cut in 0...6 {
            var decoder = LengthPrefixedFrameDecoder(layout: layout)
            var random = SeededGenerator(seed: 1)
            _ = try FramedStream.decode(Array(stream[..<cut]), &decoder, longest: 100, &random)
            let isBody = cut >= 4
            #expect(decoder.skip(missing: 1) == isBody)
            #expect(decoder.isStopped != isBody)
            guard isBody else { continue }
            let rest = try FramedStream.decode(Array(stream[(cut + 1)...]), &decoder, longest: 100, &random)
            #expect(rest.map(\.body) == [[5]] && decoder.damagedFrames == 1)
        }
    }

    @Test func memoryIsKeptUpToTheRetainedCapacity() throws {
        for (retained, isKept) in [(LengthPrefixedFrameDecoder.defaultRetainedCapacity, false), (1 << 16, true)] {
            var decoder = LengthPrefixedFrameDecoder(retainedCapacity: retained)
            var random = SeededGenerator(seed: 1)
            let stream = try FramedStream(seed: 1, FrameLayout()).bytes + [0, 0, 0x20, 0]
            _ = try FramedStream.decode(stream, &decoder, longest: 100, &random)
            _ = try FramedStream.decode([UInt8](repeating: 1, count: 0x2000), &decoder, longest: 1460, &random)
            _ = try FramedStream.decode([0], &decoder, longest: 1, &random)
            #expect((decoder.buffer.capacity >= 0x2000) == isKept && decoder.bufferedBytes == 0)
        }
    }

    @Test func anyBytesInAnyPiecesGiveTheSameFramesAndError() {
        for seed in 0..<3000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let layout = FramedStream.layout(&random)
            var bytes = random.bytes(random.number(in: 0...200))
            for index in bytes.indices where random.chance(3, in: 4) { bytes[index] &= 7 }
            func outcome(longest: Int) -> (frames: [FramedStream.Decoded], error: FramingError?, offset: Int) {
                var decoder = LengthPrefixedFrameDecoder(layout: layout, maximumLength: 40)
                var frames: [FramedStream.Decoded] = []
                for piece in longest >= bytes.count ? [bytes] : bytes.map({ [$0] }) {
                    do throws(FramingError) {
                        frames += try FramedStream.decode(piece, &decoder, longest: longest, &random)
                    } catch {
                        // Frames before it in one piece are not returned.
                        return ([], error, decoder.streamOffset)
                    }
                    if decoder.bufferedBytes > 40 { Issue.record("seed \(seed)") }
                }
                return (frames, nil, decoder.streamOffset)
            }
            let (whole, single) = (outcome(longest: .max), outcome(longest: 1))
            #expect(whole.error == single.error && whole.offset == single.offset, "seed \(seed)")
            #expect(whole.error != nil || whole.frames == single.frames, "seed \(seed)")
        }
    }
}
