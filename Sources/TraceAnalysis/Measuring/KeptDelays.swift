/// Some of many delays with the times of their arrivals: of more than ``limit`` every second is let go, again and again.
///
/// Eight bytes hold a delay in nanoseconds and its arrival in microseconds, or in units twice, four times … as long if
/// a session lasts for more than half an hour. If a delay differs from the first one by more than two seconds, as after
/// a clock was set, all of them are kept in separate words.
struct KeptDelays: Sendable {
    static let limit = 1024

    struct Sample: Equatable, Sendable {
        /// Nanoseconds since that of the first delay, cut to the unit.
        var arrival: Int64
        /// Nanoseconds by which it is longer than the first one.
        var delay: Int64
    }

    /// Those on their way to `words`: with hundreds of sessions at a time, its end is far away in memory.
    private var waiting = SIMD8<UInt64>()
    private var waitingCount = 0
    /// The newest one that waits.
    private var newest = 0
    /// Arrival in the upper half, delay in the lower one.
    private var words: [UInt64] = []
    /// Every so many-th delay is kept; a power of two, less one.
    private var strideMask = 0
    /// The unit of arrivals is two to the power of these nanoseconds.
    private var arrivalShift: Int64 = 10
    /// All of them, once one does not fit a word.
    private var wide: [Sample] = []

    /// - Parameters:
    ///   - arrival: Nanoseconds since that of the first delay.
    ///   - delay: Nanoseconds by which it is longer than the first one.
    ///   - number: How many came before it.
    @inline(__always)
    mutating func record(arrival: Int64, delay: Int64, number: Int) {
        guard number & strideMask == 0 else { return }
        guard wide.isEmpty, !Self.overflows(delay) else {
            return keepWide(Sample(arrival: arrival, delay: delay), number: number)
        }
        if Self.overflows(arrival &>> arrivalShift) {
            widenArrivals(to: arrival)
            guard number & strideMask == 0 else { return }
        }
        waiting[waitingCount] = Self.word(arrival &>> arrivalShift, delay)
        waitingCount += 1
        newest = number
        if waitingCount == 8 { settle() }
    }

    /// In the order in which they were recorded.
    var samples: [Sample] {
        var settled = self
        settled.settle()
        return settled.wide.isEmpty ? settled.words.map { settled.sample($0) } : settled.wide
    }

    /// Lets go of them all.
    mutating func removeAll() { self = KeptDelays() }

    @inline(never)
    private mutating func settle() {
        // The stride may change on the way; these were chosen by the previous one.
        let step = strideMask + 1
        var number = newest - (waitingCount - 1) * step
        for index in 0..<waitingCount {
            keep(waiting[index], number: number)
            number += step
        }
        waitingCount = 0
    }

    private mutating func keep(_ word: UInt64, number: Int) {
        if words.count == Self.limit {
            words = stride(from: 0, to: words.count, by: 2).map { words[$0] }
            strideMask = strideMask << 1 | 1
        }
        if number & strideMask == 0 { words.append(word) }
    }

    @inline(never)
    private mutating func keepWide(_ sample: Sample, number: Int) {
        if wide.isEmpty {
            settle()
            wide = words.map { self.sample($0) }
            words = []
        }
        if wide.count == Self.limit {
            wide = stride(from: 0, to: wide.count, by: 2).map { wide[$0] }
            strideMask = strideMask << 1 | 1
        }
        if number & strideMask == 0 { wide.append(sample) }
    }

    /// Doubles the unit of arrivals until one fits.
    @inline(never)
    private mutating func widenArrivals(to arrival: Int64) {
        settle()
        var steps: Int64 = 0
        while Self.overflows(arrival >> (arrivalShift + steps)) { steps += 1 }
        arrivalShift += steps
        words = words.map { Self.word(Int64(bitPattern: $0) >> (32 + steps), Int64(truncatingIfNeeded: $0)) }
    }

    private func sample(_ word: UInt64) -> Sample {
        Sample(
            arrival: (Int64(bitPattern: word) >> 32) << arrivalShift, delay: Int64(Int32(truncatingIfNeeded: word)))
    }

    @inline(__always)
    private static func overflows(_ value: Int64) -> Bool { value != Int64(Int32(truncatingIfNeeded: value)) }

    @inline(__always)
    private static func word(_ arrival: Int64, _ delay: Int64) -> UInt64 {
        UInt64(bitPattern: arrival) << 32 | UInt64(UInt32(truncatingIfNeeded: delay))
    }
}
