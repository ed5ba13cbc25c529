import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct LengthPrefixedFrameDecoderTests {
    /// A frame with its body, wherever that was.
    struct Decoded: Equatable {
        let streamOffset: Int
        let body: [UInt8]
    }

    private func decode(
        _ piece: [UInt8], _ decoder: inout LengthPrefixedFrameDecoder
    ) throws(FramingError) -> [Decoded] {
        var frames: [Decoded] = []
        var position = 0
        while let frame = try decoder.next(in: piece.span, at: &position) {
            let body: [UInt8] =
                switch frame.body {
                case .inline(let range): Array(piece[range])
                case .assembled: decoder.assembledBody.copied()
                case .skipped: []
                }
            frames.append(Decoded(streamOffset: frame.streamOffset, body: body))
        }
        #expect(position == piece.count)
        return frames
    }

    private func skip(_ missing: Int, _ decoder: inout LengthPrefixedFrameDecoder) -> Bool {
        decoder.skip(missing: missing)
    }

    private func frame(_ body: [UInt8]) throws -> [UInt8] {
        var writer = ByteWriter()
        try LengthPrefixedFrameEncoder.encode(body: body.span, into: &writer)
        return writer.bytes
    }

    @Test func findsFramesInOneSegment() throws {
        let segment: [UInt8] = [0, 0, 0, 2, 0x7B, 0x7D, 0, 0, 0, 1, 0x31, 0, 0]
        var decoder = LengthPrefixedFrameDecoder()
        var position = 0
        let first = try decoder.next(in: segment.span, at: &position)
        #expect(first == .init(streamOffset: 0, bodyLength: 2, body: .inline(4..<6)))
        #expect(position == 6 && decoder.isAtFrameBoundary)
        let second = try decoder.next(in: segment.span, at: &position)
        #expect(second == .init(streamOffset: 6, bodyLength: 1, body: .inline(10..<11)))
        let none = try decoder.next(in: segment.span, at: &position)
        #expect(none == nil && position == 13)
        #expect(decoder.pendingFrame == .init(streamOffset: 11, bodyLength: nil, pendingBytes: 2))
        #expect(!decoder.isAtFrameBoundary && !decoder.isStopped)
    }

    @Test func assemblesAcrossSegments() throws {
        var decoder = LengthPrefixedFrameDecoder(startingAt: 1000)
        #expect(try decode([0, 0, 0], &decoder) == [])
        #expect(try decode([4, 1], &decoder) == [])
        #expect(decoder.pendingFrame == .init(streamOffset: 1000, bodyLength: 4, pendingBytes: 5))
        #expect(try decode([2, 3], &decoder) == [])
        #expect(try decode([4, 0], &decoder) == [Decoded(streamOffset: 1000, body: [1, 2, 3, 4])])
        #expect(decoder.pendingBytes == 1 && decoder.streamOffset == 1009)
    }

    @Test func countsWithoutAssembling() throws {
        var decoder = LengthPrefixedFrameDecoder(assembly: .none)
        var position = 0
        let start: [UInt8] = [0, 0, 0, 3, 1]
        let nothing = try decoder.next(in: start.span, at: &position)
        #expect(nothing == nil)
        position = 0
        let rest: [UInt8] = [2, 3, 0, 0, 0, 1, 9]
        let straddling = try decoder.next(in: rest.span, at: &position)
        #expect(straddling == .init(streamOffset: 0, bodyLength: 3, body: .skipped))
        let whole = try decoder.next(in: rest.span, at: &position)
        #expect(whole == .init(streamOffset: 7, bodyLength: 1, body: .inline(6..<7)))
    }

    @Test(
        arguments: [
            ([0, 0, 0, 0], .emptyFrame), ([0x00, 0xA0, 0x00, 0x01], .frameTooLarge(length: 10_485_761)),
            ([0xFF, 0xFF, 0xFF, 0xFF], .frameTooLarge(length: 4_294_967_295)),
        ] as [([UInt8], FramingError.Kind)])
    func stopsAtIllegalLengths(_ word: [UInt8], kind: FramingError.Kind) throws {
        for cut in 0...4 {
            var decoder = LengthPrefixedFrameDecoder()
            let stream = [0, 0, 0, 1, 9] + word + [0, 0, 0, 1, 9]
            let first = Array(stream[..<(5 + cut)])
            let second = Array(stream[(5 + cut)...])
            #expect(throws: FramingError(kind, streamOffset: 5)) {
                _ = try decode(first, &decoder)
                _ = try decode(second, &decoder)
            }
            #expect(decoder.isStopped && !decoder.isAtFrameBoundary && decoder.pendingFrame == nil)
            #expect(try decode([0, 0, 0, 1, 9], &decoder) == [])
            decoder.restart(at: 100)
            #expect(try decode([0, 0, 0, 1, 9], &decoder) == [Decoded(streamOffset: 100, body: [9])])
        }
    }

    @Test func takesTheLargestFrame() throws {
        var decoder = LengthPrefixedFrameDecoder()
        #expect(try decode([0x00, 0xA0, 0x00, 0x00], &decoder) == [])
        #expect(decoder.pendingFrame?.bodyLength == 10_485_760)
        var small = LengthPrefixedFrameDecoder(maximumLength: 3)
        #expect(throws: FramingError(.frameTooLarge(length: 4), streamOffset: 0)) {
            try decode([0, 0, 0, 4], &small)
        }
    }

    @Test func announcedBytesTakeNoMemoryBeforeTheyCome() throws {
        var decoder = LengthPrefixedFrameDecoder()
        #expect(try decode([0x00, 0xA0, 0x00, 0x00], &decoder) == [])
        #expect(decoder.buffer.capacity == 0)
        for received in 1...200 {
            #expect(try decode([7], &decoder) == [])
            #expect(decoder.bufferedBytes == received)
            // An array doubles its memory, and rounds it up.
            #expect(decoder.buffer.capacity <= 64 + 2 * received)
        }
    }

    @Test func givesUpOnlyTheFrameThatMissesBytes() throws {
        // The bytes 6..<6+missing of a stream of two frames, the first of which ends at 14.
        let stream = try frame(Array(1...10)) + frame([7])
        for missing in 1...8 {
            var decoder = LengthPrefixedFrameDecoder()
            #expect(try decode(Array(stream[..<6]), &decoder) == [])
            #expect(skip(missing, &decoder))
            #expect(decoder.isAtFrameBoundary == (missing == 8))
            #expect(try decode(Array(stream[(6 + missing)...]), &decoder) == [Decoded(streamOffset: 14, body: [7])])
            #expect(decoder.damagedFrames == 1)
        }
    }

    @Test func twoHolesInOneBodyAreOneDamagedFrame() throws {
        var decoder = LengthPrefixedFrameDecoder()
        #expect(try decode([0, 0, 0, 6], &decoder) == [])
        #expect(skip(2, &decoder))
        #expect(try decode([3, 4], &decoder) == [])
        #expect(skip(2, &decoder))
        #expect(decoder.isAtFrameBoundary && decoder.damagedFrames == 1)
    }

    @Test func losesItsPlaceWithALengthWord() throws {
        let starts: [([UInt8], Int)] = [
            ([], 1), ([0], 1), ([0, 0, 0], 1), ([0, 0, 0, 2, 1], 2), ([0, 0, 0, 1, 9], 5),
        ]
        for (start, missing) in starts {
            var decoder = LengthPrefixedFrameDecoder()
            _ = try decode(start, &decoder)
            #expect(!skip(missing, &decoder))
            #expect(decoder.isStopped)
            #expect(try decode([0, 0, 0, 1, 9], &decoder) == [])
            #expect(decoder.streamOffset == start.count + missing + 5)
            decoder.restart(at: 40)
            #expect(try decode([0, 0, 0, 1, 9], &decoder) == [Decoded(streamOffset: 40, body: [9])])
        }
        var decoder = LengthPrefixedFrameDecoder(startingAt: 10)
        #expect(!skip(.max, &decoder))
        #expect(decoder.streamOffset == .max)
    }

    /// The same frames, however the stream is cut.
    @Test func dripFeed() throws {
        for seed in 0..<60 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var stream: [UInt8] = []
            var expected: [Decoded] = []
            for _ in 0..<generator.number(in: 1...30) {
                let body = generator.bytes(generator.chance(1, in: 8) ? 4000 : generator.number(in: 1...40))
                expected.append(Decoded(streamOffset: stream.count, body: body))
                stream += try frame(body)
            }
            for longest in [1, 3, 7, 100, 1448, stream.count] {
                var decoder = LengthPrefixedFrameDecoder()
                var frames: [Decoded] = []
                var start = 0
                while start < stream.count {
                    let length = longest == stream.count ? longest : generator.number(in: 1...longest)
                    let end = min(start + length, stream.count)
                    frames += try decode(Array(stream[start..<end]), &decoder)
                    start = end
                }
                #expect(frames == expected, "seed \(seed), pieces of \(longest)")
                #expect(decoder.isAtFrameBoundary && decoder.streamOffset == stream.count)
            }
        }
    }

    @Test func anyBytesInAnyPieces() {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var decoder = LengthPrefixedFrameDecoder(
                maximumLength: 300, assembly: generator.chance(1, in: 2) ? .all : .none)
            var passed = 0
            for _ in 0..<20 {
                var piece = generator.bytes(generator.number(in: 0...60))
                for index in piece.indices where generator.chance(3, in: 4) { piece[index] &= 1 }
                switch generator.number(in: 0...9) {
                case 0:
                    let missing = generator.number(in: 1...80)
                    _ = decoder.skip(missing: missing)
                    passed += missing
                case 1 where decoder.isStopped: decoder.restart(at: passed)
                default:
                    guard (try? decode(piece, &decoder)) != nil else {
                        #expect(decoder.isStopped)
                        decoder.restart(at: passed)
                        continue
                    }
                    passed += piece.count
                }
                #expect(decoder.streamOffset == passed, "seed \(seed)")
                #expect(decoder.pendingBytes <= 304)
            }
        }
    }

    @Test func encoderRefusesWhatNoDecoderTakes() throws {
        var writer = ByteWriter()
        let body: [UInt8] = [0x31, 0x32]
        let none: [UInt8] = []
        try LengthPrefixedFrameEncoder.encode(body: body.span, into: &writer)
        #expect(writer.bytes == [0, 0, 0, 2, 0x31, 0x32])
        #expect(throws: FramingError(.emptyFrame, streamOffset: 6)) {
            try LengthPrefixedFrameEncoder.encode(body: none.span, into: &writer)
        }
        let long = [UInt8](repeating: 0, count: 10_485_761)
        #expect(throws: FramingError(.frameTooLarge(length: 10_485_761), streamOffset: 6)) {
            try LengthPrefixedFrameEncoder.encode(body: long.span, into: &writer)
        }
        #expect(writer.count == 6)
    }
}
