import WireCoding

/// Cuts one direction of WebSocket into messages: fragments joined, masks removed, control frames apart.
struct WebSocketFramer: Sendable {
    private enum Mode {
        case upgrade, frames, searching, ended
    }

    /// The longest HTTP header that is waited for.
    private static let maximumUpgradeSize = 64 << 10

    private let program: FramingProgram
    private let resynchronizes: Bool
    private(set) var state: FramingState
    /// Whether messages were ever read from an offset that was found.
    private(set) var wasFound = false
    private var mode: Mode
    /// The offset of the first held byte, or of the next one.
    private var offset = 0
    /// The HTTP header, the header of a frame, or what is searched.
    private var held: [UInt8] = []
    private var frame: WebSocketFrame?
    /// Bytes of the frame's payload that have come.
    private var framePosition = 0
    /// The message that is being joined.
    private var message: [UInt8] = []
    private var messageStart: Int?
    private var isCompressed = false
    /// Whether bytes of it are missing.
    private var isDamaged = false
    private var allowsCompression = false
    /// Whether the memory of the compression is lost, so that what refers to it cannot be read.
    private var hasLostContext = false
    private var inflater: Inflater?
    private var inflated: [UInt8] = []
    private var search = FramingSearch()
    private var registers: [UInt64]
    private(set) var controlFrames = WebSocketControlFrames()
    private(set) var faults = FramingFaultRecord()
    private(set) var skipped = 0

    init(_ program: FramingProgram, midstream: Bool, resynchronizes: Bool) {
        self.program = program
        self.resynchronizes = resynchronizes
        registers = Array(repeating: 0, count: program.registerCount)
        state = midstream ? .searching : .reading
        mode = midstream ? .searching : .upgrade
    }

    var heldCount: Int { held.count + message.count }

    // MARK: - Input

    mutating func read(_ piece: Span<UInt8>, _ visit: FrameVisitor) {
        var position = 0
        while position < piece.count {
            switch mode {
            case .ended:
                faults.collect(piece.extracting(position..<piece.count))
                skipped += piece.count - position
                return
            case .searching:
                held.append(copying: piece.extracting(position..<piece.count))
                position = piece.count
                continueSearch(isLast: false, visit)
            case .upgrade: readUpgrade(piece, &position)
            case .frames:
                if frame == nil { readHeader(piece, &position) }
                if frame != nil { readPayload(piece, &position, visit) }
            }
        }
    }

    /// Reports missing bytes.
    mutating func skip(missing count: Int, _ visit: FrameVisitor) {
        guard count > 0 else { return }
        faults.close()
        if mode == .searching { continueSearch(isLast: true, visit) }
        if mode == .ended { return }
        skipped += held.count
        let (sum, overflow) = offset.addingReportingOverflow(held.count + count)
        offset = overflow ? .max : sum
        if let frame, count <= frame.payloadSize - framePosition {
            framePosition += count
            if !frame.opcode.isControl { isDamaged = true }
            message = []
            if allowsCompression { hasLostContext = true }
            if framePosition == frame.payloadSize { endFrame(frame, visit) }
            return
        }
        lose()
    }

    /// Reports that the stream ends here.
    mutating func finish() {
        switch mode {
        case .searching: state = .notFound
        case .frames where !held.isEmpty || frame != nil || messageStart != nil:
            if isDamaged { break }
            cut("the stream ends within this message", messageStart ?? offset, held)
            state = .stopped
        case .upgrade where !held.isEmpty:
            cut("the stream ends within the HTTP upgrade", 0, held)
            state = .stopped
        default: break
        }
        end()
    }

    /// Gives up what is held.
    mutating func evict() {
        inflated = []
        if message.isEmpty { return }
        message = []
        isDamaged = true
        if allowsCompression { hasLostContext = true }
    }

    private mutating func end() {
        mode = .ended
        held = []
        message = []
        inflated = []
        inflater = nil
    }

    /// Framing is not known from here on.
    private mutating func lose() {
        held = []
        message = []
        messageStart = nil
        frame = nil
        isDamaged = false
        hasLostContext = true
        search = FramingSearch()
        mode = .searching
        state = .searching
    }

    private mutating func fail(_ words: String, _ bytes: [UInt8]) {
        note(words, messageStart ?? offset, bytes)
        state = .stopped
        end()
    }

    private mutating func note(_ words: String, _ streamOffset: Int, _ bytes: [UInt8]) {
        faults.note(FramingFault(key: "framing", offset: 0, message: words), streamOffset, bytes.span)
    }

    private mutating func cut(_ words: String, _ streamOffset: Int, _ bytes: [UInt8]) {
        faults.noteCut(FramingFault(key: "framing", offset: 0, message: words), streamOffset, bytes.span)
    }

    // MARK: - Frames

    /// The request or the response that changes from HTTP to WebSocket (§4).
    private mutating func readUpgrade(_ piece: Span<UInt8>, _ position: inout Int) {
        while position < piece.count {
            held.append(piece[position])
            position += 1
            let count = held.count
            let isRequest = held.starts(with: "GET ".utf8.prefix(count))
            let isResponse = held.starts(with: "HTTP/1.1 101".utf8.prefix(count))
            guard isRequest || isResponse, count <= Self.maximumUpgradeSize else {
                return fail("a WebSocket begins with an HTTP upgrade", held)
            }
            guard held[count - 1] == 0x0A, held.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
            let header = String(decoding: held, as: UTF8.self).lowercased()
            allowsCompression = header.contains("permessage-deflate")
            offset += count
            held = []
            mode = .frames
            return
        }
    }

