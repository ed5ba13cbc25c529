/// One of the two captures that are compared, in the order in which they were given.
public enum CapturePoint: String, Codable, Sendable, CaseIterable {
    case first = "A"
    case second = "B"

    /// The other one.
    public var other: CapturePoint { self == .first ? .second : .first }
}
