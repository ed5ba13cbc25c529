/// What an endpoint computed about the path, over the time of a capture. Each series has the values that the log gives, in
/// its order; between them the last one holds.
public struct QUICLogSeries: Hashable, Sendable {
    /// A value and since when it holds.
    public struct Point<Value: Hashable & Sendable>: Hashable, Sendable {
        /// On the capture's axis.
        public var time: Int64
        /// The value that holds from ``time`` on.
        public var value: Value

        /// A value that holds from that time on, in nanoseconds on the capture's axis.
        public init(time: Int64, value: Value) {
            self.time = time
            self.value = value
        }
    }

    /// The congestion window in bytes.
    public var congestionWindow: [Point<UInt64>] = []
    /// Bytes that were sent and neither acknowledged nor given up.
    public var bytesInFlight: [Point<UInt64>] = []
    /// The slow start threshold in bytes.
    public var slowStartThreshold: [Point<UInt64>] = []
    /// The smoothed round-trip time in nanoseconds.
    public var smoothedRTT: [Point<Int64>] = []
    /// The last sample of the round-trip time in nanoseconds.
    public var latestRTT: [Point<Int64>] = []
    /// The smallest round-trip time so far, in nanoseconds.
    public var minimumRTT: [Point<Int64>] = []
    /// The names of the congestion controller's states.
    public var congestionState: [Point<String>] = []

    /// Series without points.
    public init() {}

    /// - Parameter clock: Without one, no time of the log is known on the capture's axis, and the series are empty.
    init(of log: QUICLog, clock: QUICLogClock?) {
        guard let clock else { return }
        for event in log.events {
            let time = clock.time(event.time)
            switch event.content {
            case .metricsUpdated(let metrics): append(metrics, at: time, scale: clock.scale)
            case .congestionStateUpdated(let state):
                if let new = state.new { congestionState.append(Point(time: time, value: new)) }
            default: break
            }
        }
    }

    private mutating func append(_ metrics: QUICLogMetrics, at time: Int64, scale: QUICLogTimeScale) {
        func point<Value>(_ value: Value?) -> [Point<Value>] { value.map { [Point(time: time, value: $0)] } ?? [] }
        congestionWindow += point(metrics.congestionWindow)
        bytesInFlight += point(metrics.bytesInFlight)
        slowStartThreshold += point(metrics.slowStartThreshold)
        smoothedRTT += point(metrics.smoothedRTT.map { scale($0) })
        latestRTT += point(metrics.latestRTT.map { scale($0) })
        minimumRTT += point(metrics.minimumRTT.map { scale($0) })
    }
}
