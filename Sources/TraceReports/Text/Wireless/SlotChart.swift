import TraceModel

/// The schedules of nodes in aligned rows, in the time of one of them if their clocks can be compared.
struct SlotChart {
    /// The last schedules of a node that are drawn.
    static let maximumSequences = 3

    /// Those with schedules.
    let nodes: [AWDLReport.Node]
    /// The slot of the first node in which slot 0 of each node lies, rounded to a whole one; nil where it is unknown.
    let shifts: [Int?]

    /// The duration of a slot, in seconds.
    private static let slot = 0.065536

    init(_ awdl: AWDLReport) {
        let nodes = awdl.nodes.filter { !$0.channelSequences.isEmpty }
        self.nodes = nodes
        guard let first = nodes.first else {
            shifts = []
            return
        }
        var distances: [String: Double] = [:]
        for pair in awdl.pairs {
            guard let distance = pair.clockDistance else { continue }
            if pair.a == first.address { distances[pair.b] = distance }
            if pair.b == first.address { distances[pair.a] = -distance }
        }
        shifts = nodes.map { node -> Int? in
            if node.address == first.address { return 0 }
            if let distance = distances[node.address] { return Int((distance / Self.slot).rounded()) }
            // A node that is always on one channel looks the same in any time.
            let isSteady = node.channelSequences.suffix(Self.maximumSequences).allSatisfy { sequence in
                sequence.channels.allSatisfy { $0 == sequence.channels.first }
            }
            return isSteady ? 0 : nil
        }
    }

    /// Whether a node is drawn in its own time.
    var hasUnknown: Bool { shifts.contains(nil) }

    /// The channels of a schedule, slot by slot of the first node's time.
    static func cells(_ channels: [Int], _ shift: Int?) -> [Int] {
        guard let shift, !channels.isEmpty else { return Array(channels.prefix(16)) }
        let count = channels.count
        return (0..<min(16, count)).map { slot in channels[((slot - shift) % count + count) % count] }
    }
}
