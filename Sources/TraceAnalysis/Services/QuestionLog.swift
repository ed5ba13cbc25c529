import DNSWire

/// Questions by sender and time: browsing and resolving, from the querier's side.
struct QuestionLog: Sendable {
    /// Names come from the capture: no more of them are remembered.
    static let maximumNames = 1 << 16
    /// A response this soon after a question is its answer; responders wait up to 120 ms, and up to 500 ms more for known
    /// answers in further packets (RFC 6762 §6, §7.2).
    static let answerWindow: Int64 = 1_000_000_000

    /// One host's questions for one name and type.
    struct Asker: Sendable {
        static let maximumIntervals = 32
        /// Known answers of its last question.
        static let maximumKnown = 64

        let name: DNSName
        let type: RecordType
        let sender: ServiceSender
        /// Where it asked.
        fileprivate(set) var links: LinkSet
        let first: PacketMoment
        fileprivate(set) var last: PacketMoment
        fileprivate(set) var count = 0
        /// Nanoseconds from one question to the next.
        fileprivate(set) var intervals: [Int64] = []
        /// Questions that wanted a unicast response (RFC 6762 §5.4).
        fileprivate(set) var unicastResponses = 0
        /// Questions from another port than 5353 (RFC 6762 §6.7).
        fileprivate(set) var legacy = 0
        /// Queries whose known answers went on in further packets (RFC 6762 §7.2).
        fileprivate(set) var truncated = 0
        /// The longest list of known answers.
        fileprivate(set) var knownAnswers = 0
        /// From a question to its first answer.
        var answerDelays: DelaySamples { delays?.value ?? DelaySamples() }
        /// Nil while there are none.
        fileprivate var delays: Box<DelaySamples>?
        /// The last questions that were answered neither to all nor, as far as the capture shows, by what the asker knew:
        /// the first one, the last one, and how many there were.
        fileprivate(set) var vain: (first: PacketMoment, last: PacketMoment, count: Int)?
        fileprivate var isWaiting = false
        /// The TTLs of the records that it listed as known with its last question, by digests of their data.
        fileprivate var known: [Int: UInt32] = [:]
        /// The packet whose list of known answers is being counted.
        fileprivate var listFrame = 0
        fileprivate var listed = 0

        fileprivate mutating func ask(_ question: Question, _ flags: DNSFlags, in context: MessageContext) {
            links.formUnion(context.links)
            let interval = context.moment.time - last.time
            // The same question over IPv4 and IPv6 is one.
            if count > 0, abs(interval) <= EventLog.sameEventWindow { return }
            if count > 0, intervals.count < Self.maximumIntervals { intervals.append(interval) }
            count += 1
            last = context.moment
            isWaiting = true
            known = [:]
            if question.wantsUnicastResponse { unicastResponses += 1 }
            if context.isLegacy { legacy += 1 }
            if flags.isTruncated { truncated += 1 }
            // A capture need not show answers to a single host.
            if !question.wantsUnicastResponse, !context.isLegacy {
                vain = (vain?.first ?? last, last, (vain?.count ?? 0) + 1)
            }
        }

        fileprivate mutating func noteAnswer(after delay: Int64) {
            if delays == nil { delays = Box(DelaySamples()) }
            delays!.value.record(delay)
        }

        fileprivate mutating func list(_ record: ResourceRecord, in context: MessageContext) {
            guard type == record.type || type == .any else { return }
            listed = context.moment.frame == listFrame ? listed + 1 : 1
            listFrame = context.moment.frame
            knownAnswers = max(knownAnswers, listed)
            if known.count < Self.maximumKnown { known[QuestionLog.digest(record.data)] = record.ttl }
            // Other hosts may have further pointers, which are still to come.
            if record.type != .ptr { vain = nil }
        }

