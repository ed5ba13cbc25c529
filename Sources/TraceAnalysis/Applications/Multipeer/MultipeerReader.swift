import ApplicationProtocols
import MultipeerWire
import WireCoding

/// Reads one direction of a connection or a conversation between two peers.
struct MultipeerReader: ApplicationReader {
    /// One of the two.
    private var stream: MultipeerStreamReader?
    private var datagrams: MultipeerDatagramReader?

    init(_ start: ReadingStart) {
        if start.isDatagrams {
            datagrams = MultipeerDatagramReader(start)
        } else {
            stream = MultipeerStreamReader(start)
        }
    }

    mutating func read(_ bytes: Span<UInt8>, _ take: Receiver) {
        stream?.read(bytes, take)
        datagrams?.read(bytes, take)
    }

    mutating func skip(missing count: Int, _ take: Receiver) { stream?.skip(missing: count) }
    mutating func finish(_ take: Receiver) {}
    mutating func evict() { stream?.evict() }

    var heldBytes: Int { stream?.heldBytes ?? 0 }
    var isOver: Bool { false }
    var hasFault: Bool { stream?.malformed ?? datagrams?.malformed ?? 0 > 0 }
    var summary: ReadingSummary { stream?.summary ?? datagrams?.summary ?? ReadingSummary() }
}
