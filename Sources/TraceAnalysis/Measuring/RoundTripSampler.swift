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
    /// The least delay of an acknowledgment without data, in nanoseconds: one with data may have waited for the data. `max`
    /// without any.
    private(set) var leastPure = Int64.max
    // Samples on their way to `measuring`, which is far away in memory where a packet is rarely of the connection that the last one was
    // of: when the segment was sent, the delay, and the frame of the acknowledgment.
    private var waitingSince = SIMD4<Int64>()
    private var waitingDelays = SIMD4<UInt32>()
    private var waitingFrames = SIMD4<UInt32>()
    private var waitingCount = 0
    private static let waitingRoom = 4
    /// The samples since the last ``takeSamples()``, nil where they are not listed. The last ones come with the packet that ends the
    /// connection.
    private var listed: [RoundTripSample]?
    /// From the first samples on, until ``finish()``.
    private var measuring: Box<Measuring>?
    /// From ``finish()`` on.
    private var result: Box<Result>?
    /// The result of most samplers, the same memory for all of them.
    private static let nothing = Box(Result(distribution: Distribution(), course: [], rhythm: DelayRhythmWatch()))

    /// What few packets touch.
    private struct Measuring {
        var samples = DelaySamples()
        var rhythm = DelayRhythmWatch()

        mutating func record(_ delay: Int64, sentAt sent: Int64, frame: Int) {
            samples.record(delay)
            rhythm.record(delay, sentAt: sent, frame: frame)
        }
    }

    private struct Result {
        let distribution: Distribution
        let course: [Double]
        var rhythm: DelayRhythmWatch
    }

    private var settled: Measuring {
        var settled = self
        settled.settle()
        return settled.measuring?.value ?? Measuring()
    }

    @inline(never)
    private mutating func settle() {
        if measuring == nil { measuring = Box(Measuring()) }
        for index in 0..<waitingCount {
            // In place: handed to a function of the sampler's, it would be copied first.
            measuring!.value.record(
                Int64(waitingDelays[index]), sentAt: waitingSince[index], frame: Int(waitingFrames[index]))
        }
        waitingCount = 0
    }

    /// Loads what the next segment or acknowledgment touches beside the sampler itself.
    func load() -> UInt8 {
        var sum: UInt8 = 0
        if first < end { sum = UInt8(truncatingIfNeeded: pending[first].time &+ pending[end &- 1].time) }
        if waitingCount == Self.waitingRoom - 1 {
            sum &+= measuring?.load(first: MemoryLayout<Measuring>.size) ?? 0
        }
        return sum
    }

    /// The distribution of all samples so far.
    var distribution: Distribution { result?.value.distribution ?? settled.samples.distribution }

    /// Their course, see ``DelaySamples/course``.
    var course: [Double] { result?.value.course ?? settled.samples.course }

    var rhythm: DelayRhythmWatch { result?.value.rhythm ?? settled.rhythm }

    /// Lists each sample from now on.
    mutating func beginList() { if listed == nil { listed = [] } }

    /// The samples since the last call, where they are listed.
    mutating func takeSamples() -> [RoundTripSample] {
        guard let taken = listed, !taken.isEmpty else { return [] }
        listed = []
        return taken
    }

    @inline(__always)
    private mutating func record(_ delay: Int64, sentAt sent: Int64, at time: Int64, _ frame: Int) {
        guard listed == nil, let short = UInt32(exactly: delay), let number = UInt32(exactly: frame) else {
            return recordNow(delay, sentAt: sent, at: time, frame)
        }
        waitingSince[waitingCount] = sent
        waitingDelays[waitingCount] = short
        waitingFrames[waitingCount] = number
        waitingCount += 1
        if waitingCount == Self.waitingRoom { settle() }
    }

    @inline(never)
    private mutating func recordNow(_ delay: Int64, sentAt sent: Int64, at time: Int64, _ frame: Int) {
        settle()
        measuring!.value.record(delay, sentAt: sent, frame: frame)
        list(delay, at: time, frame)
    }

    private mutating func list(_ delay: Int64, at time: Int64, _ frame: Int) {
        guard delay >= 0 else { return }
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
            record(time - oldest.time, sentAt: oldest.time, at: time, frame)
            if isPure { leastPure = min(leastPure, time &- oldest.time) }
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
        settle()
        measuring!.value.samples.record(time - stamped[index].time)
        list(time - stamped[index].time, at: time, frame)
        stamped.removeFirst(index + 1)
    }

    /// Ends the sampling and frees what only a living connection needs.
    mutating func finish() {
        if result == nil, measuring == nil, waitingCount == 0 {
            result = Self.nothing
        } else {
            var rhythm = rhythm
            rhythm.finish()
            result = Box(Result(distribution: distribution, course: course, rhythm: rhythm))
        }
        measuring = nil
        waitingCount = 0
        stamped = []
        pending = []
        forget()
    }
}
