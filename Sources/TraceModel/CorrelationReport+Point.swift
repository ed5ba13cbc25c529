extension CorrelationReport {
    /// One of the two captures that are compared, in the order in which they were given.
    public enum Point: String, Codable, Sendable, CaseIterable {
        /// The capture that was given first.
        case first = "A"
        /// The capture that was given last.
        case second = "B"

        /// The other one.
        public var other: Point { self == .first ? .second : .first }
    }
}
