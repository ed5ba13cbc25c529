import WireCoding

/// Reads one direction of a stream, or its datagrams, as a description says.
///
/// It is total: any bytes in any pieces, with any holes, give the same messages and faults. It holds the part of one
/// message that has come, at most ``MessageFraming/maximum`` bytes and the header, and never memory for what a length
/// says.
///
/// ```swift
/// var decoder = compiled.makeDecoder()
/// decoder.read(segment) { message in types[message.type ?? "", default: 0] += 1 }
/// decoder.skip(missing: 1460) { _ in }
/// decoder.finish { _ in }
/// print(decoder.summary.messages, decoder.summary.firstFault?.message ?? "")
/// ```
public struct DescribedDecoder: Sendable {
    /// Gets each message while its bytes are there; what is to stay is copied, as by ``DescribedMessage``.
    public typealias Receiver = (DescribedMessageView) -> Void

    private let plan: ProtocolPlan
    private var content: MessageReader
    private var stream: StreamFramer
    private var webSocket: WebSocketFramer?
    private var datagramState: FramingState?
    private var datagramOffset = 0
    private var registers: [UInt64]
    private var noValues: [MessageValue] = []

    init(_ plan: ProtocolPlan, midstream: Bool, resynchronizes: Bool) {
        self.plan = plan
        content = MessageReader(plan)
        registers = Array(repeating: 0, count: plan.registerCount)
        stream = StreamFramer(plan.framing, midstream: midstream, resynchronizes: resynchronizes)
        if case .webSocket = plan.framing.method {
            webSocket = WebSocketFramer(
                plan.framing, midstream: midstream, resynchronizes: resynchronizes)
        }
    }

    /// What was read so far.
    public var summary: DescribedDirectionSummary {
        var summary = content.summary
        let faults: FramingFaultRecord
        switch webSocket {
        case let framer?:
            summary.state = framer.state
            summary.wasFound = framer.wasFound
            summary.skippedBytes = framer.skipped
            summary.controlFrames = framer.controlFrames
            faults = framer.faults
        case nil:
            summary.state = datagramState ?? stream.state
            summary.wasFound = stream.wasFound
            summary.skippedBytes = stream.skipped
            faults = stream.faults
        }
        summary.malformed += faults.count
        for (fault, kind) in [(faults.first, DescriptionFault.Kind.framing), (faults.cut, .incomplete)] {
            guard let fault else { continue }
            summary.add(
                DescriptionFault(
                    kind: kind, key: fault.fault.key, streamOffset: fault.streamOffset, message: fault.fault.message,
                    bytes: fault.bytes))
        }
        return summary
    }

    /// Whether anything did not fit so far.
    public var hasFault: Bool {
        if content.summary.malformed > 0 { return true }
        return switch webSocket {
        case let framer?: framer.faults.count > 0
        case nil: stream.faults.count > 0
        }
    }

    /// Whether no more messages can come.
    public var isOver: Bool {
        let (state, faults) =
            switch webSocket {
            case let framer?: (framer.state, framer.faults)
            case nil: (datagramState ?? stream.state, stream.faults)
            }
        return !faults.isOpen && [.stopped, .mismatch, .notFound].contains(state)
    }

    /// Bytes that are held until their message is complete.
    public var heldBytes: Int {
        switch webSocket {
        case .some(let framer): framer.heldCount
        case .none: stream.heldCount
        }
    }

    /// Goes on with the next bytes of the stream.
    public mutating func read(_ piece: Span<UInt8>, _ receive: Receiver) {
        if case .datagram = plan.framing.method { return readDatagram(piece, receive) }
        if webSocket != nil {
            Self.read(&webSocket!, piece, &content, receive)
        } else {
            Self.read(&stream, piece, &content, receive)
        }
    }

    /// Reports bytes that belong next in the stream and were not captured.
    public mutating func skip(missing count: Int, _ receive: Receiver) {
        if webSocket != nil {
            Self.skip(&webSocket!, count, &content, receive)
        } else {
            Self.skip(&stream, count, &content, receive)
        }
    }

