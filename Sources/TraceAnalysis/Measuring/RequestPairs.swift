/// Requests of both ends of a session and their answers, matched by a key that both carry: the application's round
/// trips, in the order of the requests.
///
/// Of equal requests the first counts, and so does the first answer. A request without an answer gives no round trip.
struct RequestPairs: Sendable {
    /// The number of requests that wait for their answer, or for that of an earlier one; beyond that the oldest is
    /// dropped.
    static let maximumPending = 4096

    /// A request, or an answer, as one direction of a session showed it.
    struct Mark: Sendable {
        var key: UInt64
        /// The time of a request's first byte, or of an answer's last.
        var time: Int64
        /// The packet with that byte, 0 where it is not known.
        var frame = 0
    }

    private struct Pending {
        var key: UInt64
        var asked: Int64
        var byInitiator: Bool
        var answered: Int64?
        /// The frame of the answer.
        var frame = 0
    }

    private struct Key: Hashable {
        var key: UInt64
        var byInitiator: Bool
    }

    private var pending: [Pending] = []
    /// The index of each key, counted from the very first request.
    private var places: [Key: Int] = [:]
    /// The number of requests that are no longer pending.
    private var settled = 0
    private var firstPending = 0

    /// The delays of the initiator's requests.
    private(set) var forward = DelaySamples()
    private(set) var backward = DelaySamples()
    private(set) var all = DelaySamples()
    private(set) var rhythm = DelayRhythmWatch()
    private(set) var jitter = JitterMeter()
    private(set) var forwardJitter = JitterMeter()
    private(set) var backwardJitter = JitterMeter()

    var isEmpty: Bool { all.count == 0 }

    mutating func ask(_ request: Mark, byInitiator: Bool) {
        let key = Key(key: request.key, byInitiator: byInitiator)
        guard places[key] == nil else { return }
        places[key] = settled + pending.count - firstPending
        pending.append(Pending(key: request.key, asked: request.time, byInitiator: byInitiator))
        if pending.count - firstPending > Self.maximumPending { settleFirst() }
    }

    /// - Returns: The round trip in nanoseconds, nil for an answer to nothing, and for a second one.
    @discardableResult
    mutating func answer(_ answer: Mark, toInitiator: Bool) -> Int64? {
        guard let place = places[Key(key: answer.key, byInitiator: toInitiator)] else { return nil }
        let index = place - settled + firstPending
        guard index >= firstPending, pending[index].answered == nil, answer.time >= pending[index].asked else {
            return nil
        }
        let delay = answer.time - pending[index].asked
        pending[index].answered = answer.time
        pending[index].frame = answer.frame
        while firstPending < pending.count, pending[firstPending].answered != nil { settleFirst() }
        return delay
    }

    /// Takes marks of both directions, each in order of time.
    mutating func take(
        initiatorAsked: [Mark], responderAnswered: [Mark], responderAsked: [Mark], initiatorAnswered: [Mark]
    ) {
        var (one, other) = (0, 0)
        while one < initiatorAsked.count || other < responderAsked.count {
            let isInitiators =
                other == responderAsked.count
                || one < initiatorAsked.count && initiatorAsked[one].time <= responderAsked[other].time
            if isInitiators {
                ask(initiatorAsked[one], byInitiator: true)
                one += 1
            } else {
                ask(responderAsked[other], byInitiator: false)
                other += 1
            }
        }
        for mark in responderAnswered { answer(mark, toInitiator: true) }
        for mark in initiatorAnswered { answer(mark, toInitiator: false) }
    }

    private mutating func settleFirst() {
        let request = pending[firstPending]
        firstPending += 1
        settled += 1
        if let answered = request.answered {
            let delay = answered - request.asked
            if request.byInitiator {
                forward.record(delay)
                forwardJitter.record(delay)
            } else {
                backward.record(delay)
                backwardJitter.record(delay)
            }
            all.record(delay)
            rhythm.record(delay, sentAt: request.asked, frame: request.frame)
            jitter.record(delay)
        }
        guard firstPending > 256, firstPending * 2 > pending.count else { return }
        for gone in pending[..<firstPending] {
            let key = Key(key: gone.key, byInitiator: gone.byInitiator)
            if let place = places[key], place < settled { places[key] = nil }
        }
        pending.removeFirst(firstPending)
        firstPending = 0
    }

    /// Changes who is called the initiator.
    mutating func flip() {
        swap(&forward, &backward)
        swap(&forwardJitter, &backwardJitter)
        for index in pending.indices { pending[index].byInitiator.toggle() }
        var flipped: [Key: Int] = [:]
        for (key, index) in places { flipped[Key(key: key.key, byInitiator: !key.byInitiator)] = index }
        places = flipped
    }

    /// Ends the session: answered requests count, also those after unanswered ones.
    mutating func finish() {
        while firstPending < pending.count { settleFirst() }
        rhythm.finish()
        pending = []
        places = [:]
        firstPending = 0
    }
}

/// Jitter of consecutive delays, in two definitions that researchers use side by side.
struct JitterMeter: Sendable {
    private var last: Int64?
    private var differences = 0
    private var sum = 0.0
    private var smoothed = 0.0

    /// - Parameter nanoseconds: The next delay. Only differences count, so delays between clocks with any offset will
    ///   do.
    mutating func record(_ nanoseconds: Int64) {
        defer { last = nanoseconds }
        guard let last else { return }
        let difference = abs(Double(nanoseconds) - Double(last))
        differences += 1
        sum += difference
        smoothed += (difference - smoothed) / 16
    }

    /// Mean of |rᵢ − rᵢ₋₁| in seconds, nil below two delays.
    var meanAbsoluteDifference: Double? {
        differences > 0 ? (sum / Double(differences) / 1e9).roundedToNanoseconds : nil
    }

    /// The interarrival jitter of RFC 3550 §6.4.1 after the last delay, in seconds; nil below two delays.
    var interarrival: Double? { differences > 0 ? (smoothed / 1e9).roundedToNanoseconds : nil }
}
