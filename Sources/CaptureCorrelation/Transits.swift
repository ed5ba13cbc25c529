import TraceModel

/// The fate of the packets of one direction between the end where they were sent and the end where they arrived.
struct Transits: Sendable {
    /// A packet that left one point and came to the other.
    struct Transit: Sendable {
        /// Its indices in the lists of the sender's end and of the receiver's.
        let departure: Int
        let arrival: Int
        /// When it was whole there: nanoseconds, by the clock of capture A.
        let time: Int64
        /// Nanoseconds from its first bit sent to its last received (RFC 7679 §3.4).
        let delay: Int64
    }

    let departures: MarkList
    let arrivals: MarkList
    private let senderIsFirst: Bool
    private let clock: ClockEstimate
    /// In order of arrival.
    private(set) var all: [Transit] = []
    /// Places of packets that were sent and did not arrive, in order.
    private(set) var missing: [Int] = []
    /// Arrivals beyond as many copies as were sent.
    private(set) var duplicates = 0
    /// Indices of arrivals without a sent packet, as far as the sender's capture goes.
    private(set) var unexplained: [Int] = []
    /// The median delay in nanoseconds, of packets without copies.
    private(set) var typicalDelay: Int64 = 0

    /// - Parameter sender: The capture at the sender's end.
    init(_ match: DirectionMatch, sender: CorrelationReport.Point, clock: ClockEstimate) {
        senderIsFirst = sender == .first
        self.clock = clock
        departures = senderIsFirst ? match.first : match.second
        arrivals = senderIsFirst ? match.second : match.first
        for pair in match.pairs {
            append(senderIsFirst ? (pair.first, pair.second) : (pair.second, pair.first))
        }
        if !all.isEmpty {
            let delays = all.map(\.delay).sorted()
            typicalDelay = delays[delays.count / 2]
        }
        var isGrouped = [Bool](repeating: false, count: arrivals.count)
        for group in match.groups {
            let (ones, others) = (match.groupedFirst[group.first], match.groupedSecond[group.second])
            let (sent, received) = senderIsFirst ? (ones, others) : (others, ones)
            for place in received { isGrouped[Int(place)] = true }
            resolve(Array(sent), Array(received))
            duplicates += max(0, received.count - sent.count)
        }
        all.sort { ($0.time, $0.arrival) < ($1.time, $1.arrival) }
        var hasArrived = [Bool](repeating: false, count: departures.count)
        for transit in all {
            hasArrived[transit.departure] = true
            isGrouped[transit.arrival] = true
        }
        missing = hasArrived.indices.filter { !hasArrived[$0] }
        unexplained = isGrouped.indices.filter { !isGrouped[$0] }
    }

    /// When a packet was sent, by the clock of capture A.
    func departureTime(_ place: Int) -> Int64 {
        senderIsFirst ? departures[place].start : clock.firstTime(ofSecond: departures[place].start)
    }

    /// When it had arrived, by the same clock.
    func arrivalTime(_ place: Int) -> Int64 {
        senderIsFirst ? clock.firstTime(ofSecond: arrivals[place].end) : arrivals[place].end
    }

    private mutating func append(_ places: (departure: Int, arrival: Int)) {
        let time = arrivalTime(places.arrival)
        all.append(
            Transit(
                departure: places.departure, arrival: places.arrival, time: time,
                delay: time &- departureTime(places.departure)))
    }

    /// Decides which of equal packets are which, in order: as many as both ends have are matched.
    ///
    /// If more packets arrived than were sent, the first copy is the arrival after a packet was sent. If fewer arrived,
    /// the lost ones are those whose removal brings the delays closest to the usual.
    private mutating func resolve(_ sent: [UInt32], _ received: [UInt32]) {
        var (one, other) = (0, 0)
        while one < sent.count, other < received.count {
            let (departure, arrival) = (Int(sent[one]), Int(received[other]))
            let delay = arrivalTime(arrival) &- departureTime(departure)
            if received.count - other > sent.count - one {
                // One more than possible: it is a late copy of the one before, if it came before this one was sent.
                if delay < 0, Double(delay.magnitude) > clock.uncertainty * 1e9 {
                    other += 1
                    continue
                }
            } else if sent.count - one > received.count - other {
                let next = arrivalTime(arrival) &- departureTime(Int(sent[one + 1]))
                if (next &- typicalDelay).magnitude < (delay &- typicalDelay).magnitude {
                    one += 1
                    continue
                }
            }
            append((departure, arrival))
            one += 1
            other += 1
        }
    }

    /// Packets that arrive after one that was sent later (RFC 4737 §3.3).
    var reordered: Int {
        var latest = -1
        var count = 0
        for transit in all {
            if transit.departure < latest { count += 1 }
            latest = max(latest, transit.departure)
        }
        return count
    }

    /// RFC 3550 §6.4.1 in nanoseconds, over the packets in order of arrival; nil for fewer than two.
    var jitter: Double? {
        guard all.count > 1 else { return nil }
        return zip(all, all.dropFirst()).reduce(0) { jitter, pair in
            jitter + (Double((pair.1.delay &- pair.0.delay).magnitude) - jitter) / 16
        }
    }
}
