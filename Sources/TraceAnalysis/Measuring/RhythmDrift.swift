/// How fast the moments at which waits end move against the slots of AWDL's schedule.
///
/// If packets wait for slots, these moments keep their position in a slot except for the drift of two clocks. A timer
/// whose period is near a fraction of the schedule's, such as one of 1.05 s, moves, if only by a millisecond in each
/// cycle: that shows in a straight line through the moments, once there are enough of them.
struct RhythmDrift: Sendable {
    /// In nanoseconds.
    private static let slot = DelayRhythm.period / Int64(DelayRhythm.slots)
    /// Moments further from where the last ones were, in seconds, have other causes.
    private static let nearness = Double(slot) / 4e9
    /// After so many of those in a row the ones before were of other causes.
    private static let mostMisses = 8
    /// A line through fewer moments says nothing.
    private static let fewest = 12

    private var origin: Int64 = 0
    /// The expected position of the next moment in a slot, in seconds; it continues past the end of a slot.
    private var expected = 0.0
    private var misses = 0
    private var count = 0
    /// Means of times and of positions, and the sums of squares and products of the distances from them.
    private var means = (time: 0.0, place: 0.0)
    private var squares = (time: 0.0, place: 0.0)
    private var products = 0.0

    /// - Parameter time: In nanoseconds, not before the last one.
    mutating func record(_ time: Int64) {
        if count == 0 { origin = time }
        let remainder = (time &- origin) % Self.slot
        let length = Double(Self.slot) / 1e9
        var offset = Double(remainder) / 1e9 - expected
        offset -= (offset / length).rounded() * length
        guard abs(offset) <= Self.nearness else {
            misses += 1
            if misses > Self.mostMisses { self = RhythmDrift() }
            return
        }
        misses = 0
        let place = expected + offset
        // Half of the way: it follows whatever moves by less than a quarter of a slot from one moment to the next.
        expected += offset / 2
        count += 1
        let elapsed = Double(time &- origin) / 1e9
        let (timeStep, placeStep) = (elapsed - means.time, place - means.place)
        means.time += timeStep / Double(count)
        means.place += placeStep / Double(count)
        squares.time += timeStep * (elapsed - means.time)
        squares.place += placeStep * (place - means.place)
        products += timeStep * (place - means.place)
    }

    /// Seconds by which the moments move in a second, and how far off that may be (two standard errors); nil for too few.
    var estimate: (rate: Double, uncertainty: Double)? {
        guard count >= Self.fewest, squares.time > 0 else { return nil }
        let rate = products / squares.time
        let rest = max(0, squares.place - rate * products) / Double(count - 2)
        return (rate, 2 * (rest / squares.time).squareRoot())
    }
}
