/// How the times of a log become times of a capture.
public struct QUICLogClock: Hashable, Sendable {
    /// What the log's times are multiplied by.
    public var scale: QUICLogTimeScale
    /// Nanoseconds to add to a scaled time of the log: the median over the packets that the endpoint sent, or over those
    /// that it received if it sent none.
    public var offset: Int64
    /// The median distance of these packets from the offset, in nanoseconds: how well the times fit.
    public var spread: Int64
    /// How many packets the offset is of.
    public var packetCount: Int

    /// A clock with that scale and offset.
    ///
    /// - Parameters:
    ///   - scale: What the log's times are multiplied by.
    ///   - offset: Nanoseconds that are added to the scaled time.
    ///   - spread: The median distance of the packets from the offset, in nanoseconds.
    ///   - packetCount: How many packets the offset is of.
    public init(scale: QUICLogTimeScale, offset: Int64, spread: Int64, packetCount: Int) {
        self.scale = scale
        self.offset = offset
        self.spread = spread
        self.packetCount = packetCount
    }

    /// A time of the log on the capture's axis, or the nearest that 64 bits hold.
    public func time(_ logged: Int64) -> Int64 {
        let scaled = scale(logged)
        let (sum, overflows) = scaled.addingReportingOverflow(offset)
        return overflows ? (offset < 0 ? .min : .max) : sum
    }

    /// Another scale must fit that many times better than the expected one: times of a few packets sent at once fit any.
    static let requiredImprovement: Int64 = 4

    /// The clock of matched packets.
    ///
    /// - Parameters:
    ///   - pairs: The times in the log and in the capture.
    ///   - scales: The scales to try, the expected one first.
    /// - Returns: Nil without pairs.
    init?(_ pairs: [(logged: Int64, captured: Int64, isSent: Bool)], scales: [QUICLogTimeScale]) {
        let sent = pairs.filter(\.isSent)
        let chosen = sent.isEmpty ? pairs : sent
        var best: QUICLogClock?
        for scale in scales {
            guard let clock = Self.fit(chosen, scale: scale) else { continue }
            guard let current = best else {
                best = clock
                continue
            }
            let (needed, overflows) = clock.spread.multipliedReportingOverflow(by: Self.requiredImprovement)
            if !overflows, needed < current.spread { best = clock }
        }
        guard let best else { return nil }
        self = best
    }

    private static func fit(
        _ pairs: [(logged: Int64, captured: Int64, isSent: Bool)], scale: QUICLogTimeScale
    ) -> QUICLogClock? {
        let differences = pairs.compactMap { pair -> Int64? in
            let (difference, overflows) = pair.captured.subtractingReportingOverflow(scale(pair.logged))
            return overflows ? nil : difference
        }
        guard let offset = median(differences) else { return nil }
        let distances = differences.compactMap { difference -> Int64? in
            let (distance, overflows) = difference.subtractingReportingOverflow(offset)
            return overflows || distance == .min ? .max : abs(distance)
        }
        return QUICLogClock(
            scale: scale, offset: offset, spread: median(distances) ?? 0, packetCount: differences.count)
    }

    /// The lower of the two in the middle of an even number.
    private static func median(_ values: [Int64]) -> Int64? {
        guard !values.isEmpty else { return nil }
        return values.sorted()[(values.count - 1) / 2]
    }
}
