import DNSWire
import WireCoding

/// What judges see: a link, and which of its hosts they look at.
struct HostView: Sendable {
    let link: LinkHistory
    let host: Int
    /// The multicast queries of others with a question for a name that the host ever said something of, each once.
    let queries: [Int]

    init(link: LinkHistory, host: Int) {
        self.link = link
        self.host = host
        queries = link.queries(ofOthersThan: host)
    }

    var traffic: LinkHistory.Traffic { link.traffic[host] }
    func message(_ index: Int) -> HeardMessage { link.messages[index] }
    func time(_ index: Int) -> Int64 { link.messages[index].time }

    /// Multicast responses after a message, up to that long after it.
    func responses(after index: Int, within span: Int64) -> ArraySlice<Int> {
        let list = traffic.multicastResponses
        let first = list.partitioningIndex { $0 > index }
        let last = list.partitioningIndex { link.messages[$0].time > link.messages[index].time &+ span }
        return first < last ? list[first..<last] : []
    }

    /// Responses after a message, up to that long after it, by multicast or unicast.
    func allResponses(after index: Int, within span: Int64) -> [Int] {
        let end = link.messages[index].time &+ span
        let unicast = link.inInterval(traffic.unicastResponses, from: link.messages[index].time, to: end)
        return (responses(after: index, within: span) + unicast.filter { $0 > index }).sorted()
    }

    /// Whether the host multicast a response later than that long after a message.
    func respondsLater(than span: Int64, after index: Int) -> Bool {
        guard let last = traffic.multicastResponses.last else { return false }
        return link.messages[last].time > link.messages[index].time &+ span
    }

    /// Whether the host's message has a record in its answers, or anywhere, that answers a question.
    func answers(_ index: Int, _ question: HeardQuestion, anywhere: Bool = false) -> Bool {
        link.records(index).contains {
            (anywhere || $0.section == .answer) && question.matches(link.known($0))
        }
    }

    /// The numbers of the records that a query lists as known answers.
    func knownAnswers(_ index: Int) -> [Int: UInt32] {
        var listed: [Int: UInt32] = [:]
        for record in link.records(index) where record.section == .answer { listed[record.number] = record.ttl }
        return listed
    }

    /// Whether a record was said by this host with the cache-flush bit: one of a name that nobody else has.
    func isUnique(_ record: Int) -> Bool {
        link.sayings[LinkHistory.HostRecord(host: host, record: record)]?.contains { $0.cacheFlush } ?? false
    }

    /// Whether neither a question, nor a probe of another host, in the time in which it would be answered, is a reason for a
    /// response.
    func isUnprompted(_ index: Int) -> Bool {
        let time = link.messages[index].time
        return isUnsolicited(index)
            && !link.answers(index).contains {
                link.wasProbed(link.known($0).name, from: time &- Nanoseconds.answer, to: time, but: host)
            }
    }

    /// Whether no question, in the time in which it would be answered, is a reason for a response. A browser on the host itself
    /// may ask for the host's services.
    func isUnsolicited(_ index: Int) -> Bool {
        let time = link.messages[index].time
        return !link.answers(index).contains {
            link.wasAsked(
                link.known($0), from: time &- Nanoseconds.answer, to: time, but: nil, before: index)
        }
    }
}
