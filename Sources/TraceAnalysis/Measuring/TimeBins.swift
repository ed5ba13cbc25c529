import WireCoding

/// What ``TimeBins`` keeps.
protocol TimedMark: Sendable {
    /// Seconds.
    var time: Double { get }

    /// Stands for another mark of the same bin too, from now on.
    mutating func unite(_ other: Self)
}

/// Marks over time, each as it is while there are few; when there are too many, those of one bin are united and the width of the bins
/// doubles until half of the room is free, without knowing beforehand how long it will last.
struct TimeBins<Mark: TimedMark>: Sendable {
    /// More are united.
    let limit: Int
    /// In the order of time from the first union on, before as they were added.
    private(set) var marks: [Mark] = []
    /// How many were added.
    private(set) var count = 0
    /// A bin is two to the power of this many nanoseconds wide; 0 while every mark stands alone.
    private(set) var widthShift = 0

    private static var largestShift: Int { 63 }

    /// - Parameter limit: At least 4.
    init(limit: Int) { self.limit = max(4, limit) }

    mutating func add(_ mark: Mark) {
        count += 1
        place(mark)
        if marks.count > limit { fit(limit / 2) }
    }

    private mutating func place(_ mark: Mark) {
        guard widthShift > 0, let last = marks.last else {
            marks.append(mark)
            return
        }
        let (bin, lastBin) = (self.bin(of: mark), self.bin(of: last))
        if bin > lastBin {
            marks.append(mark)
        } else if bin == lastBin {
            marks[marks.count - 1].unite(mark)
        } else {
            // Captures are not always in the order of time.
            let index = marks.partitioningIndex { self.bin(of: $0) >= bin }
            if self.bin(of: marks[index]) == bin { marks[index].unite(mark) } else { marks.insert(mark, at: index) }
        }
    }

    /// Doubles the width of the bins until there are no more marks than that, or bins cannot be wider: then there are two.
    mutating func fit(_ room: Int) { while marks.count > room, widen() {} }

    /// - Returns: False where bins cannot be wider.
    @discardableResult
    mutating func widen() -> Bool {
        guard widthShift < Self.largestShift else { return false }
        if widthShift == 0 { sort() }
        widthShift += 1
        var kept = 0
        for index in marks.indices.dropFirst() {
            if bin(of: marks[index]) == bin(of: marks[kept]) {
                marks[kept].unite(marks[index])
            } else {
                kept += 1
                marks[kept] = marks[index]
            }
        }
        marks.removeSubrange(min(kept + 1, marks.count)...)
        return true
    }

    /// In the order of time, and of arrival where times are equal.
    var sorted: [Mark] {
        marks.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private mutating func sort() { marks = sorted }

    private func bin(of mark: Mark) -> Int64 {
        (Int64(exactly: (mark.time * 1e9).rounded()) ?? (mark.time < 0 ? .min : .max)) >> Int64(widthShift)
    }

    /// Makes room in several series at once, the finest first, so that their bins are as wide as each other's where they are crowded.
    static func fit(_ series: inout [TimeBins], into room: Int) {
        while series.reduce(0, { $0 + $1.marks.count }) > room {
            let finest = series.indices.filter { series[$0].marks.count > 1 }.min { first, second in
                (series[first].widthShift, first) < (series[second].widthShift, second)
            }
            guard let finest, series[finest].widen() else { return }
        }
    }
}
