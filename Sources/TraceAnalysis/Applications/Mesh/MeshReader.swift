import PeerMessaging
import TraceModel
import WireCoding

/// Reads a stream as length-prefixed frames, and their bodies as mesh messages. Frames without any are counted too: they may be
/// of another protocol.
struct MeshReader: StreamReader {
    /// Whether it is at a length-prefixed frame, or inside one. Also false if the stream is of another application, or an
    /// illegal length broke it.
    private(set) var readsFrames = true
    /// While the position of the next frame is unknown: the capture joined in the middle, or lost a length word.
    private var search: Box<FrameResynchronizer>?
    private var frameStart: PacketMoment?
    private(set) var frames = 0
    private(set) var frameBytes = 0
    private var decoder: LengthPrefixedFrameDecoder
    private(set) var mesh = MeshStream()
    private let resynchronizes: Bool
    /// The number of offsets found after an illegal length to continue from, and the bytes skipped up to there.
    private(set) var resynchronizations = 0
    private(set) var skippedBytes = 0
    private var isBeyondFault = false

    private(set) var framingFaults: [StreamFault] = []
    /// Frames without a body, among ``frames``, that were read before any mesh message: other protocols have such frames. They
    /// are among ``framingFaults`` too, for the case that the session is a mesh.
    private(set) var emptyFrames = 0
    /// Whether an illegal length ended the reading.
    private(set) var isBroken = false

    init(_ reading: StreamReading) {
        // Whoever wants to see the bodies wants those too that are not JSON.
        let assembly: LengthPrefixedFrameDecoder.Assembly = reading.listing == .content ? .all : .json
        decoder = LengthPrefixedFrameDecoder(maximumLength: reading.maximumFrameLength, assembly: assembly)
        resynchronizes = reading.resynchronizes
    }

    mutating func beginMidstream(at offset: Int64) {
        look(from: FrameResynchronizer(startingAt: Int(offset), places: .pieceStarts))
    }

    /// Only messages tell: a stream's first four bytes are a possible length once in four hundred.
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool { false }

    @inline(__always)
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        if readsFrames {
            readFrames(bytes, piece, &output)
        } else {
            lookForFrames(bytes, piece, &output)
        }
    }

    @inline(__always)
    private mutating func readFrames(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        var position = 0
        if frameStart == nil || decoder.isAtFrameBoundary { frameStart = piece.sent }
        do throws(FramingError) {
            while let frame = try decoder.next(in: bytes, at: &position) {
                take(frame, in: bytes, completed: piece.arrived, &output)
                frameStart = piece.sent
            }
        } catch {
            stop(at: error, in: bytes, from: position, piece, &output)
        }
    }

    @inline(__always)
    private mutating func take(
        _ frame: LengthPrefixedFrameDecoder.Frame, in bytes: Span<UInt8>, completed: PacketMoment,
        _ output: inout StreamOutput
    ) {
        let times = MeshStream.Frame(
            offset: frame.streamOffset, begun: frameStart ?? completed, completed: completed)
        switch frame.body {
        case .inline(let range):
            mesh.read(bytes.extracting(range), times, records: &output.records, pending: &output.pending)
        case .assembled: Self.readAssembled(decoder, into: &mesh, times, &output)
        case .skipped: mesh.skip(times, length: frame.bodyLength, records: &output.records)
        }
        frames += 1
        frameBytes += frame.bodyLength
    }

    /// A separate function, because the body borrows the decoder while the counts beside it change.
    private static func readAssembled(
        _ decoder: borrowing LengthPrefixedFrameDecoder, into mesh: inout MeshStream, _ frame: MeshStream.Frame,
        _ output: inout StreamOutput
    ) {
        mesh.read(decoder.assembledBody, frame, records: &output.records, pending: &output.pending)
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {
        search?.value.skip(missing: Int(count))
        if readsFrames, isFirst || !decoder.skip(missing: Int(count)) {
            look(from: FrameResynchronizer(startingAt: Int(offset + count), places: .pieceStarts))
        }
    }

    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput) {
        guard readsFrames, !decoder.isAtFrameBoundary, let unfinished = decoder.pendingFrame else { return }
        let fault = StreamFault(
            kind: .incomplete(declared: unfinished.bodyLength, received: unfinished.pendingBytes),
            streamOffset: unfinished.streamOffset, moment: moment)
        framingFaults.append(fault)
        output.records?.append(MessageRecord(fault, begun: frameStart ?? moment, completed: moment))
    }

    mutating func beginMessage(at offset: Int64) {
        // Not if it has left the stream.
        guard readsFrames || isBroken || search != nil else { return }
        decoder.restart(at: Int(offset))
        (readsFrames, search, frameStart) = (true, nil, nil)
    }

    /// Takes back what was read as frames.
    mutating func leave() {
        readsFrames = false
        search = nil
        framingFaults = []
        (emptyFrames, isBroken) = (0, false)
        (frames, frameBytes) = (0, 0)
        decoder = LengthPrefixedFrameDecoder(maximumLength: decoder.maximumLength, assembly: decoder.assembly)
    }

    mutating func evict() {
        decoder.dropBody()
        search?.value.release()
    }

    mutating func release() {
        decoder = LengthPrefixedFrameDecoder(maximumLength: decoder.maximumLength, assembly: decoder.assembly)
        mesh.finish()
        readsFrames = false
        search = nil
    }

    var isReading: Bool { readsFrames || search != nil }
    @inline(__always)
    var isSteady: Bool { readsFrames }
    var isProven: Bool { mesh.counts.known > 0 }

    /// A number of frames that is not a coincidence.
    private static let certainFrames = 4

    /// Whether the stream is a sequence of frames. Bodies of four bytes do not count: they are the other half of
    /// timestamps.
    var isRegular: Bool { readsFrames && frames >= Self.certainFrames && frameBytes > frames * 4 }

    @inline(__always)
    var bufferedBytes: Int { readsFrames ? decoder.bufferedBytes : search?.value.heldCount ?? 0 }

    var isBetweenMessages: Bool { readsFrames && decoder.isAtFrameBoundary }

    @inline(__always)
    var namesTraffic: Bool { isProven }
    var statedPeerID: String? { mesh.identity?.peerID }
    var delays: OneWayDelays.Result? { isProven ? mesh.delays.result : nil }
}

