/// Some of many delays with the times of their arrivals, in eight bytes each: of more than ``limit`` every second is let go,
/// again and again.
///
/// Arrivals are kept in microseconds and delays in nanoseconds as long as they fit 32 bits: those of half an hour, and
/// delays that differ by up to two seconds. Beyond that the unit doubles, for all of them.
struct KeptDelays: Sendable {
    static let limit = 1024

    /// Those on their way to `words`: with hundreds of sessions at once, the end of that is far away.
    private var waiting = SIMD8<UInt64>()
    private var waitingCount = 0
    /// Of the last one that waits.
    private var newest = 0
    /// Arrival in the upper half, delay in the lower one.
    private var words: [UInt64] = []
    /// Every so many-th delay is kept; a power of two, less one.
    private var strideMask = 0
    /// Units are two to the power of these nanoseconds.
    private var arrivalShift: Int64 = 10
    private var delayShift: Int64 = 0

    /// - Parameters:
    ///   - arrival: Nanoseconds since that of the first delay.
    ///   - delay: Nanoseconds by which it is longer than the first one.
    ///   - number: How many came before it.
    @inline(__always)
    mutating func record(arrival: Int64, delay: Int64, number: Int) {
        guard number & strideMask == 0 else { return }
        if Self.overflows(arrival &>> arrivalShift) || Self.overflows(delay &>> delayShift) {
            widen(arrival: arrival, delay: delay)
        }
        waiting[waitingCount] = Self.word(arrival &>> arrivalShift, delay &>> delayShift)
        waitingCount += 1
        newest = number
        if waitingCount == 8 { settle() }
    }

    /// In order of arrival, each with nanoseconds as they were recorded, cut to the units.
    var samples: [(arrival: Int64, delay: Int64)] {
        var settled = self
        settled.settle()
        return settled.words.map { word in
            let (arrival, delay) = Self.parts(word)
            return (arrival << arrivalShift, delay << delayShift)
        }
    }

    /// Lets go of them all.
    mutating func removeAll() { self = KeptDelays() }

    @inline(never)
    private mutating func settle() {
        // The stride may change on the way; these were chosen by the one before.
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

    /// Doubles the units until a delay fits.
    @inline(never)
    private mutating func widen(arrival: Int64, delay: Int64) {
        settle()
        let (arrivalBefore, delayBefore) = (arrivalShift, delayShift)
        while Self.overflows(arrival >> arrivalShift) { arrivalShift += 1 }
        while Self.overflows(delay >> delayShift) { delayShift += 1 }
        words = words.map { word in
            let (arrival, delay) = Self.parts(word)
            return Self.word(arrival >> (arrivalShift - arrivalBefore), delay >> (delayShift - delayBefore))
        }
    }

    @inline(__always)
    private static func overflows(_ value: Int64) -> Bool { value != Int64(Int32(truncatingIfNeeded: value)) }

    @inline(__always)
    private static func word(_ arrival: Int64, _ delay: Int64) -> UInt64 {
        UInt64(bitPattern: arrival) << 32 | UInt64(UInt32(truncatingIfNeeded: delay))
    }

    private static func parts(_ word: UInt64) -> (arrival: Int64, delay: Int64) {
        (Int64(bitPattern: word) >> 32, Int64(Int32(truncatingIfNeeded: word)))
    }
}
