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
        private static let maximumIntervals = 32

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
        fileprivate(set) var answerDelays = DelaySamples()
        fileprivate var isWaiting = false

        fileprivate mutating func ask(_ question: Question, _ flags: DNSFlags, in context: MessageContext) {
            links.formUnion(context.links)
            let interval = context.moment.time - last.time
            // The same question over IPv4 and IPv6 is one.
            if count > 0, abs(interval) <= EventLog.sameEventWindow { return }
            if count > 0, intervals.count < Self.maximumIntervals { intervals.append(interval) }
            count += 1
            last = context.moment
            isWaiting = true
            if question.wantsUnicastResponse { unicastResponses += 1 }
            if context.isLegacy { legacy += 1 }
            if flags.isTruncated { truncated += 1 }
        }

        fileprivate mutating func hear(at time: Int64) {
            guard isWaiting, time >= last.time else { return }
            isWaiting = false
            if time - last.time <= QuestionLog.answerWindow { answerDelays.record(time - last.time) }
        }
    }

    private(set) var askers: [Asker] = []
    private var askersByName: [DNSName: [Int]] = [:]

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

    /// Notes how many records of a name a host listed as known.
    mutating func noteKnownAnswers(_ count: Int, of name: DNSName, in context: MessageContext) {
        for index in askersByName[name] ?? [] where askers[index].sender.isSameHost(as: context.sender) {
            askers[index].knownAnswers = max(askers[index].knownAnswers, count)
        }
    }

    /// An answer about a name was on the link.
    mutating func hear(_ name: DNSName, in context: MessageContext) {
        for index in askersByName[name] ?? []
        where !askers[index].sender.isSameHost(as: context.sender)
            && !askers[index].links.isDisjoint(with: context.links)
        {
            askers[index].hear(at: context.moment.time)
        }
    }

    /// How many asked for a name, which never becomes less.
    func askerCount(of name: DNSName) -> Int { askersByName[name]?.count ?? 0 }

    /// Those who asked for a name, the first one first.
    func askers(of name: DNSName) -> [Asker] {
        askersByName[name].map { $0.map { askers[$0] } } ?? []
    }

    /// The time since another host on the message's link asked for a name, nil if it is too long for an answer.
    func delay(since name: DNSName, in context: MessageContext) -> Int64? {
        (askersByName[name] ?? []).lazy.filter {
            !askers[$0].sender.isSameHost(as: context.sender) && !askers[$0].links.isDisjoint(with: context.links)
        }
        .map { context.moment.time - askers[$0].last.time }.filter { (0...Self.answerWindow).contains($0) }.min()
    }
}
