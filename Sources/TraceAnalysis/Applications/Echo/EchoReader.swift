import PeerMessaging
import TraceModel
import WireCoding

/// Reads a stream as one direction of an echo test, as long as it may be one.
struct EchoReader: StreamReader {
    private var stream: Box<EchoStream>?
    /// Whether it is certain that the stream is one direction of an echo test.
    private(set) var isEcho = false

    init(_ reading: StreamReading) {}

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        if opening.isFirst, opening.length <= EchoStream.unitLength { stream = Box(EchoStream()) }
        return false
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        guard stream != nil else { return }
        let known = stream!.value.units.count
        stream!.value.consume(bytes, length: piece.length, sent: piece.sent, arrived: piece.arrived)
        let new = stream!.value.units[known...]
        if !new.isEmpty { output.pending.noteUrgent() }
        for unit in new where output.records != nil {
            let bytes = ByteWriter.bytes { $0.writeUInt64(unit.stamp) }
            output.records?.append(
                MessageRecord(
                    begun: unit.begun, completed: unit.completed, streamOffset: unit.index * EchoStream.unitLength,
                    bytes: EchoStream.unitLength, unit: unit.index), body: bytes.span)
        }
        if !isEcho, stream!.value.isEnded, !stream!.value.isCompared { stream = nil }
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {
        if isFirst { stream = Box(EchoStream()) }
        stream?.value.miss(count)
    }

    mutating func leave() { stream = nil }

    var isReading: Bool { stream != nil }
    var isProven: Bool { isEcho }
    @inline(__always)
    var isUnsettled: Bool { stream != nil }

    static func settle(
        _ initiator: inout EchoReader, _ responder: inout EchoReader, _ exchange: inout EchoExchange,
        _ state: SettlingState
    ) -> Bool {
        guard initiator.isUnsettled || responder.isUnsettled else {
            if state.haveEnded { exchange = EchoExchange() }
            return false
        }
        if exchange.box == nil { exchange.box = Box(EchoComparison(isAligned: state.isAligned)) }
        let becameCertain = compare(&initiator, &responder, &exchange.box!.value, state)
        if exchange.box!.value.isRefuted {
            initiator.stream = nil
            responder.stream = nil
            exchange = EchoExchange()
        }
        return becameCertain
    }

    private static func compare(
        _ initiator: inout EchoReader, _ responder: inout EchoReader, _ comparison: inout EchoComparison,
        _ state: SettlingState
    ) -> Bool {
        guard initiator.isUnsettled, responder.isUnsettled else {
            comparison.refute()
            return false
        }
        comparison.compare(&initiator.stream!.value, &responder.stream!.value)
        if comparison.isCertain, !initiator.isEcho, state.isContested { comparison.refute() }
        if state.haveEnded, !comparison.isRefuted {
            comparison.finish(initiator.stream!.value, responder.stream!.value)
        }
        guard comparison.isCertain, !initiator.isEcho else { return false }
        (initiator.isEcho, responder.isEcho) = (true, true)
        return true
    }

    mutating func settleAlone() { stream = nil }
}

/// Both directions of a stream, from when they may be those of an echo test until it is sure that they are not.
struct EchoExchange: StreamExchange {
    fileprivate var box: Box<EchoComparison>?

    /// The result; nil if it is no echo test.
    var comparison: EchoComparison? { box?.value.isCertain == true ? box?.value : nil }

    var isEmpty: Bool { box == nil }
    var pairs: RequestPairs? { comparison?.pairs }
    mutating func flip() { box?.value.flip() }
}
