import SealedChannels
import TraceModel
import WireCoding

/// Reads the unencrypted part of one direction of a TLS connection.
struct TLSReader: StreamReader {
    private var box: Box<TLSHandshakeObserver>?

    init(_ reading: StreamReading) {}

    var handshake: TLSHandshakeObserver? { box?.value }

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        guard opening.completesMark else { return false }
        let start = opening.bytes.span
        guard TLSRecordHeader.looksLikeHandshake(start) || TLSRecordHeader.looksLikeAlert(start) else { return false }
        var handshake = TLSHandshakeObserver()
        handshake.observe(start.extracting(0..<opening.before))
        box = Box(handshake)
        return true
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        box?.value.observe(bytes)
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) { box?.value.finish() }
    mutating func leave() { box = nil }
    mutating func evict() { if bufferedBytes > 0 { box?.value.finish() } }
    mutating func release() { box?.value.finish() }

    var isReading: Bool { box != nil }
    var isProven: Bool { box != nil }
    var bufferedBytes: Int { box?.value.bufferedBytes ?? 0 }
}
