import TraceModel

/// The pauses between what one side says and what the other one answers, whatever their protocol: from the last packet with
/// data of one side to the first one of the other.
///
/// Nothing is remembered of the packets but the last one. A pause counts only if the answering side had everything that was
/// said: otherwise both sides talk at once, and a pause means nothing.
struct AnswerTimes: TwoEnded, Sendable {
    /// One side's questions, and the times that the other one took for them.
    struct Side: Sendable {
        private(set) var delays = AnswerDelays()
        /// The longest ones, the longest first.
        private(set) var slowest: [SlowAnswer] = []
        /// In nanoseconds: an answer that took no longer is not one of the slowest.
        private var fastestOfSlowest: Int64 = -1
        /// Answers that began before everything was heard.
        private(set) var crossed = 0

        /// In all but one of ten turns the sides wait for each other.
        var alternates: Bool { delays.count > 0 && crossed &* 10 <= delays.count &+ crossed }

        fileprivate mutating func cross() { crossed += 1 }

        fileprivate mutating func record(_ answer: SlowAnswer) {
            delays.record(answer.delay)
            if answer.delay > fastestOfSlowest { keep(answer) }
        }

        private mutating func keep(_ answer: SlowAnswer) {
            let index = slowest.firstIndex { $0.delay < answer.delay } ?? slowest.count
            slowest.insert(answer, at: index)
            if slowest.count > AnswerTimes.maximumSlowest { slowest.removeLast() }
            if slowest.count == AnswerTimes.maximumSlowest { fastestOfSlowest = slowest.last?.delay ?? 0 }
        }
    }

    /// A question and its answer.
    struct SlowAnswer: Sendable {
        /// The last packet of what was said.
        let question: PacketMoment
        /// The first packet of the answer.
        let answer: PacketMoment

        /// In nanoseconds.
        var delay: Int64 { answer.time &- question.time }
    }

    /// The slowest answers that are kept for each side.
    static let maximumSlowest = 4

    var initiator = Side()
    var responder = Side()

    /// The other side begins to speak.
    ///
    /// - Parameters:
    ///   - question: The last packet of the side that spoke before.
    ///   - heardAll: Whether the answering side had everything that was said.
    mutating func turn(from question: PacketMoment, askedByInitiator: Bool, to answer: PacketMoment, heardAll: Bool) {
        guard answer.time >= question.time else { return }
        guard heardAll else {
            self[isInitiator: askedByInitiator].cross()
            return
        }
        self[isInitiator: askedByInitiator].record(SlowAnswer(question: question, answer: answer))
    }
}

/// Delays of answers in a fixed amount of memory: exact up to ``exactLimit``, above it in buckets of an eighth of their value.
struct AnswerDelays: Sendable {
    static let exactLimit = 64
    private static let bucketCount = 296

    private(set) var count = 0
    private var exact: [Int64] = []
    private var buckets: [UInt32] = []
    private var minimum = Int64.max
    private var maximum: Int64 = 0
    private var sum = 0.0
    private var sumOfSquares = 0.0

    /// - Parameter nanoseconds: Not negative.
    mutating func record(_ nanoseconds: Int64) {
        count += 1
        minimum = min(minimum, nanoseconds)
        maximum = max(maximum, nanoseconds)
        sum += Double(nanoseconds)
        sumOfSquares += Double(nanoseconds) * Double(nanoseconds)
        if count <= Self.exactLimit {
            exact.append(nanoseconds)
            return
        }
        useBuckets()
        buckets[Self.bucket(of: nanoseconds)] &+= 1
    }

    /// Records what another one has recorded.
    mutating func add(_ other: AnswerDelays) {
        for delay in other.exact { record(delay) }
        guard !other.buckets.isEmpty else { return }
        useBuckets()
        for (index, count) in other.buckets.enumerated() { buckets[index] &+= count }
        count += other.count
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        sum += other.sum
        sumOfSquares += other.sumOfSquares
    }

    private mutating func useBuckets() {
        guard buckets.isEmpty else { return }
        buckets = [UInt32](repeating: 0, count: Self.bucketCount)
        for delay in exact { buckets[Self.bucket(of: delay)] &+= 1 }
        exact = []
    }

    /// How many lie between two delays, in nanoseconds; near them, to the width of a bucket.
    func count(from lower: Int64, below upper: Int64 = .max) -> Int {
        guard !buckets.isEmpty else { return exact.count { $0 >= lower && $0 < upper } }
        let range =
            Self.bucket(of: lower)..<max(Self.bucket(of: lower), upper == .max ? buckets.count : Self.bucket(of: upper))
        return buckets[range].reduce(0) { $0 + Int($1) }
    }

    var distribution: Distribution {
        var result = Distribution()
        result.count = count
        guard count > 0 else { return result }
        let mean = sum / Double(count)
        result.min = Double(minimum) / 1e9
        result.max = Double(maximum) / 1e9
        result.mean = (mean / 1e9).roundedToNanoseconds
        result.standardDeviation =
            (max(0, sumOfSquares / Double(count) - mean * mean).squareRoot() / 1e9).roundedToNanoseconds
        let ordered = exact.sorted()
        let value = { (rank: Int) in ordered.isEmpty ? self.value(atRank: rank) : Double(ordered[rank - 1]) }
        result.median = ((value((count + 1) / 2) + value(count / 2 + 1)) / 2e9).roundedToNanoseconds
        result.p95 = (value((95 * count + 99) / 100) / 1e9).roundedToNanoseconds
        result.p99 = (value((99 * count + 99) / 100) / 1e9).roundedToNanoseconds
        return result
    }

    /// In nanoseconds: the middle of the bucket with that rank.
    private func value(atRank rank: Int) -> Double {
        var seen = 0
        for (index, count) in buckets.enumerated() {
            seen += Int(count)
            if seen >= rank { return min(max(Self.middle(ofBucket: index), Double(minimum)), Double(maximum)) }
        }
        return Double(maximum)
    }

    /// Less than a microsecond is one bucket; above, each doubling has eight, up to 19 hours.
    private static func bucket(of nanoseconds: Int64) -> Int {
        guard nanoseconds >= 1024 else { return 0 }
        let exponent = 63 - nanoseconds.leadingZeroBitCount
        return min((exponent - 10) * 8 + Int(nanoseconds >> Int64(exponent - 3)) - 7, bucketCount - 1)
    }

    private static func middle(ofBucket bucket: Int) -> Double {
        guard bucket > 0 else { return 512 }
        let (exponent, eighth) = ((bucket - 1) / 8 + 10, (bucket - 1) % 8)
        return (Double(8 + eighth) + 0.5) * Double(Int64(1) << Int64(exponent - 3))
    }
}
