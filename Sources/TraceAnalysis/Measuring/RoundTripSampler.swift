import TraceModel

/// A round trip, and the packet that ends it.
struct RoundTripSample: Sendable {
    /// In nanoseconds.
    let delay: Int64
    let moment: PacketMoment
}

/// A round trip of a connection.
struct ListedRoundTrip: Sendable {
    /// Its number.
    let connection: Int
    /// Whether the initiator asked.
    let fromInitiator: Bool
    let sample: RoundTripSample
    /// Of its opening, else of its bytes.
    let isHandshake: Bool
}

/// Transport round trips of one direction: from a data segment to the first acknowledgment that covers its last byte.
///
/// Karn's rule: bytes that were sent twice give no sample, and neither do segments that were in flight together with a
/// retransmission, because their acknowledgment waits for the hole (RFC 6298 §3; `Docs/metrics.md`). Such segments are
/// timed by the timestamps option, which shows which copy was acknowledged (RFC 7323 §4).
struct RoundTripSampler: Sendable {
    /// If more segments are in flight than this, the others are not timed; the timed ones are still spread over the
    /// window.
    static let maximumPending = 1024

    private struct Pending {
        var end: Int64
        var time: Int64
    }

    /// The earliest of those in flight; ends beyond all bytes if there is none. Apart from the others, which are stored
    /// elsewhere: usually there are none.
    private var oldest = Pending(end: .max, time: 0)
    /// Only those from `first` to before `end` are under way; the array is moved up when half of it is answered.
    private var pending: [Pending] = []
    private var first = 0
    private var end = 0
    /// Timestamps of segments sent while nothing could be timed by its offset, each with the first time it was seen.
    private var stamped: [(value: UInt32, time: Int64)] = []
    private static let maximumStamped = 16
    private var samples = DelaySamples()
    /// The least delay of an acknowledgment without data, in nanoseconds: one with data may have waited for the data. `max`
    /// without any.
    private(set) var leastPure = Int64.max
    private(set) var rhythm = DelayRhythmWatch()
    /// The samples since the last ``takeSamples()``, nil where they are not listed.
    private var listed: [RoundTripSample]?
    /// From ``finish()`` on, which lets go of the samples; kept apart, because every packet touches the rest.
    private var result: Box<Result>?
    /// The result of most samplers, the same memory for all of them.
    private static let nothing = Box(Result(distribution: Distribution(), course: []))

    private struct Result {
        let distribution: Distribution
        let course: [Double]
    }

    /// The distribution of all samples so far.
    var distribution: Distribution { result?.value.distribution ?? samples.distribution }

    /// Their course, see ``DelaySamples/course``.
    var course: [Double] { result?.value.course ?? samples.course }

    /// Lists each sample from now on.
    mutating func beginList() { if listed == nil { listed = [] } }

    /// The samples since the last call, where they are listed.
    mutating func takeSamples() -> [RoundTripSample] {
        guard listed?.isEmpty == false else { return [] }
        defer { listed = [] }
        return listed ?? []
    }

    private mutating func record(_ delay: Int64, at time: Int64, _ frame: Int) {
        samples.record(delay)
        guard listed != nil, delay >= 0 else { return }
        listed?.append(RoundTripSample(delay: delay, moment: PacketMoment(frame: frame, time: time)))
    }

    /// A segment with new bytes was seen, in order.
    mutating func sent(end: Int64, at time: Int64) {
        guard result == nil else { return }
        let segment = Pending(end: end, time: time)
        if oldest.end == .max { oldest = segment } else { add(segment) }
    }

    @inline(never)
    private mutating func add(_ segment: Pending) {
        guard end - first < Self.maximumPending - 1 else { return }
        if end < pending.count { pending[end] = segment } else { pending.append(segment) }
        end += 1
    }

    /// Bytes were retransmitted, arrived late or left a hole: nothing in flight can be timed by its offset.
    ///
    /// - Parameter timestamp: The timestamp of the segment, if it has one.
    mutating func disturbed(timestamp: UInt32?, at time: Int64) {
        forget()
        guard result == nil, let value = timestamp, value != stamped.last?.value else { return }
        if stamped.count == Self.maximumStamped { stamped.removeFirst() }
        stamped.append((value, time))
    }

    /// The other side acknowledged all bytes before `offset`.
    ///
    /// - Parameters:
    ///   - echo: The timestamp that it echoes, that of the earliest segment which it had not acknowledged.
    ///   - frame: The packet that says so.
    ///   - isPure: Whether that has no data.
    mutating func acknowledged(_ offset: Int64, echo: UInt32?, at time: Int64, frame: Int = 0, isPure: Bool = true) {
        if !stamped.isEmpty { match(echo, at: time, frame) }
        while oldest.end <= offset {
            record(time - oldest.time, at: time, frame)
            if isPure { leastPure = min(leastPure, time &- oldest.time) }
            rhythm.record(time - oldest.time, sentAt: oldest.time, frame: frame)
            if first < end { moveUp() } else { oldest.end = .max }
        }
    }

    /// Makes the next one of those under way the oldest.
    @inline(never)
    private mutating func moveUp() {
        oldest = pending[first]
        first += 1
        if first == end {
            first = 0
            end = 0
        } else if first > 64, first * 2 > end {
            pending.removeSubrange(end...)
            pending.removeFirst(first)
            first = 0
            end = pending.count
        }
    }

    private mutating func forget() {
        oldest.end = .max
        first = 0
        end = 0
    }

    @inline(never)
    private mutating func match(_ echo: UInt32?, at time: Int64, _ frame: Int) {
        guard let echo, let index = stamped.firstIndex(where: { $0.value == echo }) else { return }
        record(time - stamped[index].time, at: time, frame)
        stamped.removeFirst(index + 1)
    }

    /// Ends the sampling and frees what only a living connection needs.
    mutating func finish() {
        result =
            samples.count == 0 && result == nil ? Self.nothing : Box(Result(distribution: distribution, course: course))
        rhythm.finish()
        samples = DelaySamples()
        stamped = []
        pending = []
        forget()
    }
}