    private mutating func readHeader(_ piece: Span<UInt8>, _ position: inout Int) {
        while position < piece.count {
            held.append(piece[position])
            position += 1
            switch WebSocketFrame.parse(held.span, allowsCompression: allowsCompression, maximum: program.maximum) {
            case .incomplete: continue
            case .illegal(let words): return fail(words, held)
            case .frame(let parsed):
                begin(parsed)
                return
            }
        }
    }

    private mutating func begin(_ parsed: WebSocketFrame) {
        let isContinuation = parsed.opcode == .continuation
        if !parsed.opcode.isControl {
            if isContinuation != (messageStart != nil) {
                return fail(
                    isContinuation ? "a fragment continues no message" : "a message begins within another one", held)
            }
            guard message.count + parsed.payloadSize <= program.maximum else {
                return fail("the fragments become more than the maximum of \(program.maximum) bytes", held)
            }
            if !isContinuation {
                messageStart = offset
                isCompressed = parsed.isCompressed
                isDamaged = false
            }
        }
        offset += held.count
        held = []
        frame = parsed
        framePosition = 0
    }

    private mutating func readPayload(_ piece: Span<UInt8>, _ position: inout Int, _ visit: FrameVisitor) {
        guard let frame else { return }
        let count = min(frame.payloadSize - framePosition, piece.count - position)
        if !frame.opcode.isControl, !isDamaged {
            frame.append(piece.extracting(position..<position + count), from: framePosition, to: &message)
        }
        position += count
        framePosition += count
        offset += count
        if framePosition == frame.payloadSize { endFrame(frame, visit) }
    }

    private mutating func endFrame(_ ended: WebSocketFrame, _ visit: FrameVisitor) {
        frame = nil
        switch ended.opcode {
        case .ping: controlFrames.ping += 1
        case .pong: controlFrames.pong += 1
        case .close: controlFrames.close += 1
        case .text, .binary, .continuation:
            if ended.isFinal { endMessage(visit) }
        }
    }

    private mutating func endMessage(_ visit: FrameVisitor) {
        let start = messageStart ?? offset
        messageStart = nil
        var bytes = message
        message = []
        defer {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
            message = bytes
        }
        if isDamaged || isCompressed && hasLostContext {
            skipped += offset - start
            return
        }
        var isTaken = true
        if isCompressed {
            guard inflate(&bytes) else {
                return fail("the compressed message is damaged, or longer than the maximum", [])
            }
            let text = inflated
            isTaken = show(text, start, .take, visit)
        } else {
            isTaken = show(bytes, start, .take, visit)
        }
        if !isTaken {
            state = .mismatch
            end()
        }
    }

    /// RFC 7692 §7.2.2: the end of the last block is not sent.
    private mutating func inflate(_ bytes: inout [UInt8]) -> Bool {
        if inflater == nil { inflater = Inflater(.raw) }
        bytes += [0, 0, 0xFF, 0xFF]
        inflated.removeAll(keepingCapacity: inflated.capacity <= 1 << 16)
        return (try? inflater?.inflateNext(bytes.span, into: &inflated, maximum: program.maximum)) != nil
    }

    private mutating func show(
        _ bytes: [UInt8], _ start: Int, _ purpose: FramePurpose, _ visit: FrameVisitor
    ) -> Bool {
        var values: [MessageValue] = []
        let layout = program.layout(bytes.span, &registers, &values, end: bytes.count)
        let message: FramedMessage
        if case .message(let header, let body, _) = layout {
            message = FramedMessage(
                bytes.span, streamOffset: start, wireSize: offset - start, header: header, body: body)
        } else {
            // The header is cut short or has another constant, which the visitor finds again.
            message = FramedMessage(
                bytes.span, streamOffset: start, wireSize: offset - start, header: 0..<bytes.count,
                body: bytes.count..<bytes.count)
        }
        return visit(message, purpose)
    }

    // MARK: - Search

    private mutating func continueSearch(isLast: Bool, _ visit: FrameVisitor) {
        let bytes = held
        held = []
        var search = search
        let result = search.advance(bytes.span, isLast: isLast) { index in
            let rest = bytes.span.extracting(index..<bytes.count)
            guard
                case .frame(let parsed) = WebSocketFrame.parse(rest, allowsCompression: false, maximum: program.maximum)
            else { return rest.count < WebSocketFrame.maximumHeaderSize ? .incomplete(total: nil) : .refused }
            let total = parsed.headerSize + parsed.payloadSize
            guard parsed.isFinal, parsed.opcode != .continuation else { return .refused }
            guard total <= rest.count else { return .incomplete(total: total) }
            if parsed.opcode.isControl { return .message(total: total, isEmpty: true) }
            var payload: [UInt8] = []
            parsed.append(rest.extracting(parsed.headerSize..<total), from: 0, to: &payload)
            return show(payload, 0, .test, visit) ? .message(total: total, isEmpty: payload.isEmpty) : .refused
        }
        let passed = search.candidate
        offset += passed
        skipped += passed
        search.dropHeld()
        self.search = search
        switch result {
        case .found:
            mode = .frames
            state = .found
            wasFound = true
            read(bytes.span.extracting(passed..<bytes.count), visit)
        case .waiting: held = bytes.span.copied(passed..<bytes.count)
        case .exhausted:
            state = .notFound
            end()
        }
    }
}
