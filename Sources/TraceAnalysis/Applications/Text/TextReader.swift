import PeerMessaging
import TraceModel
import WireCoding

/// Follows the messages of HTTP or RTSP in one direction of a stream, to see where they end and whether it goes on encrypted.
struct TextReader: StreamReader {
    private var box: Box<TextChannelFollower>?
    private(set) var endsWithinMessage = false

    init(_ reading: StreamReading) {}

    /// Whether it opens in plain text and goes on encrypted.
    var turnsEncrypted: Bool { box?.value.isEncrypted ?? false }

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        if opening.isFirst, !opening.lacksBytes, let kind = TextKind(prefix: bytes), kind == .http || kind == .rtsp {
            box = Box(TextChannelFollower())
        }
        return false
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        box?.value.observe(bytes)
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) { box?.value.stop() }
    mutating func leave() { box = nil }

    mutating func release() {
        endsWithinMessage = box?.value.isWithinMessage ?? false
        box?.value.stop()
    }

    var isReading: Bool { box != nil }
    var isProven: Bool { false }
}
