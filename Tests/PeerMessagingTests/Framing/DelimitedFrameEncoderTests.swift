import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

@Suite struct DelimitedFrameEncoderTests {
    private func encode(
        _ body: [UInt8], _ delimiter: FrameDelimiter, maximumLength: Int = 1000
    ) throws(FramingError) -> [UInt8] {
        var writer = ByteWriter()
        try DelimitedFrameEncoder.encode(
            body: body.span, delimiter: delimiter, into: &writer, maximumLength: maximumLength)
        return writer.bytes
    }

    @Test func theDelimiterFollowsTheBody() throws {
        #expect(try encode(Array("ab".utf8), .carriageReturnLineFeed) == Array("ab\r\n".utf8))
        #expect(try encode([], .zero) == [0])
    }

    @Test func whatWouldEndEarlierIsAnError() throws {
        #expect(throws: FramingError(.delimiterInBody(offset: 1), streamOffset: 0)) { try encode([1, 0, 2], .zero) }
        // The body's last byte and the delimiter's first are a delimiter too.
        let delimiter = try #require(FrameDelimiter([7, 7]))
        #expect(throws: FramingError(.delimiterInBody(offset: 1), streamOffset: 0)) { try encode([1, 7], delimiter) }
        #expect(throws: FramingError(.frameTooLarge(length: 3), streamOffset: 0)) {
            try encode([1, 2, 3], .zero, maximumLength: 2)
        }
    }

    @Test func aDelimiterHasBytes() {
        #expect(FrameDelimiter([]) == nil)
        #expect(FrameDelimiter([UInt8](repeating: 1, count: 256)) == nil)
        #expect(FrameDelimiter([UInt8](repeating: 1, count: 255)) != nil)
        #expect(FrameDelimiter([0x0A]) == .lineFeed)
    }

    /// What can be written is read as it was written; what cannot would not have been.
    @Test func readsWhatItWrites() throws {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let delimiter = try #require(FrameDelimiter(random.bytes(random.number(in: 1...4)).map { $0 & 1 }))
            let body = random.bytes(random.number(in: 0...10)).map { $0 & 1 }
            let bytes = body + delimiter.bytes
            var decoder = DelimitedFrameDecoder(delimiter)
            var position = 0
            let frame = try #require(try decoder.next(in: bytes.span, at: &position))
            do {
                #expect(try encode(body, delimiter) == bytes)
                #expect(frame.body == .inline(0..<body.count) && position == bytes.count, "seed \(seed)")
            } catch {
                #expect(
                    error == FramingError(.delimiterInBody(offset: frame.bodyLength), streamOffset: 0))
                #expect(frame.bodyLength < body.count, "seed \(seed)")
            }
        }
    }
}
