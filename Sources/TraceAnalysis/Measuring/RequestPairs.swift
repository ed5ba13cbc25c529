/// Requests of both ends of a session and their answers, matched by a key that both carry: the application's round
/// trips, in the order of the requests.
///
/// The first of equal requests counts, and so does the first answer. A request without an answer gives no round trip.
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
        var key: Key
        var asked: Int64
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
    private var indices: [Key: Int] = [:]
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
        guard indices[key] == nil else { return }
        indices[key] = settled + pending.count - firstPending
        pending.append(Pending(key: key, asked: request.time))
        if pending.count - firstPending > Self.maximumPending { settleFirst() }
    }

    /// - Returns: The round trip in nanoseconds, nil for an answer to nothing, and for a second one.
    @discardableResult
    mutating func answer(_ answer: Mark, toInitiator: Bool) -> Int64? {
        guard let known = indices[Key(key: answer.key, byInitiator: toInitiator)] else { return nil }
        let index = known - settled + firstPending
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
            if request.key.byInitiator {
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
            if let index = indices[gone.key], index < settled { indices[gone.key] = nil }
        }
        pending.removeFirst(firstPending)
        firstPending = 0
    }

    /// Changes who is called the initiator.
    mutating func flip() {
        swap(&forward, &backward)
        swap(&forwardJitter, &backwardJitter)
        for index in pending.indices { pending[index].key.byInitiator.toggle() }
        var flipped: [Key: Int] = [:]
        for (key, index) in indices { flipped[Key(key: key.key, byInitiator: !key.byInitiator)] = index }
        indices = flipped
    }

    /// Ends the session: answered requests count, also those after unanswered ones.
    mutating func finish() {
        while firstPending < pending.count { settleFirst() }
        rhythm.finish()
        pending = []
        indices = [:]
        firstPending = 0
    }
}
