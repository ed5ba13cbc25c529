/// The samples of one span of time: an entry of a series, in the unit of the ``Distribution`` beside it.
///
/// The bins of a series are of one width, which is a power of two of nanoseconds, and a bin without samples is not listed.
public struct SeriesBin: Codable, Hashable, Sendable {
    /// When the first of its samples was taken, in seconds since the first packet.
    public var time: Double
    /// Samples in the bin.
    public var count: Int
    /// The least.
    public var min: Double
    /// Of an even number of samples the mean of the two in the middle.
    public var median: Double
    /// The greatest.
    public var max: Double

    /// Made of all its parts.
    public init(time: Double, count: Int, min: Double, median: Double, max: Double) {
        (self.time, self.count) = (time, count)
        (self.min, self.median, self.max) = (min, median, max)
    }

    /// The bins of a series.
    public static let maximumPerSeries = 64
}