// MARK: - Finding frames

extension MeshReader {
    private mutating func look(from resynchronizer: FrameResynchronizer) {
        readsFrames = false
        search = Box(resynchronizer)
    }

    @inline(never)
    private mutating func lookForFrames(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        if var search = search.take(), seek(bytes, by: &search.value, piece, &output) { self.search = search }
    }

    /// Goes on from the next place where a message begins.
    ///
    /// In a loop, and in what is held without a copy of it: the next illegal length may follow on every message.
    ///
    /// - Parameter search: Taken out of the property.
    /// - Returns: Whether the search goes on.
    private mutating func seek(
        _ bytes: Span<UInt8>, by search: inout FrameResynchronizer, _ piece: StreamPassage,
        _ output: inout StreamOutput
    ) -> Bool {
        var position = 0
        while true {
            let start = search.streamOffset
            if search.heldCount == 0 { frameStart = piece.sent }
            guard let found = search.next(in: bytes, at: &position) else { return true }
            // Bytes held from an earlier piece may have been something else.
            if found.streamOffset >= start { frameStart = piece.sent }
            readsFrames = true
            if isBeyondFault {
                resynchronizations += 1
                skippedBytes += found.skippedBytes
            }
            decoder.restart(at: found.streamOffset)
            let isHeld = found.isHeld
            var next = isHeld ? 0 : position
            do throws(FramingError) {
                if isHeld {
                    try readFound(search.heldBytes, at: &next, piece, &output)
                } else {
                    try readFound(bytes, at: &next, piece, &output)
                }
                return false
            } catch {
                guard goesOn(after: error, piece, &output) else { return false }
                if isHeld {
                    search.resume(after: error, at: next)
                } else {
                    position = next
                    search = FrameResynchronizer(after: error)
                }
                frameStart = piece.sent
            }
        }
    }

    /// Reads frames from the offset where one was found; ``frameStart`` of the first one is known.
    private mutating func readFound(
        _ bytes: Span<UInt8>, at position: inout Int, _ piece: StreamPassage, _ output: inout StreamOutput
    ) throws(FramingError) {
        while let frame = try decoder.next(in: bytes, at: &position) {
            take(frame, in: bytes, completed: piece.arrived, &output)
            frameStart = piece.sent
        }
    }

    @inline(never)
    private mutating func stop(
        at error: FramingError, in bytes: Span<UInt8>, from position: Int, _ piece: StreamPassage,
        _ output: inout StreamOutput
    ) {
        var (error, position) = (error, position)
        while allowsEmptyFrame(error) {
            takeEmptyFrame(error, piece, &output)
            do throws(FramingError) {
                return try readFound(bytes, at: &position, piece, &output)
            } catch let next {
                error = next
            }
        }
        guard goesOn(after: error, piece, &output) else { return }
        var search = FrameResynchronizer(after: error)
        if position == bytes.count
            || seek(bytes.extracting(position..<bytes.count), by: &search, piece, &output)
        {
            look(from: search)
        }
    }

    /// One frame may be chance.
    static let fewestFrames = 2
    /// Empty frames of which others have to follow, so that a stream of zeros is not one of frames.
    private static let unprovenEmptyFrames = 4

    /// Whether an illegal length may be an empty frame of another protocol, so that reading goes on after it.
    private func allowsEmptyFrame(_ error: FramingError) -> Bool {
        error.kind == .emptyFrame && mesh.counts.known == 0
            && (emptyFrames < Self.unprovenEmptyFrames || frames - emptyFrames >= Self.fewestFrames)
    }

    private mutating func takeEmptyFrame(
        _ error: FramingError, _ piece: StreamPassage, _ output: inout StreamOutput
    ) {
        emptyFrames += 1
        frames += 1
        let fault = StreamFault(kind: .emptyFrame, streamOffset: error.streamOffset, moment: piece.sent)
        if framingFaults.count < StreamFault.maximumCount { framingFaults.append(fault) }
        if output.records != nil {
            var record = MessageRecord(fault, begun: frameStart ?? piece.sent, completed: piece.arrived)
            record.isEmptyFrame = true
            output.records?.append(record)
        }
        decoder.restart(at: decoder.streamOffset)
        frameStart = piece.sent
    }

    /// Stops, and takes note of the fault.
    ///
    /// - Returns: Whether the next frame is to be looked for.
    private mutating func goesOn(
        after error: FramingError, _ piece: StreamPassage, _ output: inout StreamOutput
    ) -> Bool {
        readsFrames = false
        let kind: StreamFault.Kind
        switch error.kind {
        case .frameTooLarge(let length): kind = .frameTooLarge(length: length, limit: decoder.maximumLength)
        // The others are of layouts that are not read here.
        default: kind = .emptyFrame
        }
        let fault = StreamFault(kind: kind, streamOffset: error.streamOffset, moment: piece.sent)
        if framingFaults.count < StreamFault.maximumCount {
            framingFaults.append(fault)
            output.records?.append(MessageRecord(fault, begun: frameStart ?? piece.sent, completed: piece.arrived))
        }
        isBroken = true
        guard resynchronizes, mesh.counts.known > 0 else { return false }
        isBeyondFault = true
        return true
    }
}
