/// An endpoint's log beside the packets of a capture.
///
/// Packets are matched by number space, number and direction. From the matched ones come the offset of the clocks and, if
/// the log names a wrong unit of time, the unit. The capture must be of the same connection: its
/// ``QUICLog/originalDestinationConnectionID`` is the destination of the client's first Initial packet.
public struct QUICLogComparison: Hashable, Sendable {
    /// A packet that both have.
    public struct Match: Hashable, Sendable {
        /// The space, number and direction that the event and the captured packet share.
        public var key: QUICPacketKey
        /// The index of the event in the log.
        public var event: Int
        /// The index of the packet in the capture.
        public var packet: Int
        /// Nanoseconds from the moment that the log gives, moved to the capture's axis, to that of the capture: positive
        /// where the packet was captured after the endpoint logged it.
        public var delay: Int64
        /// The size of the packet in the capture less that in the log, where the log has one.
        public var sizeDifference: Int?
    }

    /// A packet of the log that no packet of the capture is known to be.
    public struct Missing: Hashable, Sendable {
        /// The space, number and direction that the log has.
        public var key: QUICPacketKey
        /// The index of the event in the log.
        public var event: Int
        /// On the capture's axis; nil where no packet matches.
        public var time: Int64?
    }

    /// How times of the log become those of the capture; nil where no packet matches.
    public var clock: QUICLogClock?
    /// In the order of the log.
    public var matches: [Match]
    /// What the log calls sent or received, and the capture lacks.
    public var missingFromCapture: [Missing]
    /// What the log calls sent or received, and may be a captured packet that stays sealed: without its number, nothing shows
    /// which one.
    public var maybeSealed: [Missing]
    /// Indices of captured packets that the log lacks, further copies of a packet among them.
    public var missingFromLog: [Int]
    /// What became of the packets that the endpoint gave up for lost.
    public var losses: [QUICLogLoss]
    /// What the endpoint computed, over the capture's time.
    public var series: QUICLogSeries

    /// Compares.
    ///
    /// - Parameters:
    ///   - log: The log of an endpoint, or one from its view.
    ///   - packets: The opened packets of the same connection in the order of the capture.
    ///   - sealed: The groups of which the capture has packets that stay sealed. A packet of the log that is of one of them
    ///     is not said to be missing.
    ///   - scale: The scale of the log's times if it is known; else it is found.
    public init(
        of log: QUICLog, with packets: [QUICCapturedPacket], sealed: Set<QUICPacketGroup> = [],
        scale: QUICLogTimeScale? = nil
    ) {
        var unmatched = Self.indices(of: packets)
        var pairs: [(key: QUICPacketKey, event: Int, packet: Int)] = []
        var missing: [(key: QUICPacketKey, event: Int)] = []
        for (index, event) in log.events.enumerated() {
            guard let (key, _) = Self.packet(event) else { continue }
            // Copies are matched in their order: the list is reversed.
            if let packet = unmatched[key]?.popLast() {
                pairs.append((key, index, packet))
            } else {
                missing.append((key, index))
            }
        }
        let scales = scale.map { [$0] } ?? Self.scales(for: log)
        let clock = QUICLogClock(
            pairs.map { (log.events[$0.event].time, packets[$0.packet].time, $0.key.isFromEndpoint) }, scales: scales)

        self.clock = clock
        matches = pairs.map { pair in
            let captured = packets[pair.packet]
            let moment = clock?.time(log.events[pair.event].time) ?? captured.time
            let logged = Self.packet(log.events[pair.event])?.packet.length
            return Match(
                key: pair.key, event: pair.event, packet: pair.packet,
                delay: captured.time.subtractingReportingOverflow(moment).partialValue,
                sizeDifference: logged.flatMap { Int(exactly: $0) }.map { captured.size &- $0 })
        }
        let unseen = missing.map { entry in
            Missing(key: entry.key, event: entry.event, time: clock?.time(log.events[entry.event].time))
        }
        missingFromCapture = unseen.filter { !sealed.contains($0.key.group) }
        maybeSealed = unseen.filter { sealed.contains($0.key.group) }
        missingFromLog = unmatched.values.joined().sorted()
        losses = QUICLogLoss.all(in: log, packets: packets, sealed: sealed, clock: clock)
        series = QUICLogSeries(of: log, clock: clock)
    }

    /// The scales to try, the one that is expected of the log's writer first.
    private static func scales(for log: QUICLog) -> [QUICLogTimeScale] {
        let likely = log.source.likelyScale
        return [likely] + QUICLogTimeScale.allCases.filter { $0 != likely }
    }

    private static func indices(of packets: [QUICCapturedPacket]) -> [QUICPacketKey: [Int]] {
        var indices: [QUICPacketKey: [Int]] = [:]
        indices.reserveCapacity(packets.count)
        for (index, packet) in packets.enumerated().reversed() { indices[packet.key, default: []].append(index) }
        return indices
    }

    /// The packet that an event is about.
    private static func packet(_ event: QUICLogEvent) -> (key: QUICPacketKey, packet: QUICLogPacket)? {
        switch event.content {
        case .packetSent(let packet): QUICPacketKey(packet, isFromEndpoint: true).map { ($0, packet) }
        case .packetReceived(let packet): QUICPacketKey(packet, isFromEndpoint: false).map { ($0, packet) }
        default: nil
        }
    }
}
