/// Which packets of one direction are the same in both captures.
///
/// A packet whose content comes once in each file is one pair. What comes more often in one of them (repeated
/// acknowledgments, retransmissions, equal datagrams, copies made by the network) is a group, to be resolved once the
/// clocks are known.
struct DirectionMatch: Sendable {
    /// The share of the packets that match without IPv4 identifications that must also match with them; otherwise
    /// something on the path changes these, and they are not used. The rest allows for packets of which one copy was
    /// lost and another duplicated.
    private static let identificationShare = 0.9

    /// A packet in both files, by its indices in ``first`` and ``second``.
    struct Pair: Sendable {
        let first: Int
        let second: Int
    }

    /// Packets of equal content, by ranges of ``groupedFirst`` and ``groupedSecond``: neither is empty, and one has
    /// more than one.
    struct Group: Sendable {
        let first: Range<Int>
        let second: Range<Int>
    }

    private struct Entry {
        let key: UInt64
        let place: UInt32
    }

    private(set) var first: MarkList
    private(set) var second: MarkList
    /// In order of ``Pair/first``.
    private(set) var pairs: [Pair] = []
    private(set) var groups: [Group] = []
    /// Places of packets in groups, each group's in order of time.
    private(set) var groupedFirst: [UInt32] = []
    private(set) var groupedSecond: [UInt32] = []

    /// Pairs that the groups will come to.
    private var groupedPairs: Int { groups.reduce(0) { $0 + min($1.first.count, $1.second.count) } }
    /// Packets that are in both files.
    var matched: Int { pairs.count + groupedPairs }

    /// Packets that show a difference of times: those that occur once in each file, or, if all are the same, those of
    /// each group in order, which may be wrong if some were lost.
    var orderedPairs: [Pair] {
        guard pairs.isEmpty else { return pairs }
        return groups.flatMap { group in
            zip(groupedFirst[group.first], groupedSecond[group.second]).map {
                Pair(first: Int($0), second: Int($1))
            }
        }.sorted { $0.first < $1.first }
    }

    /// Compares two lists: in time n log n, and with 16 bytes for each packet while it goes on.
    init(_ first: MarkList, _ second: MarkList) {
        self.first = first
        self.second = second
        guard !first.isEmpty, !second.isEmpty else { return }
        var comparison = PacketMark.Comparison()
        var hasIdentifications = false
        for mark in [first, second].joined() {
            comparison.limit(to: mark)
            hasIdentifications = hasIdentifications || mark.identification != 0
        }
        join(comparison)
        guard hasIdentifications, !groups.isEmpty else { return }
        var finer = self
        comparison.usesIdentification = true
        finer.join(comparison)
        if Double(finer.matched) >= Self.identificationShare * Double(matched) { self = finer }
    }

    private mutating func join(_ comparison: PacketMark.Comparison) {
        (pairs, groups, groupedFirst, groupedSecond) = ([], [], [], [])
        let (ones, others) = (Self.entries(first, comparison), Self.entries(second, comparison))
        var (one, other) = (0, 0)
        while one < ones.count, other < others.count {
            let key = ones[one].key
            guard key == others[other].key else {
                if key < others[other].key { one += 1 } else { other += 1 }
                continue
            }
            let oneEnd = Self.end(of: key, in: ones, from: one)
            let otherEnd = Self.end(of: key, in: others, from: other)
            if oneEnd - one == 1, otherEnd - other == 1 {
                pairs.append(Pair(first: Int(ones[one].place), second: Int(others[other].place)))
            } else {
                let (start, otherStart) = (groupedFirst.count, groupedSecond.count)
                groupedFirst += ones[one..<oneEnd].lazy.map(\.place)
                groupedSecond += others[other..<otherEnd].lazy.map(\.place)
                groups.append(Group(first: start..<groupedFirst.count, second: otherStart..<groupedSecond.count))
            }
            (one, other) = (oneEnd, otherEnd)
        }
        pairs.sort { $0.first < $1.first }
    }

    /// By key, equal ones in time order.
    private static func entries(_ list: MarkList, _ comparison: PacketMark.Comparison) -> [Entry] {
        var entries = list.enumerated().map {
            Entry(key: $1.key(comparison), place: UInt32(truncatingIfNeeded: $0))
        }
        entries.sort { ($0.key, $0.place) < ($1.key, $1.place) }
        return entries
    }

    private static func end(of key: UInt64, in entries: [Entry], from start: Int) -> Int {
        var end = start
        while end < entries.count, entries[end].key == key { end += 1 }
        return end
    }
}
