import DNSWire
import WireCoding

/// Which hosts are known to hear which others: a capture point may hear hosts that cannot hear each other.
struct Hearing: Sendable {
    private struct Pair: Hashable { let listener: Int; let speaker: Int }

    /// Records of a response that are looked at: one that answers a question is a proof.
    private static let maximumAnswers = 32
    /// Questions that are looked at for each answer; with more there is no proof.
    private static let maximumNeighbors = 256
    private static let memory = Nanoseconds.seconds(60)

    /// When a host answered a question that only one other had asked, in order of time.
    private var times: [Pair: [Int64]] = [:]

    /// Nothing is known.
    init() {}

    init(_ link: LinkHistory) {
        for index in link.messages.indices where link.messages[index].isResponse {
            let message = link.messages[index]
            var speakers: Set<Int> = []
            for record in link.answers(index).prefix(Self.maximumAnswers) {
                if let speaker = Self.onlyAsker(of: link.known(record), before: index, link), speaker != message.host {
                    speakers.insert(speaker)
                }
            }
            for speaker in speakers {
                times[Pair(listener: message.host, speaker: speaker), default: []].append(message.time)
            }
        }
    }

    /// The only host that asked, in the time in which it is answered, what a record answers.
    private static func onlyAsker(of record: KnownRecord, before index: Int, _ link: LinkHistory) -> Int? {
        guard let all = link.askings[record.name] else { return nil }
        let time = link.messages[index].time
        var place = all.partitioningIndex { link.messages[$0.message].time >= time - Nanoseconds.answer }
        var asker: Int?
        let limit = place + Self.maximumNeighbors
        while place < all.count, all[place].message < index {
            if place == limit { return nil }
            if link.log.questions[all[place].question].matches(record) {
                let host = link.messages[all[place].message].host
                if asker != nil, asker != host { return nil }
                asker = host
            }
            place += 1
        }
        return asker
    }

    /// Whether a host proved, in the minute before a time, that it hears another.
    ///
    /// - Parameter later: How long after it a proof still counts.
    func hears(_ listener: Int, _ speaker: Int, at time: Int64, later: Int64 = 0) -> Bool {
        guard let all = times[Pair(listener: listener, speaker: speaker)] else { return false }
        let index = all.partitioningIndex { $0 >= time - Self.memory }
        return index < all.count && all[index] <= time + later
    }
}
