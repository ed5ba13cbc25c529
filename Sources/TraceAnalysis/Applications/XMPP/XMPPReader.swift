import TraceModel
import WireCoding
import XMPPStreams

/// Reads a stream as one direction of an XMPP client stream, from its first tag on, or from a stanza in the middle of one.
struct XMPPReader: StreamReader {
    private var box: Box<StanzaStream>?

    init(_ reading: StreamReading) {}

    var stanzas: StanzaStream? { box?.value }

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        if opening.completesMark, StanzaStream.begins(opening.bytes) {
            var stanzas = StanzaStream(startingAt: Int(opening.offset) - opening.before, isJoined: false)
            stanzas.begin(opening.bytes.span.extracting(0..<opening.before))
            box = Box(stanzas)
            return true
        }
        guard opening.lacksBytes, !opening.isRegular, StanzaStream.begins(with: bytes) else { return false }
        box = Box(StanzaStream(startingAt: Int(opening.offset), isJoined: true))
        return true
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        box?.value.consume(
            bytes, sent: piece.sent, arrived: piece.arrived, records: &output.records, pending: &output.pending)
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) { box?.value.miss(count, at: offset) }
    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput) { box?.value.finish(at: moment) }
    mutating func leave() { box = nil }
    mutating func evict() { box?.value.dropStanza() }
    mutating func release() { box?.value.dropStanza() }

    var isReading: Bool { box != nil }
    var isProven: Bool { box != nil }
    var bufferedBytes: Int { box?.value.bufferedBytes ?? 0 }
    var boundJID: JID? { box?.value.facts.boundJID }
}
