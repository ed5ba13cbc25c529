import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct LengthPrefixedFrameEncoderTests {
    private func encode(
        _ body: [UInt8], header: [UInt8] = [], _ layout: FrameLayout, maximumLength: Int = 100_000
    ) throws(FramingError) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeUInt16(0)
        do throws(FramingError) {
            try LengthPrefixedFrameEncoder.encode(
                body: body.span, header: header.span, layout: layout, into: &writer, maximumLength: maximumLength)
        } catch {
            #expect(writer.count == 2)
            throw error
        }
        return Array(writer.bytes.dropFirst(2))
    }

    @Test func aHeaderSurroundsTheLength() throws {
        let layout = FrameLayout(.uint24(.littleEndian), at: 1, bytesAfterLength: 2, covers: .all, adding: 1)
        #expect(try encode([7, 8], header: [0x54, 0x46, 0x47], layout) == [0x54, 7, 0, 0, 0x46, 0x47, 7, 8])
    }

    @Test func theDefaultLayoutIsTheOneWithoutParameters() throws {
        var writer = ByteWriter()
        let body: [UInt8] = [1, 2, 3]
        try LengthPrefixedFrameEncoder.encode(body: body.span, into: &writer)
        #expect(try encode(body, FrameLayout()) == writer.bytes)
    }

    @Test func whatNoDecoderReadsIsAnError() throws {
        let full = [UInt8](repeating: 0, count: 255)
        #expect(try encode(full, FrameLayout(.uint8)).count == 256)
        #expect(throws: FramingError(.frameTooLarge(length: 256), streamOffset: 2)) {
            try encode(full + [0], FrameLayout(.uint8))
        }
        #expect(throws: FramingError(.frameTooLarge(length: 255), streamOffset: 2)) {
            try encode(full, FrameLayout(.uint8, covers: .all))
        }
        #expect(throws: FramingError(.frameTooLarge(length: 255), streamOffset: 2)) {
            try encode(full, FrameLayout(.uint16()), maximumLength: 254)
        }
        #expect(throws: FramingError(.emptyFrame, streamOffset: 2)) { try encode([], FrameLayout(.uint8)) }
        #expect(try encode([], FrameLayout(.uint8, allowsEmptyFrames: true)) == [0])
        #expect(throws: FramingError(.lengthTooSmall(length: -4), streamOffset: 2)) {
            try encode([9], FrameLayout(.varint, adding: 5))
        }
        #expect(throws: FramingError(.wrongHeader(length: 1, expected: 2), streamOffset: 2)) {
            try encode([9], header: [1], FrameLayout(.uint8, at: 2))
        }
    }

    /// What is written is read, in any pieces, and written with the same bytes.
    @Test func readsWhatItWrites() throws {
        for seed in 0..<400 as Range<UInt64> {
            let stream = try FramedStream(seed: seed)
            var random = SeededGenerator(seed: seed)
            for longest in [1, 3, 7, 100, 1448, .max] {
                var decoder = LengthPrefixedFrameDecoder(
                    layout: stream.layout, retainedCapacity: random.pick([0, 1024, 8192]))
                let frames = try FramedStream.decode(stream.bytes, &decoder, longest: longest, &random)
                #expect(frames == stream.frames, "seed \(seed), pieces of \(longest)")
                #expect(decoder.isAtFrameBoundary && decoder.streamOffset == stream.bytes.count)
                try decoder.finish()
            }
        }
    }
}
