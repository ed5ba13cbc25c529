/// A packet that an endpoint gave up for lost, and what the wire shows of it.
public struct QUICLogLoss: Hashable, Sendable {
    /// What became of the packet.
    public enum Verdict: Hashable, Sendable {
        /// The peer acknowledged it: the endpoint was wrong, and sent its data twice. The time is that of the first packet
        /// with the ACK frame, on the capture's axis.
        case spurious(acknowledged: Int64)
        /// It passed the place of the capture, and no acknowledgment of it was seen: it was lost after that place.
        case lostAfterCapture(captured: Int64)
        /// Neither it nor an acknowledgment of it was captured: it was lost before the place of the capture, or never sent.
        case neverCaptured
        /// Unknown: the packet may be one of the captured packets that stay sealed, or, where the log has no acknowledgments, one of
        /// them may acknowledge it.
        case sealed
    }

    /// The packet that was given up.
    public var key: QUICPacketKey
    /// The index of the event in the log.
    public var event: Int
    /// When the endpoint gave it up, on the capture's axis; nil where no packet matches.
    public var time: Int64?
    /// Why: `reordering_threshold`, `time_threshold`.
    public var trigger: String?
    /// What the capture shows of the packet.
    public var verdict: Verdict

    static func all(
        in log: QUICLog, packets: [QUICCapturedPacket], sealed: Set<QUICPacketGroup>, clock: QUICLogClock?
    ) -> [QUICLogLoss] {
        var losses: [QUICLogLoss] = []
        for (index, event) in log.events.enumerated() {
            guard case .packetLost(let packet) = event.content,
                let key = QUICPacketKey(packet, isFromEndpoint: true)
            else { continue }
            losses.append(
                QUICLogLoss(
                    key: key, event: index, time: clock?.time(event.time), trigger: packet.trigger,
                    verdict: sealed.contains(key.group) ? .sealed : .neverCaptured))
        }
        guard !losses.isEmpty else { return [] }
        let lost = Set(losses.map(\.key))
        var captured: [QUICPacketKey: Int64] = [:]
        for packet in packets where packet.isFromEndpoint && lost.contains(packet.key) {
            captured[packet.key] = captured[packet.key] ?? packet.time
        }
        var search = AcknowledgmentSearch(lost)
        search.look(in: packets)
        search.look(in: log, clock: clock)
        for index in losses.indices {
            let key = losses[index].key
            if let time = search.found[key] {
                losses[index].verdict = .spurious(acknowledged: time)
            } else if let time = captured[key] {
                let answers = QUICPacketGroup(space: key.space, isFromEndpoint: false)
                let mayBeAcknowledged = sealed.contains(answers) && !search.logsAcknowledgments
                losses[index].verdict = mayBeAcknowledged ? .sealed : .lostAfterCapture(captured: time)
            }
        }
        return losses
    }
}

/// Looks for the first acknowledgment of each of some packets.
private struct AcknowledgmentSearch {
    private(set) var found: [QUICPacketKey: Int64] = [:]
    /// Whether the log has ACK frames of packets that the endpoint received. If it has, it has them all.
    private(set) var logsAcknowledgments = false
    private var wanted: [QUICLogPacketSpace: WantedNumbers] = [:]

    init(_ keys: Set<QUICPacketKey>) {
        wanted = Dictionary(grouping: keys, by: \.space).mapValues { WantedNumbers($0.map(\.number)) }
    }

    mutating func look(in packets: [QUICCapturedPacket]) {
        for packet in packets where !packet.isFromEndpoint {
            for range in packet.acknowledged { note(range, in: packet.space, at: packet.time) }
        }
    }

    /// The capture may lack an acknowledgment, or its ACK frames may be sealed: the endpoint logged what it received.
    mutating func look(in log: QUICLog, clock: QUICLogClock?) {
        guard let clock else { return }
        for event in log.events {
            guard case .packetReceived(let packet) = event.content, let space = packet.type?.space else { continue }
            for case .acknowledgment(let frame) in packet.frames ?? [] {
                logsAcknowledgments = true
                for range in frame.ranges ?? [] { note(range, in: space, at: clock.time(event.time)) }
            }
        }
    }

    private mutating func note(_ range: ClosedRange<UInt64>, in space: QUICLogPacketSpace, at time: Int64) {
        wanted[space]?.take(range) { number in
            found[QUICPacketKey(space: space, number: number, isFromEndpoint: true)] = time
        }
    }
}

/// Packet numbers that are looked for, each until it was found. Acknowledgments repeat what they have acknowledged before, so that
/// what was found is passed over at once.
private struct WantedNumbers {
    /// In order.
    private let numbers: [UInt64]
    /// For each index, one at or before the first of those from there on that were not found.
    private var next: [Int]

    init(_ numbers: [UInt64]) {
        self.numbers = numbers.sorted()
        next = Array(0...numbers.count)
    }

    /// Takes those in a range.
    mutating func take(_ range: ClosedRange<UInt64>, _ found: (UInt64) -> Void) {
        var index = firstLeft(from: firstIndex(notBelow: range.lowerBound))
        while index < numbers.count, numbers[index] <= range.upperBound {
            found(numbers[index])
            next[index] = index + 1
            index = firstLeft(from: index)
        }
    }

    private mutating func firstLeft(from index: Int) -> Int {
        var first = index
        while next[first] != first { first = next[first] }
        // What was passed over now takes one step the next time.
        var passed = index
        while next[passed] != passed { (passed, next[passed]) = (next[passed], first) }
        return first
    }

    private func firstIndex(notBelow bound: UInt64) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = low + (high - low) / 2
            if numbers[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
