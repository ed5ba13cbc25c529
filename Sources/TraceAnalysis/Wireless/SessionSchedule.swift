import TraceModel

/// The schedules of a session's ends while it lasted; if there were several, those that were valid longest.
struct SessionSchedule: CustomStringConvertible {
    /// Slots in which packets pass, parts of slots too where clocks are apart.
    private let common: Double
    let slots: Int
    private let ends: Int
    /// Whether schedules changed during the session.
    private let hasChanged: Bool
    /// Whether it counts on clocks of which nothing is known.
    private let isAssumed: Bool

    /// - Parameters:
    ///   - nodes: The session's ends that are AWDL nodes.
    ///   - clockDistance: Seconds by which the schedule of the second end begins later than that of the first; nil where
    ///     their clocks cannot be compared.
    /// - Returns: Nil if no end announced its schedule before the session was over.
    init?(of nodes: [AWDLReport.Node], during session: Session, clockDistance: Double?) {
        let announcing = nodes.filter { node in node.channelSequences.contains { $0.time <= session.end } }
        // Until the last of them announced its first one, nothing can be compared.
        guard let start = announcing.compactMap(\.channelSequences.first?.time).max() else { return nil }
        var times = [max(start, session.start), session.end]
        times += announcing.flatMap(\.channelSequences).map(\.time).filter { $0 > times[0] && $0 < session.end }
        times.sort()
        var durations: [[[Int]]: Double] = [:]
        var order: [[[Int]]] = []
        for (time, next) in zip(times, times.dropFirst()) {
            let channels = announcing.compactMap { node in node.channelSequences.last { $0.time <= time }?.channels }
            if durations[channels] == nil { order.append(channels) }
            durations[channels, default: 0] += next - time
        }
        // Among equals the first one, as everywhere in the report.
        let longest = order.map { durations[$0] ?? 0 }.max()
        guard let channels = order.first(where: { durations[$0] == longest }), let first = channels.first else {
            return nil
        }
        let other = channels.last ?? first
        slots = max(first.count, other.count)
        guard !first.isEmpty, !other.isEmpty else { return nil }
        ends = channels.count
        hasChanged = order.count > 1
        let distance = announcing.count == 2 ? clockDistance : nil
        let (own, others) = (first.map { UInt8(clamping: $0) }, other.map { UInt8(clamping: $0) })
        isAssumed = ends > 1 && distance == nil && !AWDLSharedTime.isSteady(own, others)
        let shared = AWDLSharedTime(own, others, delay: Int(((distance ?? 0) * 1e6).rounded()))
        common = shared.share * Double(slots)
    }

    var leavesSlotsOut: Bool { tenths < slots * 10 }

    /// To a tenth of a slot.
    var sharedSlots: Double { Double(tenths) / 10 }

    private var tenths: Int { Int((common * 10).rounded()) }

    /// `their schedules share 2 of 16 slots`
    var description: String {
        let count = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        let words = ends > 1 ? "their schedules share" : "one end listens in"
        return "\(words) \(count) of \(slots) slots" + (isAssumed ? " (if their clocks agree)" : "")
            + (hasChanged ? " for the longest part of the session" : "")
    }
}