    /// Reports that the stream ends here.
    public mutating func finish(_ receive: Receiver) {
        if webSocket != nil {
            webSocket!.finish()
        } else if datagramState == nil {
            Self.finish(&stream, &content, receive)
        }
    }

    /// Gives up all memory that is kept for what comes next. The stream goes on as after a hole.
    public mutating func evict() {
        content.evict()
        if webSocket != nil {
            webSocket!.evict()
        } else {
            stream.evict()
        }
    }

    /// Reads a whole datagram: one message, or as many as it has where framing is by length or delimiter.
    public mutating func readDatagram(_ datagram: Span<UInt8>, _ receive: Receiver) {
        if datagramState == nil { datagramState = .reading }
        defer { datagramOffset += datagram.count }
        guard datagramState == .reading else { return }
        var start = 0
        repeat {
            let rest = datagram.extracting(start..<datagram.count)
            let layout: MessageLayout
            var step = 0
            if case .delimiter(let bytes) = plan.framing.method {
                let end = Self.index(of: bytes, in: rest)
                layout = plan.framing.layout(rest.extracting(0..<end), &registers, &noValues, end: end)
                step = min(end + bytes.count, rest.count)
                if end == 0 {
                    start += step
                    continue
                }
            } else {
                layout = plan.framing.layout(rest, &registers, &noValues, end: rest.count)
            }
            switch layout {
            case .message(let header, let body, let total):
                step = max(step, total)
                let frame = FramedMessage(
                    rest, streamOffset: datagramOffset + start, wireSize: step, header: header, body: body)
                if !content.visit(frame, .take, receive) { datagramState = .mismatch }
                start += step
            case .incomplete:
                fail(
                    FramingFault(key: "framing", offset: 0, message: "the datagram ends within the message"), rest,
                    start)
                return
            case .fault(let fault):
                fail(fault, rest, start)
                return
            }
        } while start < datagram.count && datagramState == .reading
    }

    private mutating func fail(_ fault: FramingFault, _ rest: Span<UInt8>, _ start: Int) {
        let first = max(0, min(fault.offset, rest.count) - 16)
        let bytes = rest.copied(first..<min(rest.count, first + FramingFaultRecord.shownBytes))
        content.note(
            DescriptionFault(
                kind: .framing, key: fault.key, streamOffset: datagramOffset + start, message: fault.message,
                bytes: bytes))
        if content.summary.messages == 0, content.summary.malformed == 1 { datagramState = .mismatch }
    }

    private static func index(of delimiter: [UInt8], in bytes: Span<UInt8>) -> Int {
        var index = 0
        while index + delimiter.count <= bytes.count {
            if bytes.extracting(index..<index + delimiter.count).elementsEqual(delimiter.span) { return index }
            index += 1
        }
        return bytes.count
    }

    // MARK: - Parts that change together

    private static func read(
        _ framer: inout StreamFramer, _ piece: Span<UInt8>, _ content: inout MessageReader, _ receive: Receiver
    ) {
        framer.read(piece) { content.visit($0, $1, receive) }
    }

    private static func read(
        _ framer: inout WebSocketFramer, _ piece: Span<UInt8>, _ content: inout MessageReader, _ receive: Receiver
    ) {
        framer.read(piece) { content.visit($0, $1, receive) }
    }

    private static func skip(
        _ framer: inout StreamFramer, _ count: Int, _ content: inout MessageReader, _ receive: Receiver
    ) {
        framer.skip(missing: count) { content.visit($0, $1, receive) }
    }

    private static func skip(
        _ framer: inout WebSocketFramer, _ count: Int, _ content: inout MessageReader, _ receive: Receiver
    ) {
        framer.skip(missing: count) { content.visit($0, $1, receive) }
    }

    private static func finish(
        _ framer: inout StreamFramer, _ content: inout MessageReader, _ receive: Receiver
    ) {
        framer.finish { content.visit($0, $1, receive) }
    }
}
