/// The tracks for the messages of one direction of a session. Slices of one track must lie within each other or apart, and messages
/// overlap where a part of a stream came late: so they take turns on several tracks, which Perfetto shows as one.
struct MessageLanes {
    private var lanes: [Lane] = []
    private var lastFlow: UInt64?

    /// Messages that overlap more are instants only.
    static let maximumLanes = 16
    /// Messages within each other on one track, of those that a late packet completed all at once. Perfetto shows no more than 512.
    static let maximumDepth = 64

    private struct Lane {
        let track: UInt64
        /// When the last slice ended, and the last one that ended before.
        var end: UInt64
        var endBefore: UInt64 = 0
        /// Slices with the same end as the last one.
        var depth = 1
    }

    /// The track for the next message, nil if there are too many at once. One of a single moment is an instant, which is in no other
    /// one's way: it goes to the first track.
    ///
    /// - Parameters:
    ///   - begin: When its first byte came.
    ///   - end: When it was complete: not before the end of the message before it.
    ///   - makeTrack: Makes a track, if all are taken.
    mutating func track(
        from begin: UInt64, to end: UInt64, in packets: inout PerfettoPackets,
        _ makeTrack: (inout PerfettoPackets) -> UInt64
    ) -> UInt64? {
        if begin == end, let first = lanes.first { return first.track }
        for index in lanes.indices {
            if lanes[index].end <= begin {
                lanes[index].endBefore = lanes[index].end
                (lanes[index].end, lanes[index].depth) = (end, 1)
                return lanes[index].track
            }
            // Ends at the same time close one after the other, whichever slice each was written for.
            if lanes[index].end == end, lanes[index].endBefore <= begin, lanes[index].depth < Self.maximumDepth {
                lanes[index].depth += 1
                return lanes[index].track
            }
        }
        guard lanes.count < Self.maximumLanes else { return nil }
        let track = makeTrack(&packets)
        lanes.append(Lane(track: track, end: begin < end ? end : 0))
        return track
    }

    /// Whether the message is the first one that begins at this time: only from it there are arrows, since nothing tells
    /// which of the messages in one packet an answer is for.
    mutating func beginsFlow(at time: UInt64) -> Bool {
        defer { lastFlow = time }
        return lastFlow != time
    }
}
