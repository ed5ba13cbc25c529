import WireCoding

/// Cuts one direction of a stream into messages, whatever the pieces in which it comes.
///
/// It holds the bytes of a message that is not yet complete, which have come, and never room for what a length says.
struct StreamFramer: Sendable {
    private enum Mode {
        case reading
        /// So many bytes belong to a message of which some are missing.
        case skipping(Int)
        case skippingToDelimiter
        case searching
        case ended
    }

    private let program: FramingProgram
    private let delimiter: [UInt8]
    private let resynchronizes: Bool
    private(set) var state: FramingState
    /// Whether messages were ever read from an offset that was found.
    private(set) var wasFound = false
    private var mode: Mode
    /// The offset of the first held byte, or of the next one.
    private(set) var offset = 0
    private var held: [UInt8] = []
    /// The size of the message that is held in part, where it is known.
    private var pending: Int?
    /// How far the held bytes were searched for a delimiter.
    private var scanned = 0
    private var search = FramingSearch()
    private var registers: [UInt64]
    /// Headers are read for their lengths only.
    private var values: [MessageValue] = []
    private(set) var faults = FramingFaultRecord()
    /// Bytes that were passed over because no message could be read there.
    private(set) var skipped = 0

    init(_ program: FramingProgram, midstream: Bool, resynchronizes: Bool) {
        self.program = program
        if case .delimiter(let bytes) = program.method { delimiter = bytes } else { delimiter = [] }
        self.resynchronizes = resynchronizes
        registers = Array(repeating: 0, count: program.registerCount)
        state = .reading
        mode = .reading
        if midstream { lose() }
    }

    /// Bytes that are held.
    var heldCount: Int { held.count }

    /// Ends it, because the description does not fit.
    mutating func refuse() {
        state = .mismatch
        end()
    }

    /// Gives up what is held; the direction is not read any further.
    mutating func end() {
        mode = .ended
        held = []
        pending = nil
    }

    /// Gives up what is held; the stream goes on as after a hole.
    mutating func evict() {
        guard !held.isEmpty else { return }
        switch mode {
        case .reading: skipInMessage(0, remaining: pending.map { $0 - held.count })
        case .searching:
            offset += held.count
            skipped += held.count
            lose()
        case .skipping, .skippingToDelimiter, .ended: break
        }
    }

    // MARK: - Input

    mutating func read(_ piece: Span<UInt8>, _ visit: FrameVisitor) {
        faults.collect(piece)
        process(piece, visit)
    }

    private mutating func process(_ piece: Span<UInt8>, _ visit: FrameVisitor) {
        var position = 0
        while position < piece.count {
            switch mode {
            case .ended:
                offset += held.count + piece.count - position
                skipped += piece.count - position
                return
            case .skipping(let count):
                let step = min(count, piece.count - position)
                position += step
                offset += step
                mode = step == count ? .reading : .skipping(count - step)
            case .skippingToDelimiter: skipToDelimiter(piece, &position)
            case .searching:
                held.append(copying: piece.extracting(position..<piece.count))
                position = piece.count
                continueSearch(isLast: false, visit)
            case .reading:
                if held.isEmpty {
                    let rest = piece.extracting(position..<piece.count)
                    scanned = 0
                    let used = take(rest, visit)
                    position += used
                    guard case .reading = mode else { continue }
                    held.append(copying: piece.extracting(position..<piece.count))
                    position = piece.count
                } else {
                    let end = position + nextChunk(piece.extracting(position..<piece.count))
                    held.append(copying: piece.extracting(position..<end))
                    position = end
                    let isFaultless = faults.count == 0
                    takeHeld(visit)
                    if isFaultless, faults.count > 0 { faults.collect(piece.extracting(end..<piece.count)) }
                }
            }
        }
    }

    /// Reports bytes that belong next in the stream and were not captured.
    mutating func skip(missing count: Int, _ visit: FrameVisitor) {
        guard count > 0 else { return }
        faults.close()
        if case .searching = mode { continueSearch(isLast: true, visit) }
        switch mode {
        case .ended: break
        case .reading: skipInMessage(count, remaining: pending.map { $0 - held.count })
        case .skipping(let remaining): skipInMessage(count, remaining: remaining)
        case .skippingToDelimiter: held = []
        case .searching:
            skipped += held.count
            held = []
            search = FramingSearch()
        }
        let (sum, overflow) = offset.addingReportingOverflow(count)
        offset = overflow ? .max : sum
    }

