import TraceModel

/// The series over time that a page shows of nodes and pairs on the air, by their places in the report.
struct SeriesSelection {
    /// The nodes with most frames.
    let awdl: [Int]
    let nan: [Int]
    /// The pairs whose clocks are furthest apart.
    let pairs: [Int]

    /// - Parameter limit: Of each of the three.
    init(_ wireless: WirelessReport?, limit: Int) {
        let (awdl, nan) = (wireless?.awdl, wireless?.nan)
        self.awdl = Self.heaviest(awdl?.nodes.map { Double($0.signal.count) } ?? [], limit)
        self.nan = Self.heaviest(nan?.nodes.map { Double($0.signal.count) } ?? [], limit)
        pairs = Self.heaviest(
            awdl?.pairs.map { $0.syncError.count > 0 ? 1 + ($0.syncError.median ?? 0) : 0 } ?? [], limit)
    }

    /// The places of the highest weights, highest first; none of weight 0.
    private static func heaviest(_ weights: [Double], _ limit: Int) -> [Int] {
        let known = weights.indices.filter { weights[$0] > 0 }
        return Array(known.sorted { (weights[$0], $1) > (weights[$1], $0) }.prefix(limit))
    }

    /// Takes the series of all others out of a report.
    ///
    /// - Returns: How many those were, by their keys.
    func takeOthers(outOf wireless: inout WirelessReport) -> [(key: String, count: Int)] {
        let signals =
            (wireless.awdl?.nodes.empty(\.signalSeries, except: awdl) ?? 0)
            + (wireless.nan?.nodes.empty(\.signalSeries, except: nan) ?? 0)
        let errors = wireless.awdl?.pairs.empty(\.syncErrorSeries, except: pairs) ?? 0
        return [("signalSeries", signals), ("syncErrorSeries", errors)].filter { $0.1 > 0 }
    }
}

extension Array {
    /// Empties a list that each element has, but that of some.
    ///
    /// - Returns: How many had entries.
    fileprivate mutating func empty(_ list: WritableKeyPath<Element, [SeriesBin]>, except kept: [Int]) -> Int {
        let kept = Set(kept)
        let others = indices.filter { !kept.contains($0) && !self[$0][keyPath: list].isEmpty }
        for index in others { self[index][keyPath: list] = [] }
        return others.count
    }
}
