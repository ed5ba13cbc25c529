import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting

extension FuzzTarget {
    /// Frames of any layout: the first byte says whether a length or a delimiter bounds them, the next five which.
    static let frameLayouts = FuzzTarget(
        name: "frame-layouts", mutators: Mutator.byteLevel, seeds: { SampleStreams.laidOut },
        run: { input in
            guard input.count >= 6 else { return }
            let stream = Array(input[6...])
            if input[0] & 1 == 0 {
                checkLengths(FrameLayout(choosing: input[..<6]), stream)
            } else if let delimiter = FrameDelimiter(input[1...(1 + Int(input[0] >> 1) % 4)]) {
                checkDelimiters(delimiter, stream)
            }
        })

    private static func checkLengths(_ layout: FrameLayout, _ stream: [UInt8]) {
        let whole = LaidOutFrames([stream[...]], layout)
        require(whole == LaidOutFrames(InputPieces.cut(stream), layout), "Frames do not depend on how a stream is cut")
        for (frame, kept) in zip(whole.items, whole.headers) where frame.error == nil {
            var writer = ByteWriter()
            // The default layout keeps no header.
            let header = layout == FrameLayout() ? Array(stream[frame.offset..<(frame.offset + 4)]) : kept
            let size = header.count - layout.lengthOffset - layout.bytesAfterLength
            let fields = Array(header[..<layout.lengthOffset] + header[(layout.lengthOffset + size)...])
            // A varint may have been longer than it needs to be.
            guard
                (try? LengthPrefixedFrameEncoder.encode(
                    body: frame.bytes.span, header: fields.span, layout: layout, into: &writer)) != nil
            else { continue }
            let end = frame.offset + header.count + frame.bytes.count
            require(
                layout.length == .varint || writer.bytes == Array(stream[frame.offset..<end]),
                "A frame is read as it was written")
        }
    }

    private static func checkDelimiters(_ delimiter: FrameDelimiter, _ stream: [UInt8]) {
        let whole = LaidOutFrames([stream[...]], delimiter)
        require(
            whole == LaidOutFrames(InputPieces.cut(stream), delimiter), "Lines do not depend on how a stream is cut")
        for frame in whole.items where frame.error == nil {
            var writer = ByteWriter()
            require(
                (try? DelimitedFrameEncoder.encode(body: frame.bytes.span, delimiter: delimiter, into: &writer)) != nil,
                "What was read can be written")
            require(
                writer.bytes == Array(stream[frame.offset..<frame.offset + writer.count]),
                "A line is read as it was written")
        }
    }
}

/// What a decoder makes of a stream in pieces: all frames, then the error that stopped it.
private struct LaidOutFrames: Equatable {
    private static let maximumLength = 512

    var items: [StreamItem<FramingError>] = []
    var headers: [[UInt8]] = []
    var end = 0
    var pending = 0

    init(_ pieces: [ArraySlice<UInt8>], _ layout: FrameLayout) {
        var decoder = LengthPrefixedFrameDecoder(layout: layout, maximumLength: Self.maximumLength)
        for piece in pieces where !decoder.isStopped {
            let segment = Array(piece)
            var position = 0
            do throws(FramingError) {
                while let frame = try decoder.next(in: segment.span, at: &position) {
                    let body =
                        switch frame.body {
                        case .inline(let range): Array(segment[range])
                        case .assembled, .skipped: decoder.assembledBody.copied()
                        }
                    items.append(StreamItem(frame.streamOffset, body))
                    headers.append(decoder.header.copied())
                }
            } catch {
                items.append(StreamItem(error.streamOffset, [], error))
                headers.append([])
            }
            require(decoder.bufferedBytes <= Self.maximumLength, "A decoder holds no more than it may")
        }
        (end, pending) = (decoder.streamOffset, decoder.pendingBytes)
    }

    init(_ pieces: [ArraySlice<UInt8>], _ delimiter: FrameDelimiter) {
        var decoder = DelimitedFrameDecoder(delimiter, maximumLength: Self.maximumLength)
        for piece in pieces where !decoder.isStopped {
            let segment = Array(piece)
            var position = 0
            do throws(FramingError) {
                while let frame = try decoder.next(in: segment.span, at: &position) {
                    let body =
                        switch frame.body {
                        case .inline(let range): Array(segment[range])
                        case .assembled, .skipped: decoder.assembledBody.copied()
                        }
                    items.append(StreamItem(frame.streamOffset, body))
                }
            } catch {
                items.append(StreamItem(error.streamOffset, [], error))
            }
            require(
                decoder.bufferedBytes <= Self.maximumLength + delimiter.bytes.count,
                "A decoder holds no more than it may")
        }
        (end, pending) = (decoder.streamOffset, decoder.pendingBytes)
    }
}

extension FrameLayout {
    /// Any layout, by the bytes after the first one.
    init(choosing bytes: ArraySlice<UInt8>) {
        let choice = Array(bytes)
        let orders = LengthPrefix.ByteOrder.allCases
        let lengths: [Length] =
            [.uint8, .varint] + orders.flatMap { [.uint16($0), .uint24($0), .uint32($0), .uint64($0)] }
        let coverages = Coverage.allCases
        self.init(
            lengths[Int(choice[1]) % lengths.count], at: Int(choice[2] % 8), bytesAfterLength: Int(choice[3] % 8),
            covers: coverages[Int(choice[4] >> 1) % coverages.count], adding: Int(Int8(bitPattern: choice[5])),
            allowsEmptyFrames: choice[4] & 1 == 1)
    }
}