    /// Reports that the stream ends here.
    mutating func finish(_ visit: FrameVisitor) {
        if case .searching = mode { continueSearch(isLast: true, visit) }
        switch mode {
        case .reading where !held.isEmpty && !delimiter.isEmpty: takeLast(visit)
        case .reading where !held.isEmpty:
            let fault = FramingFault(key: "framing", offset: 0, message: "the stream ends within this message")
            let bytes = held
            faults.noteCut(fault, offset, bytes.span)
            state = .stopped
        case .searching, .skippingToDelimiter: state = .notFound
        default: break
        }
        end()
    }

    // MARK: - Messages

    /// How much of a piece to add to what is held, so that no more is copied than the message that is held in part.
    private func nextChunk(_ piece: Span<UInt8>) -> Int {
        if let pending { return min(pending - held.count, piece.count) }
        guard let last = delimiter.last else { return min(64, piece.count) }
        for index in piece.indices where piece[index] == last { return index + 1 }
        return piece.count
    }

    private mutating func takeHeld(_ visit: FrameVisitor) {
        if let pending, held.count < pending { return }
        var bytes = held
        held = []
        let used = take(bytes.span, visit)
        guard case .reading = mode else {
            if used < bytes.count { process(bytes.span.extracting(used..<bytes.count), visit) }
            return
        }
        if used == bytes.count {
            // A large message leaves no memory behind.
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        } else {
            bytes.removeSubrange(0..<used)
        }
        held = bytes
    }

    /// Takes the whole messages at the start of the bytes.
    ///
    /// - Returns: How many bytes they have.
    private mutating func take(_ bytes: Span<UInt8>, _ visit: FrameVisitor) -> Int {
        var start = 0
        pending = nil
        while start < bytes.count {
            let rest = bytes.extracting(start..<bytes.count)
            let layout: MessageLayout
            var wireSize = 0
            if delimiter.isEmpty {
                layout = program.layout(rest, &registers, &values)
            } else {
                // A body as long as allowed, its header and its delimiter: what is longer is a fault.
                let bound = program.maximum + (program.header.fixedSize ?? 1 << 16) + delimiter.count
                let window = rest.extracting(0..<min(rest.count, bound))
                guard let end = delimiterIndex(window, from: start == 0 ? scanned : 0) else {
                    scanned = max(0, rest.count - delimiter.count + 1)
                    guard rest.count >= bound else { return start }
                    fail(
                        FramingFault(
                            key: "framing", offset: 0,
                            message: "no delimiter ends the message within the maximum of \(program.maximum) bytes"),
                        rest)
                    guard resynchronizes else { return bytes.count }
                    offset += 1
                    skipped += 1
                    return start + 1
                }
                scanned = 0
                wireSize = end + delimiter.count
                if end == 0 {
                    start += wireSize
                    offset += wireSize
                    continue
                }
                let message = rest.extracting(0..<end)
                let inner = program.layout(message, &registers, &values, end: end)
                if case .incomplete = inner {
                    // The message is shorter than its header: malformed, and the next one is not.
                    layout = .message(header: 0..<0, body: 0..<0, total: end)
                } else {
                    layout = inner
                }
            }
            switch layout {
            case .incomplete(let total):
                pending = total
                return start
            case .fault(let fault):
                fail(fault, rest)
                guard resynchronizes else { return bytes.count }
                offset += 1
                skipped += 1
                return start + 1
            case .message(let header, let body, let total):
                let size = max(total, wireSize)
                let message = FramedMessage(
                    rest, streamOffset: offset, wireSize: size, header: header, body: body)
                start += size
                offset += size
                guard visit(message, .take) else {
                    skipped += bytes.count - start
                    refuse()
                    return bytes.count
                }
            }
        }
        return start
    }

