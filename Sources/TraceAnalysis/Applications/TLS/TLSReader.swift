import SealedChannels
import TraceModel
import WireCoding

/// Reads one direction of a TLS connection: what its handshake shows, and its records, which both directions together may open.
struct TLSReader: StreamReader {
    typealias Exchange = TLSExchange

    private var box: Box<TLSDirection>?
    private let opens: Bool

    static var isChannel: Bool { true }

    init(_ reading: StreamReading) { opens = reading.opensSealed }

    var direction: TLSDirection? { box?.value }
    var handshake: TLSHandshakeObserver? { isProven ? box?.value.handshake : nil }

    mutating func beginMidstream(at offset: Int64) {
        if opens { box = Box(TLSDirection(opens: true, isMidstream: true)) }
    }

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        guard opening.completesMark else { return false }
        let start = opening.bytes.span
        guard TLSRecordHeader.looksLikeHandshake(start) || TLSRecordHeader.looksLikeAlert(start) else { return false }
        var direction = TLSDirection(opens: opens)
        let moment = opening.sent
        direction.read(start.extracting(0..<opening.before), sent: moment, arrived: moment)
        box = Box(direction)
        return true
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        box?.value.read(bytes, sent: piece.sent, arrived: piece.arrived)
        if box?.value.isHopeless == true { box = nil }
        if holdsSealed { output.pending.noteSealed() }
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) { box?.value.miss(count) }
    mutating func leave() { box = nil }
    mutating func evict() { if bufferedBytes > 0 { box?.value.evict() } }
    mutating func release() { box?.value.finish() }

    var isReading: Bool { box != nil }
    var isProven: Bool { box?.value.isProven ?? false }
    var bufferedBytes: Int { box?.value.bufferedBytes ?? 0 }

    // MARK: - Opening

    var holdsSealed: Bool { box?.value.holdsSealed ?? false }

    static func open(
        _ initiator: inout TLSReader, _ responder: inout TLSReader, _ exchange: inout TLSExchange,
        _ state: OpeningState
    ) -> [OpenedPassage] {
        var ends = Ends(initiator: initiator.taken(), responder: responder.taken())
        defer {
            initiator.box = ends.initiator.map { Box($0) }
            responder.box = ends.responder.map { Box($0) }
        }
        return exchange.open(&ends, state)
    }

    /// What it reads, moved out, so that nothing is copied when it changes.
    private mutating func taken() -> TLSDirection? {
        defer { box = nil }
        return box?.value
    }
}
