import TraceModel

/// One test between two devices: a session that measures something, as one capture or several show it.
public struct TestRun: Codable, Equatable, Sendable {
    /// From 1 on, in the order of the captures and of the sessions in them.
    public var id: Int
    /// The researcher's name for it.
    public var label: String?
    /// The views of the run. Several captures of one run, at several points, are several views of it.
    public var views: [View]
    /// The level of each factor, nil if unknown.
    public var factors: KeyedValues<FactorValue>
    /// The values by the names of ``ComparisonMetric``, nil if one was not measured.
    public var metrics: KeyedValues<Double>

    /// A session of a capture.
    public struct View: Codable, Equatable, Sendable {
        /// The capture's path, as it was given.
        public var file: String
        /// `Session.id`
        public var session: Int
        /// `Session.interface`
        public var interface: Int
        /// `Session.capturePoint`
        public var capturePoint: Session.CapturePoint?
        /// `Session.start` of the session, RFC 3339 in UTC by that capture's clock; nil if the capture does not have
        /// it.
        public var start: String?
        /// The same in nanoseconds since 1970, which is not in the JSON.
        var startMoment: Int64?

        private enum CodingKeys: String, CodingKey { case file, session, interface, capturePoint, start }
    }

    /// The level of a factor, nil where it is unknown.
    public subscript(factor: ComparisonFactor) -> FactorValue? { factors[factor.rawValue] }
    /// The value of a metric in its unit, nil where it was not measured.
    public subscript(metric: ComparisonMetric) -> Double? { metrics[metric.rawValue] }
}

extension TestRun {
    /// The files that show it, in words.
    var files: String {
        var names: [String] = []
        for view in views where !names.contains(view.file) { names.append(view.file) }
        return Excerpt.shortList(names)
    }

    /// Whether the clocks of all views are near each other.
    var clocksAgree: Bool {
        let starts = views.compactMap(\.startMoment)
        guard let first = starts.min(), let last = starts.max() else { return true }
        return last &- first <= RunCollector.nearbyStart
    }
}
