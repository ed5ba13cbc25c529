import PacketDissection
import WireCoding

/// The evidence of a TCP direction's sequence numbers about segments that are in only one capture.
struct StreamEvidence {
    enum Evidence { case resegmented, acknowledged }

    private let transits: Transits
    /// Positions in the stream, without wrapping: of each segment sent, and of each that arrived.
    private let departures: [Int64]
    private let arrivals: [Int64]
    /// Bytes that came, by all arrivals, and by those alone that were not sent so.
    private let received: ByteRanges
    private let receivedAnew: ByteRanges
    /// The same of what was sent and did not come so.
    private let sentAnew: ByteRanges
    /// The position up to which the receiver has said that it has everything.
    private var acknowledged = Int64.min

    init(_ transits: Transits, acknowledgments: MarkList) {
        self.transits = transits
        let sent = Self.positions(transits.departures)
        let unshifted = Self.positions(transits.arrivals)
        // Positions are aligned at a packet that both lists have.
        let anchor = transits.all.min { $0.arrival < $1.arrival }
        let shift = anchor.map { sent[$0.departure] &- unshifted[$0.arrival] } ?? 0
        let arrived = unshifted.map { $0 &+ shift }
        (departures, arrivals) = (sent, arrived)
        received = Self.ranges(transits.arrivals.indices, transits.arrivals, arrived)
        receivedAnew = Self.ranges(transits.unexplained, transits.arrivals, arrived)
        sentAnew = Self.ranges(transits.missing, transits.departures, sent)
        acknowledged = highestAcknowledgment(acknowledgments)
    }

    /// Positions of segments relative to the first: each is assumed to be the nearest to the one before.
    private static func positions(_ list: MarkList) -> [Int64] {
        var position: Int64 = 0
        return list.indices.map { index in
            if index > 0 {
                position &+= Int64(Int32(bitPattern: list[index].sequenceNumber &- list[index - 1].sequenceNumber))
            }
            return position
        }
    }

    private static func ranges(_ places: some Sequence<Int>, _ list: MarkList, _ positions: [Int64]) -> ByteRanges {
        ByteRanges(places.map { positions[$0]..<(positions[$0] &+ Int64(list[$0].sequenceLength)) })
    }

    /// Acknowledgments are near what has arrived before them.
    private func highestAcknowledgment(_ acknowledgments: MarkList) -> Int64 {
        var highest = Int64.min
        var next = 0
        for index in acknowledgments.indices where acknowledgments[index].flags.contains(.ack) {
            while next < transits.arrivals.count, transits.arrivals[next].start <= acknowledgments[index].start {
                next += 1
            }
            guard next > 0 else { continue }
            let distance = acknowledgments[index].acknowledgmentNumber &- transits.arrivals[next - 1].sequenceNumber
            highest = max(highest, arrivals[next - 1] &+ Int64(Int32(bitPattern: distance)))
        }
        return highest
    }

    /// Why a segment that did not arrive as it was need not be lost.
    func evidence(ofDeparture place: Int) -> Evidence? {
        let mark = transits.departures[place]
        guard mark.sequenceLength > 0, !mark.flags.contains(.rst) else { return nil }
        let range = departures[place]..<(departures[place] &+ Int64(mark.sequenceLength))
        if receivedAnew.contains(range) { return .resegmented }
        return range.upperBound <= acknowledged && !received.overlaps(range) ? .acknowledged : nil
    }

    /// Arrivals whose bytes were all sent in other packets.
    var resegmentedArrivals: Int {
        transits.unexplained.count { place in
            let length = Int64(transits.arrivals[place].sequenceLength)
            return length > 0 && sentAnew.contains(arrivals[place]..<(arrivals[place] &+ length))
        }
    }
}

/// Disjoint ranges of a stream, in order.
struct ByteRanges: Sendable {
    private var ranges: [Range<Int64>] = []

    init(_ parts: [Range<Int64>]) {
        for part in parts.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, part.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                ranges.append(part)
            }
        }
    }

    /// The first range that ends after a position.
    private func index(endingAfter position: Int64) -> Int {
        ranges.partitioningIndex { $0.upperBound > position }
    }

    func contains(_ range: Range<Int64>) -> Bool {
        let index = index(endingAfter: range.lowerBound)
        return index < ranges.count && ranges[index].lowerBound <= range.lowerBound
            && ranges[index].upperBound >= range.upperBound
    }

    func overlaps(_ range: Range<Int64>) -> Bool {
        let index = index(endingAfter: range.lowerBound)
        return index < ranges.count && ranges[index].lowerBound < range.upperBound
    }
}
