import TraceModel

/// The messages of a session that stand out, in bounded memory: those with faults, then those with the longest delays, then those
/// whose bytes took longest to come, then those after the longest pauses of their direction. An answer has its request with it.
struct WorstMessages: Sendable {
    struct Entry: Sendable {
        var message: TraceMessage
        /// What it answers, where that was seen.
        var request: TraceMessage?
        /// Seconds since the message before in its direction.
        var pause = 0.0
    }

    /// Entries that are of use.
    static let limit = 8
    private var entries: [Entry] = []
    private var requests = RecentMessages()
    /// When the last message of each direction was there.
    private var last: [TraceMessage.Direction: Double] = [:]

    mutating func add(_ message: TraceMessage) {
        let delay = message.latencyKind == .roundTrip ? message.latency : nil
        let entry = Entry(
            message: message, request: delay.flatMap { requests.request(of: message, before: $0) },
            pause: last[message.direction].map { message.begun - $0 } ?? 0)
        let weight = Self.weight(entry)
        if weight.0 > 0 || weight.1 > 0 || weight.2 > 0 || weight.3 > 0 { entries.append(entry) }
        if entries.count > 4 * Self.limit { entries = Self.worst(entries, Self.limit) }
        last[message.direction] = message.time
        requests.add(message)
    }

    /// So many of them, in the order of time.
    func list(_ count: Int) -> [Entry] {
        Self.worst(entries, min(count, Self.limit)).sorted {
            ($0.message.time, $0.message.frame) < ($1.message.time, $1.message.frame)
        }
    }

    private static func worst(_ entries: [Entry], _ count: Int) -> [Entry] {
        Array(entries.sorted { weight($0) > weight($1) }.prefix(count))
    }

    private static func weight(_ entry: Entry) -> (Int, Double, Double, Double, Int) {
        let message = entry.message
        return (
            message.fault == nil ? 0 : 1, message.latency ?? 0, max(0, message.time - message.begun),
            max(0, entry.pause), -message.frame
        )
    }

    mutating func replace(_ change: (TraceMessage) throws -> TraceMessage) rethrows {
        for index in entries.indices {
            entries[index].message = try change(entries[index].message)
            entries[index].request = try entries[index].request.map(change)
        }
        requests = RecentMessages()
    }
}

/// The last messages of both directions by the times of their first bytes, to find what an answer answers.
private struct RecentMessages: Sendable {
    private struct Key: Hashable {
        let direction: TraceMessage.Direction
        /// Nanoseconds.
        let begun: Int64
    }

    private static let limit = 2048
    private var recent: [Key: TraceMessage] = [:]
    private var before: [Key: TraceMessage] = [:]

    mutating func add(_ message: TraceMessage) {
        recent[Key(direction: message.direction, begun: ReportTime.nanoseconds(message.begun))] = message
        guard recent.count >= Self.limit / 2 else { return }
        (before, recent) = (recent, [:])
    }

    /// - Parameter delay: From its first byte to the answer's last, in seconds.
    func request(of answer: TraceMessage, before delay: Double) -> TraceMessage? {
        let time = ReportTime.nanoseconds(answer.time - delay)
        let direction: TraceMessage.Direction = answer.direction == .forward ? .backward : .forward
        // The difference of two rounded times may be one off.
        return [time, time &- 1, time &+ 1].lazy.compactMap { time in
            let key = Key(direction: direction, begun: time)
            return recent[key] ?? self.before[key]
        }.first
    }
}
