import Foundation

/// With what power of its size an input costs time or memory: the slope of a line through the logarithms of both, by least
/// squares.
struct GrowthExponent {
    private var points: [(size: Double, cost: Double)] = []

    /// - Parameter cost: What the input costs beyond what none costs; nothing counts as the least that there is.
    mutating func add(size: Int, cost: Double, least: Double) {
        points.append((log(Double(size)), log(max(cost, least))))
    }

    /// Nil of fewer than two sizes.
    var value: Double? {
        let count = Double(points.count)
        guard count > 1 else { return nil }
        let mean = (
            size: points.reduce(0) { $0 + $1.size } / count, cost: points.reduce(0) { $0 + $1.cost } / count
        )
        let spread = points.reduce(0) { $0 + ($1.size - mean.size) * ($1.size - mean.size) }
        guard spread > 0 else { return nil }
        return points.reduce(0) { $0 + ($1.size - mean.size) * ($1.cost - mean.cost) } / spread
    }
}
