import PeerMessaging
import WireCoding

/// What takes the place of one direction of a TCP connection: frames of mesh messages by their stand-ins, and nothing of
/// whatever else there is.
struct StreamRedaction {
    /// A part of the stream that is not zeros.
    private struct Piece {
        let start: Int64
        let bytes: [UInt8]
        /// How many `A` follow: what payloads mostly are.
        let fill: Int

        var end: Int64 { start + Int64(bytes.count + fill) }
    }

    /// Runs of the same character that are worth a piece of their own.
    private static let longRun = 64

    private var pieces: [Piece] = []
    private var reassembly = StreamReassembly()
    private var decoder = LengthPrefixedFrameDecoder()
    private var search: FrameResynchronizer?
    private var hasStarted = false
    private var messages = 0
    /// Whether anything of it is kept.
    var hasMessages: Bool { messages > 0 }
    /// Bytes that the pieces fill.
    private(set) var cost = 0

    /// Takes a segment.
    ///
    /// - Parameter length: Bytes on the wire; the capture may hold fewer.
    mutating func take(
        _ bytes: [UInt8], at offset: Int64, length: Int, moment: PacketMoment, _ texts: inout WireTextStandIns
    ) {
        if !hasStarted {
            hasStarted = true
            reassembly.begin(at: offset)
            decoder = LengthPrefixedFrameDecoder(startingAt: Int(offset))
        }
        switch reassembly.offer(bytes.span, at: offset, length: length, moment: moment) {
        case .deliver(let first): consume(bytes, from: first, length: length, &texts)
        case .repeated, .held: break
        }
        deliverHeld(acknowledged: .min, force: false, &texts)
    }

    /// Hands on what comes after holes that will not be filled.
    mutating func deliverHeld(acknowledged: Int64, force: Bool, _ texts: inout WireTextStandIns) {
        while let (segment, missing, first) = reassembly.next(acknowledged: acknowledged, force: force) {
            if missing > 0 { miss(Int(missing)) }
            consume(segment.bytes, from: first, length: segment.length, &texts)
        }
    }

    /// Bytes that wait.
    var heldBytes: Int { reassembly.heldBytes }

    /// Takes the end of the stream.
    mutating func finish(_ texts: inout WireTextStandIns) {
        deliverHeld(acknowledged: .max, force: true, &texts)
        if let frame = decoder.pendingFrame, let length = frame.bodyLength {
            keepLength(length, at: frame.streamOffset)
        }
        if messages == 0 { pieces = [] }
        reassembly = StreamReassembly()
        decoder = LengthPrefixedFrameDecoder()
        search = nil
    }

    /// Writes what the stream has from an offset on.
    func write(from offset: Int64, _ range: Range<Int>, into draft: inout PacketDraft) {
        let end = offset + Int64(range.count)
        var index = pieces.partitioningIndex { $0.end > offset }
        while index < pieces.count, pieces[index].start < end {
            let piece = pieces[index]
            let first = max(piece.start, offset)
            let last = min(piece.end, end)
            for position in first..<last {
                let place = Int(position - piece.start)
                let byte = place < piece.bytes.count ? piece.bytes[place] : UInt8(ascii: "A")
                draft.put(CollectionOfOne(byte), at: range.lowerBound + Int(position - offset))
            }
            index += 1
        }
    }
}

// MARK: - Frames

extension StreamRedaction {
    private mutating func consume(_ bytes: [UInt8], from first: Int, length: Int, _ texts: inout WireTextStandIns) {
        if first < bytes.count { read(bytes.span.extracting(first..<bytes.count), &texts) }
        let cut = length - max(first, bytes.count)
        if cut > 0 { miss(cut) }
    }

    private mutating func miss(_ count: Int) {
        if search != nil {
            search?.skip(missing: count)
        } else if !decoder.skip(missing: count) {
            search = FrameResynchronizer(startingAt: decoder.streamOffset, places: .pieceStarts)
        }
    }

    private mutating func read(_ bytes: Span<UInt8>, _ texts: inout WireTextStandIns) {
        var position = 0
        while position < bytes.count || search == nil {
            if var search = self.search {
                self.search = nil
                guard let found = search.next(in: bytes, at: &position) else {
                    self.search = search
                    return
                }
                decoder.restart(at: found.streamOffset)
                if found.isHeld {
                    // What is held goes to the end of the piece.
                    let held = search.heldBytes.copied()
                    position = bytes.count
                    readFrames(held.span, from: 0, &texts)
                    return
                }
            }
            position = readFrames(bytes, from: position, &texts)
            if search == nil { return }
        }
    }

    /// - Returns: Where the frames end.
    @discardableResult
    private mutating func readFrames(_ bytes: Span<UInt8>, from start: Int, _ texts: inout WireTextStandIns) -> Int {
        var position = start
        do throws(FramingError) {
            while let frame = try decoder.next(in: bytes, at: &position) {
                keepLength(frame.bodyLength, at: frame.streamOffset)
                let body: [UInt8]? =
                    switch frame.body {
                    case .inline(let range): MeshBodyRedaction.redacted(bytes.extracting(range), &texts)
                    case .assembled: MeshBodyRedaction.redacted(decoder.assembledBody, &texts)
                    case .skipped: nil
                    }
                if let body {
                    messages += 1
                    keep(body, at: frame.streamOffset + 4)
                }
            }
        } catch {
            // Another length that is illegal for the same reason.
            if case .frameTooLarge = error.kind { keep([0xFF, 0xFF, 0xFF, 0xFF], at: error.streamOffset) }
            search = FrameResynchronizer(after: error)
        }
        return position
    }

    private mutating func keepLength(_ length: Int, at offset: Int) {
        keep([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }, at: offset)
    }

    /// Adds bytes, with long runs of zeros in base64 apart.
    private mutating func keep(_ bytes: [UInt8], at offset: Int) {
        var start = 0
        var position = 0
        while position < bytes.count {
            var end = position
            while end < bytes.count, bytes[end] == UInt8(ascii: "A") { end += 1 }
            if end - position >= Self.longRun {
                append(Array(bytes[start..<position]), fill: end - position, at: offset + start)
                start = end
            }
            position = end + 1
        }
        if start < bytes.count { append(Array(bytes[start...]), fill: 0, at: offset + start) }
    }

    private mutating func append(_ bytes: [UInt8], fill: Int, at offset: Int) {
        // Pieces are found by their order.
        guard pieces.last.map({ $0.end <= Int64(offset) }) ?? true else { return }
        pieces.append(Piece(start: Int64(offset), bytes: bytes, fill: fill))
        cost += bytes.count + MemoryLayout<Piece>.stride + 32
    }
}
