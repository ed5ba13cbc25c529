import SealedChannels
import TraceModel

/// How often an end had more to send than the other one let it (RFC 9000 §4), by the limit that held it.
struct QUICBlocking: Sendable {
    /// Streams that are listed.
    private static let maximumStreams = 64

    /// DATA_BLOCKED: the bytes of all streams together.
    private(set) var connection = 0
    /// STREAM_DATA_BLOCKED: the bytes of a stream.
    private(set) var stream = 0
    /// STREAMS_BLOCKED: the number of streams.
    private(set) var streams = 0
    /// The streams that were held, in the order in which they first were.
    private(set) var streamIDs: [UInt64] = []
    /// The packets that say so, as many as a finding lists.
    private(set) var moments: [PacketMoment] = []

    var count: Int { connection + stream + streams }

    /// Takes note of a frame; others than those three change nothing.
    mutating func note(_ frame: QUICFrameView, at moment: PacketMoment) {
        switch frame {
        case .dataBlocked: connection += 1
        case .streamDataBlocked(let id, _):
            stream += 1
            if streamIDs.count < Self.maximumStreams, !streamIDs.contains(id.value) { streamIDs.append(id.value) }
        case .streamsBlocked: streams += 1
        default: return
        }
        if moments.count < Finding.maximumFrames, moments.last != moment { moments.append(moment) }
    }
}
