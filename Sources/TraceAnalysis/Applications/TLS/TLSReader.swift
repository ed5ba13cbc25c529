import SealedChannels
import TraceModel
import WireCoding

/// Reads one direction of a TLS connection: what its handshake shows, and its records, which both directions together may open.
struct TLSReader: StreamReader {
    typealias Exchange = TLSExchange

    private var box: Box<TLSDirection>?
    private let opens: Bool
    /// Stored, as ``bufferedBytes`` is: they are asked for with each segment, and a copy of the direction would be made for the
    /// answer.
    private(set) var holdsSealed = false
    private(set) var bufferedBytes = 0

    private mutating func account() {
        (holdsSealed, bufferedBytes) = box == nil ? (false, 0) : box!.value.holdings()
    }

    static var isChannel: Bool { true }

    init(_ reading: StreamReading) { opens = reading.opensSealed }

    var direction: TLSDirection? { box?.value }
    var handshake: TLSHandshakeObserver? { isProven ? box?.value.handshake : nil }

    mutating func beginMidstream(at offset: Int64) {
        if opens { box = Box(TLSDirection(opens: true, isMidstream: true)) }
        account()
    }

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        guard opening.completesMark else { return false }
        let start = opening.bytes.span
        guard TLSRecordHeader.looksLikeHandshake(start) || TLSRecordHeader.looksLikeAlert(start) else { return false }
        var direction = TLSDirection(opens: opens)
        let moment = opening.sent
        _ = direction.read(start.extracting(0..<opening.before), sent: moment, arrived: moment)
        box = Box(direction)
        account()
        return true
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        guard box != nil else { return }
        if !box!.value.read(bytes, sent: piece.sent, arrived: piece.arrived) { box = nil }
        account()
        if holdsSealed { output.pending.noteSealed() }
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {
        if isFirst, opens, box == nil {
            // The stream may still be TLS: the other direction, or a record after the hole, can show it.
            box = Box(TLSDirection(opens: true, isMidstream: true))
        } else {
            box?.value.miss(count)
        }
        account()
    }
    mutating func leave() {
        box = nil
        account()
    }
    mutating func evict() {
        if bufferedBytes > 0 { box?.value.evict() }
        account()
    }
    mutating func release() {
        box?.value.finish()
        account()
    }

    var isReading: Bool { box != nil }
    var isProven: Bool { box?.value.isProven ?? false }

    // MARK: - Opening

    static func open(
        _ initiator: inout TLSReader, _ responder: inout TLSReader, _ exchange: inout TLSExchange,
        _ state: inout OpeningState
    ) -> [OpenedPassage] {
        var ends = Ends(initiator: initiator.box.take(), responder: responder.box.take())
        let passages = exchange.open(&ends, &state)
        (initiator.box, responder.box) = (ends.initiator, ends.responder)
        initiator.account()
        responder.account()
        return passages
    }
}
