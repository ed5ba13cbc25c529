import TraceAnalysis

/// One session as two captures have it.
struct SessionMatch: Sendable {
    /// The numbers of its connection in the two trails.
    let first: Int
    let second: Int
    let ways: BothWays<DirectionMatch>

    init(_ first: Int, in trail: PacketTrail, _ second: Int, in otherTrail: PacketTrail) {
        (self.first, self.second) = (first, second)
        ways = BothWays(fromFirstEnd: false, fromSecondEnd: true).map {
            DirectionMatch(trail.marks(of: first, fromSecond: $0), otherTrail.marks(of: second, fromSecond: $0))
        }
    }

    /// Packets that are in both files.
    var matched: Int { ways.all.reduce(0) { $0 + $1.matched } }
}

/// Something of the packets of the first end of a session's key, and the same of those of the second end.
struct BothWays<Way> {
    let fromFirstEnd: Way
    let fromSecondEnd: Way

    var all: [Way] { [fromFirstEnd, fromSecondEnd] }

    func map<Other>(_ transform: (Way) -> Other) -> BothWays<Other> {
        BothWays<Other>(fromFirstEnd: transform(fromFirstEnd), fromSecondEnd: transform(fromSecondEnd))
    }
}

extension BothWays: Sendable where Way: Sendable {}

extension SessionMatch {
    /// Finds the sessions in both captures: between the same addresses and ports, and with at least one packet in
    /// common. If an address is translated between the two points, there are none.
    ///
    /// Consecutive TCP connections between the same ports are distinguished by their initial sequence numbers. One
    /// whose SYN is missing in one file is the one with most packets in common. If one file has a session on several
    /// interfaces, the interface with most of its packets counts.
    ///
    /// - Returns: In order of the first capture's connections.
    static func all(in first: PacketTrail, _ second: PacketTrail) -> [SessionMatch] {
        let own = Dictionary(grouping: first.connections.indices) { first.connections[$0].key.anywhere }
        let theirs = Dictionary(grouping: second.connections.indices) { second.connections[$0].key.anywhere }
        var matches: [SessionMatch] = []
        for (key, numbers) in own {
            guard let others = theirs[key] else { continue }
            for (one, other) in pairs(first.busiest(numbers), first, second.busiest(others), second) {
                let match = SessionMatch(one, in: first, other, in: second)
                if match.matched > 0 { matches.append(match) }
            }
        }
        return matches.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    /// Which connections between two ends are the same.
    private static func pairs(
        _ ones: [Int], _ first: PacketTrail, _ others: [Int], _ second: PacketTrail
    ) -> [(Int, Int)] {
        guard let one = ones.first, let other = others.first else { return [] }
        guard first.connections[one].key.isTCP else { return [(one, other)] }
        var pairs: [(Int, Int)] = []
        let sequences = ones.compactMap { number in first.connections[number].initialSequence.map { ($0, number) } }
        var bySequence = Dictionary(sequences) { first, _ in first }
        var paired: Set<Int> = []
        var leftOver: [Int] = []
        for number in others {
            if let known = second.connections[number].initialSequence.flatMap({ bySequence.removeValue(forKey: $0) }) {
                pairs.append((known, number))
                paired.insert(known)
            } else {
                leftOver.append(number)
            }
        }
        // Only the first connection between two ports can be without its SYN: a SYN is what begins another one.
        let unpaired = ones.filter { !paired.contains($0) }
        if second.connections[other].initialSequence == nil,
            let best = mostAlike(second.segmentKeys(of: other), unpaired.map { first.segmentKeys(of: $0) })
        {
            pairs.append((unpaired[best], other))
            paired.insert(unpaired[best])
            leftOver.removeFirst()
        }
        if first.connections[one].initialSequence == nil, !paired.contains(one),
            let best = mostAlike(first.segmentKeys(of: one), leftOver.map { second.segmentKeys(of: $0) })
        {
            pairs.append((one, leftOver[best]))
        }
        return pairs
    }

    /// The place of the set with most elements of another one, nil where none has any.
    private static func mostAlike(_ keys: Set<UInt64>, _ candidates: [Set<UInt64>]) -> Int? {
        let counts = candidates.map { $0.count { keys.contains($0) } }
        guard let most = counts.max(), most > 0 else { return nil }
        return counts.firstIndex(of: most)
    }
}

extension PacketTrail {
    /// Those of one interface: if there are several, the one with most packets.
    fileprivate func busiest(_ numbers: [Int]) -> [Int] {
        var packets: [UInt64: Int] = [:]
        for number in numbers { packets[connections[number].key.capturedAt, default: 0] += packetCount(of: number) }
        guard packets.count > 1 else { return numbers }
        let best = packets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        return numbers.filter { connections[$0].key.capturedAt == best }
    }

    /// A connection's segments by their headers, without what a snap length may have cut.
    fileprivate func segmentKeys(of connection: Int) -> Set<UInt64> {
        let comparison = PacketMark.Comparison(extent: .header, usesOptions: false)
        var keys: Set<UInt64> = []
        for fromSecond in [false, true] {
            let marks = marks(of: connection, fromSecond: fromSecond)
            for mark in marks { keys.insert(mark.key(comparison)) }
        }
        return keys
    }
}
