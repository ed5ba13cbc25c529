import ApplicationProtocols
import TraceModel
import WireCoding

/// What is counted and timed of one direction's messages, whatever the application.
struct GuestTally: Sendable {
    /// Messages of a direction by which a session is recognized.
    static let openingMessages = 4
    /// Authors of a direction that are kept.
    private static let maximumSenders = 64

    let measures: ApplicationMeasures
    private(set) var messages = 0
    /// Bodies.
    private(set) var bytes = 0
    private(set) var types: [String: Int] = [:]
    /// When the first message began.
    private(set) var first: PacketMoment?
    /// Of the first messages, those whose type is not known.
    private(set) var strangers = 0
    private var names = KnownNames()
    private var copies = 0
    private var numbers: [String: CountedMessages] = [:]
    private(set) var delays = OneWayDelays()
    private var lastSent: Int64?
    /// Who wrote, and when it was first said.
    private(set) var senders: [(name: String, moment: PacketMoment)] = []

    init(_ measures: ApplicationMeasures) { self.measures = measures }

    /// Counts a message.
    mutating func count(_ message: ApplicationMessage, begun: PacketMoment, completed: PacketMoment) {
        messages += 1
        bytes += message.bodySize
        if first == nil { first = begun }
        if let type = message.type { types.countType(type) }
        if messages <= Self.openingMessages, !message.isKnown { strangers += 1 }
        let isFirstCopy = isFirstCopy(message)
        if isFirstCopy, let sent = message.sent { delays.record(sent: unwrap(sent), arrival: completed.time) }
        if let sender = message.sender, !senders.contains(where: { $0.name == sender }),
            senders.count < Self.maximumSenders
        {
            senders.append((sender, completed))
        }
    }

    private mutating func isFirstCopy(_ message: ApplicationMessage) -> Bool {
        var isFirst = true
        if measures.hasNumbers, let number = message.number {
            let key = measures.numbersByType ? message.type ?? "" : ""
            if measures.numbersByType, numbers[key] == nil, numbers.count >= TypeCounts.maximumTypes {
                return true
            }
            isFirst = numbers[key, default: CountedMessages(width: measures.numberWidth)].record(number)
        }
        if let id = message.id {
            isFirst = names.insert(id)
            if !isFirst { copies += 1 }
        }
        return isFirst
    }

    /// The sender's clock without its turns, nearest to the last time.
    private mutating func unwrap(_ sent: Int64) -> Int64 {
        guard let period = measures.clockPeriod, let last = lastSent else {
            lastSent = sent
            return sent
        }
        let remainder = (sent &- last) % period
        var step = remainder < 0 ? remainder + period : remainder
        if step > period / 2 { step -= period }
        lastSent = last &+ step
        return last &+ step
    }

    /// Nil where neither names nor numbers show copies.
    var duplicates: Int? {
        if measures.hasIDs { return copies }
        return measures.hasNumbers ? numbers.values.reduce(0) { $0 + $1.duplicates } : nil
    }

    var lost: Int? { measures.hasNumbers && !numbers.isEmpty ? numbers.values.reduce(0) { $0 + $1.lost } : nil }

    var reordered: Int? { measures.hasNumbers && !numbers.isEmpty ? numbers.values.reduce(0) { $0 + $1.late } : nil }

    var byName: NamedCounts {
        var counts = NamedCounts()
        for name in types.keys.sorted() { counts.add(types[name] ?? 0, of: name) }
        return counts
    }

    /// Bytes are missing before the next message.
    mutating func miss() { for key in numbers.keys { numbers[key]?.miss() } }

    /// Frees what only a living session needs.
    mutating func finish() {
        names = KnownNames()
        delays.finish()
    }
}

/// The names of the last messages, by which copies are recognized. A copy comes soon after its original.
private struct KnownNames: Sendable {
    /// Names that are remembered at least.
    static let count = 4096

    private var recent: Set<UInt64> = []
    private var older: Set<UInt64> = []

    /// - Returns: Whether the name is new.
    mutating func insert(_ name: UInt64) -> Bool {
        guard !older.contains(name), recent.insert(name).inserted else { return false }
        if recent.count >= Self.count {
            older = recent
            recent = []
        }
        return true
    }
}
