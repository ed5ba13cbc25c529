import TraceModel

/// Whole numbers over time in bounded memory: of each bin how often each value came, so that its figures are exact.
///
/// Bins are counted from 1970, so that those of several series lie side by side. When there are too many bins, or too many values
/// in them, their width doubles.
struct SampleSeries<Value: FixedWidthInteger & Sendable>: Sendable {
    /// Entries of all bins together, each of them a value in a bin. No fewer than two bins can have, of any width.
    private let room: Int
    private var bins: [Bin] = []
    /// Bin by bin.
    private var entries: [Entry] = []
    /// A bin is two to the power of this many nanoseconds wide: at first about a millisecond.
    private(set) var widthShift = 20
    private(set) var count = 0

    private struct Bin: Sendable {
        /// Of its first sample, in nanoseconds since 1970.
        var time: Int64
        /// How many of the entries are its own.
        var entries = 0
    }

    private struct Entry: Sendable {
        let value: Value
        var count: UInt32
    }

    private static var largestShift: Int { 63 }

    init(room: Int) { self.room = room }

    /// - Parameter time: In nanoseconds since 1970.
    mutating func record(_ value: Value, at time: Int64) {
        count += 1
        while !add(value, at: time), widen() {}
    }

    /// - Returns: False where there is no room for it.
    private mutating func add(_ value: Value, at time: Int64) -> Bool {
        let bin = time >> Int64(widthShift)
        guard let last = bins.last, bin <= number(of: last) else { return insert(value, at: time, before: bins.count) }
        guard bin < number(of: last) else {
            return add(value, at: time, to: bins.count - 1, endingAt: entries.count)
        }
        // Captures are not always in the order of time.
        let place = bins.firstIndex { number(of: $0) >= bin } ?? 0
        guard number(of: bins[place]) == bin else { return insert(value, at: time, before: place) }
        return add(value, at: time, to: place, endingAt: firstEntry(of: place) + bins[place].entries)
    }

    private mutating func insert(_ value: Value, at time: Int64, before place: Int) -> Bool {
        guard bins.count < SeriesBin.maximumPerSeries, entries.count < room else { return false }
        entries.insert(Entry(value: value, count: 1), at: firstEntry(of: place))
        bins.insert(Bin(time: time, entries: 1), at: place)
        return true
    }

    private mutating func add(_ value: Value, at time: Int64, to place: Int, endingAt end: Int) -> Bool {
        for index in end - bins[place].entries..<end where entries[index].value == value {
            entries[index].count &+= 1
            bins[place].time = min(bins[place].time, time)
            return true
        }
        guard entries.count < room else { return false }
        entries.insert(Entry(value: value, count: 1), at: end)
        bins[place].entries += 1
        bins[place].time = min(bins[place].time, time)
        return true
    }

    private func number(of bin: Bin) -> Int64 { bin.time >> Int64(widthShift) }

    private func firstEntry(of place: Int) -> Int {
        place == bins.count ? entries.count : bins[..<place].reduce(0) { $0 + $1.entries }
    }

    /// Doubles the width of the bins.
    ///
    /// - Returns: False where they cannot be wider.
    private mutating func widen() -> Bool {
        guard widthShift < Self.largestShift else { return false }
        widthShift += 1
        var (lastBin, keptEntries, next) = (-1, 0, 0)
        for bin in bins {
            let own = next..<next + bin.entries
            next = own.upperBound
            let isUnited = lastBin >= 0 && number(of: bins[lastBin]) == number(of: bin)
            if !isUnited {
                lastBin += 1
                bins[lastBin] = Bin(time: bin.time)
            }
            bins[lastBin].time = min(bins[lastBin].time, bin.time)
            let united = keptEntries - bins[lastBin].entries..<keptEntries
            for entry in entries[own] {
                if let same = united.first(where: { entries[$0].value == entry.value }) {
                    entries[same].count &+= entry.count
                } else {
                    entries[keptEntries] = entry
                    keptEntries += 1
                    bins[lastBin].entries += 1
                }
            }
        }
        bins.removeSubrange((lastBin + 1)...)
        entries.removeSubrange(keptEntries...)
        return true
    }

    // MARK: - Figures

    /// How often each value came, in no order: one may come several times.
    var counts: some Sequence<(value: Value, count: Int)> {
        entries.lazy.map { (value: $0.value, count: Int($0.count)) }
    }

    /// The bins in the order of time.
    ///
    /// - Parameter unit: What of the values makes one in the report.
    func bins(on axis: TimeAxis, unit: Double = 1) -> [SeriesBin] {
        var next = 0
        return bins.map { bin in
            let own = entries[next..<next + bin.entries].sorted { $0.value < $1.value }
            next += bin.entries
            let count = own.reduce(0) { $0 + Int($1.count) }
            func value(rank: Int) -> Double {
                var passed = 0
                let entry = own.first { entry in
                    passed += Int(entry.count)
                    return passed >= rank
                }
                return entry.map { Double($0.value) } ?? 0
            }
            let median = (value(rank: (count + 1) / 2) + value(rank: count / 2 + 1)) / 2
            return SeriesBin(
                time: axis.seconds(bin.time), count: count, min: value(rank: 1) / unit,
                median: (median / unit).roundedToNanoseconds, max: value(rank: count) / unit)
        }
    }
}