        /// Whether its last question made a record with that data superfluous: it listed the record, with at least half of the
        /// TTL (RFC 6762 §7.1).
        fileprivate func knows(_ data: RecordData, timeToLive: UInt32) -> Bool {
            guard !known.isEmpty, let left = known[QuestionLog.digest(data)] else { return false }
            return left >= timeToLive / 2
        }

        fileprivate mutating func hear(_ record: ResourceRecord, at time: Int64) {
            guard isAnswered(by: record), time >= last.time else { return }
            vain = nil
            guard isWaiting, !knows(record.data, timeToLive: record.ttl) else { return }
            isWaiting = false
            if time - last.time <= QuestionLog.answerWindow { noteAnswer(after: time - last.time) }
        }

        private func isAnswered(by record: ResourceRecord) -> Bool {
            // A list of the types that the name has says that there is no record of another one (RFC 6762 §6.1).
            if case .nextSecure(let next) = record.data, type != .any { return !next.types.contains(type) }
            return type == record.type || type == .any
        }
    }

    private(set) var askers: [Asker] = []
    private var askersByName: [DNSName: [Int]] = [:]

    /// What the questions take, with what the report says of them.
    var estimatedSize: Int { askers.count * 1024 }

    /// Records a question that is not part of a probe.
    mutating func note(_ question: Question, flags: DNSFlags, in context: MessageContext) {
        let indices = askersByName[question.name] ?? []
        if let index = indices.first(where: {
            askers[$0].type == question.type && askers[$0].sender.isSameHost(as: context.sender)
        }) {
            askers[index].ask(question, flags, in: context)
            return
        }
        guard indices.count < [ServiceSender].limit, askers.count < Self.maximumNames else { return }
        let name = question.name.compacted()
        var asker = Asker(
            name: name, type: question.type, sender: context.sender, links: context.links,
            first: context.moment, last: context.moment)
        asker.ask(question, flags, in: context)
        askersByName[name, default: []].append(askers.count)
        askers.append(asker)
    }

    /// Notes a record that a host listed as known.
    mutating func noteKnownAnswer(_ record: ResourceRecord, in context: MessageContext) {
        for index in askersByName[record.name] ?? [] where askers[index].sender.isSameHost(as: context.sender) {
            askers[index].list(record, in: context)
        }
    }

    /// A record was sent on the link.
    mutating func hear(_ record: ResourceRecord, in context: MessageContext) {
        for index in askersByName[record.name] ?? []
        where !askers[index].sender.isSameHost(as: context.sender)
            && !askers[index].links.isDisjoint(with: context.links)
        {
            askers[index].hear(record, at: context.moment.time)
        }
    }

    /// How many asked for a name, which never becomes less.
    func askerCount(of name: DNSName) -> Int { askersByName[name]?.count ?? 0 }

    /// Those who asked for a name, the first one first.
    func askers(of name: DNSName) -> [Asker] {
        askersByName[name].map { $0.map { askers[$0] } } ?? []
    }

    /// The time since another host on the message's link asked for a name, nil if it is too long for an answer.
    ///
    /// - Parameters:
    ///   - data: The data of the record that answers. Who listed it as known does not count.
    ///   - timeToLive: The record's, 0 where it is not known.
    func delay(
        since name: DNSName, for data: RecordData, timeToLive: UInt32, in context: MessageContext
    ) -> Int64? {
        guard let indices = askersByName[name] else { return nil }
        var least: Int64?
        for index in indices {
            let delay = context.moment.time - askers[index].last.time
            guard (0...Self.answerWindow).contains(delay), delay < least ?? .max,
                !askers[index].sender.isSameHost(as: context.sender),
                !askers[index].links.isDisjoint(with: context.links),
                !askers[index].knows(data, timeToLive: timeToLive)
            else { continue }
            least = delay
        }
        return least
    }

    fileprivate static func digest(_ data: RecordData) -> Int {
        var hasher = Hasher()
        hasher.combine(data)
        return hasher.finalize()
    }
}
