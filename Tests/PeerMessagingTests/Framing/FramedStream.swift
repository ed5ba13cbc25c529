import WireCoding
import WireSimulation
import WireTesting

@testable import PeerMessaging

/// Frames of a random layout, and the stream that they make.
struct FramedStream {
    /// A frame with its header, length included, and its body, wherever they were.
    struct Decoded: Equatable {
        var streamOffset: Int
        var header: [UInt8]
        var body: [UInt8]
    }

    var layout: FrameLayout
    var frames: [Decoded] = []
    var bytes: [UInt8] = []

    /// - Parameter layout: Nil for a random one.
    init(seed: UInt64, _ layout: FrameLayout? = nil) throws {
        var random = SeededGenerator(seed: seed)
        self.layout = layout ?? Self.layout(&random)
        let layout = self.layout
        let isShort = layout.length == .uint8
        for _ in 0..<random.number(in: 1...20) {
            let longest = isShort ? 150 : random.chance(1, in: 8) ? 4000 : 40
            let body = random.bytes(random.number(in: Self.shortest(layout)...longest))
            let header = random.bytes(layout.lengthOffset + layout.bytesAfterLength)
            var writer = ByteWriter()
            try LengthPrefixedFrameEncoder.encode(
                body: body.span, header: header.span, layout: layout, into: &writer)
            let whole = Array(writer.bytes.dropLast(body.count))
            frames.append(Decoded(streamOffset: bytes.count, header: whole, body: body))
            bytes += writer.bytes
        }
    }

    /// The shortest body that the layout can say.
    private static func shortest(_ layout: FrameLayout) -> Int {
        max(layout.allowsEmptyFrames ? 0 : 1, layout.adjustment)
    }

    static func layout(_ random: inout SeededGenerator) -> FrameLayout {
        FrameLayout(
            random.pick(lengths), at: random.pick([0, 0, 1, 7]), bytesAfterLength: random.pick([0, 0, 1, 5]),
            covers: random.pick(FrameLayout.Coverage.allCases), adding: random.pick([0, 0, 1, -1, 13, -20]),
            allowsEmptyFrames: random.chance(1, in: 2))
    }

    static let lengths: [FrameLayout.Length] =
        [.uint8, .varint]
        + LengthPrefix.ByteOrder.allCases.flatMap { [.uint16($0), .uint24($0), .uint32($0), .uint64($0)] }

    /// What a decoder makes of the bytes in pieces of a random length, up to a longest one.
    static func decode(
        _ bytes: [UInt8], _ decoder: inout LengthPrefixedFrameDecoder, longest: Int, _ random: inout SeededGenerator
    ) throws(FramingError) -> [Decoded] {
        var frames: [Decoded] = []
        var start = 0
        while start < bytes.count {
            let length = longest >= bytes.count ? bytes.count : random.number(in: 1...longest)
            let piece = Array(bytes[start..<min(start + length, bytes.count)])
            start += piece.count
            var position = 0
            while let frame = try decoder.next(in: piece.span, at: &position) {
                let body =
                    switch frame.body {
                    case .inline(let range): Array(piece[range])
                    case .assembled: decoder.assembledBody.copied()
                    case .skipped: [UInt8]()
                    }
                frames.append(
                    Decoded(streamOffset: frame.streamOffset, header: decoder.header.copied(), body: body))
            }
        }
        return frames
    }
}