    /// The last message of a stream, which lacks its delimiter.
    private mutating func takeLast(_ visit: FrameVisitor) {
        let bytes = held
        held = []
        switch program.layout(bytes.span, &registers, &values, end: bytes.count) {
        case .incomplete: break
        case .fault(let fault): fail(fault, bytes.span)
        case .message(let header, let body, _):
            let message = FramedMessage(
                bytes.span, streamOffset: offset, wireSize: bytes.count, header: header, body: body)
            if !visit(message, .take) { refuse() }
        }
    }

    private func delimiterIndex(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        let first = delimiter[0]
        var index = start
        while index + delimiter.count <= bytes.count {
            if bytes[index] == first, bytes.extracting(index..<index + delimiter.count).elementsEqual(delimiter.span) {
                return index
            }
            index += 1
        }
        return nil
    }

    // MARK: - Faults

    private mutating func fail(_ fault: FramingFault, _ bytes: Span<UInt8>) {
        faults.note(fault, offset, bytes)
        held = []
        if resynchronizes {
            lose()
        } else {
            state = .stopped
            skipped += bytes.count
            end()
        }
    }

    // MARK: - Holes

    /// Passes a hole that begins in or after what is held.
    ///
    /// - Parameter remaining: Bytes to the end of the message; nil where that is not known.
    private mutating func skipInMessage(_ count: Int, remaining: Int?) {
        let wasHeld = held.count
        skipped += wasHeld
        offset += wasHeld
        held = []
        pending = nil
        if case .fixed(let size) = program.method {
            let rest = remaining ?? (wasHeld == 0 ? 0 : size - wasHeld)
            let beyond = count - rest
            let open = beyond <= 0 ? -beyond : (size - beyond % size) % size
            mode = open == 0 ? .reading : .skipping(open)
        } else if let remaining, count <= remaining {
            mode = count == remaining ? .reading : .skipping(remaining - count)
        } else {
            lose()
        }
    }

    /// Framing is not known from here on.
    private mutating func lose() {
        pending = nil
        held = []
        switch program.method {
        case .delimiter: mode = .skippingToDelimiter
        case .fixed where !program.header.hasConstants:
            state = .notFound
            mode = .ended
            return
        default:
            mode = .searching
            search = FramingSearch()
        }
        state = .searching
    }

    private mutating func skipToDelimiter(_ piece: Span<UInt8>, _ position: inout Int) {
        // The last bytes may be the beginning of a delimiter.
        while position < piece.count {
            held.append(piece[position])
            position += 1
            if held.count > delimiter.count {
                held.removeFirst()
                offset += 1
                skipped += 1
            }
            guard held == delimiter else { continue }
            offset += held.count
            skipped += held.count
            held = []
            mode = .reading
            state = .found
            wasFound = true
            return
        }
    }

    private mutating func continueSearch(isLast: Bool, _ visit: FrameVisitor) {
        while case .searching = mode, !held.isEmpty {
            let bytes = held
            held = []
            let result = advanceSearch(bytes, isLast: isLast, visit)
            let passed = search.candidate
            offset += passed
            skipped += passed
            search.dropHeld()
            switch result {
            case .found:
                mode = .reading
                state = .found
                wasFound = true
                let used = take(bytes.span.extracting(passed..<bytes.count), visit)
                if case .ended = mode { return }
                held = bytes.span.copied(passed + used..<bytes.count)
            case .waiting:
                held = bytes.span.copied(passed..<bytes.count)
                return
            case .exhausted:
                state = .notFound
                return end()
            }
        }
    }

    private mutating func advanceSearch(
        _ bytes: [UInt8], isLast: Bool, _ visit: FrameVisitor
    ) -> FramingSearch.Outcome {
        var search = search
        let result = search.advance(bytes.span, isLast: isLast) { index in
            let rest = bytes.span.extracting(index..<bytes.count)
            switch program.layout(rest, &registers, &values) {
            case .fault: return .refused
            case .incomplete(let total): return .incomplete(total: total)
            case .message(let header, let body, let total):
                let message = FramedMessage(rest, streamOffset: 0, wireSize: total, header: header, body: body)
                return visit(message, .test) ? .message(total: total, isEmpty: body.isEmpty) : .refused
            }
        }
        self.search = search
        return result
    }
}
