/// The step-down adjustment that keeps the chance of any false claim among several tests within the level of one.
///
/// Source: S. Holm, *A Simple Sequentially Rejective Multiple Test Procedure* (1979).
public enum HolmAdjustment {
    /// The adjusted probabilities, in the order of those given: the smallest times their number, the next one times one
    /// less, and so on, none below one before it and none above 1.
    public static func adjusted(_ probabilities: [Double]) -> [Double] {
        var result = probabilities
        var largest = 0.0
        let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
        for (step, index) in order.enumerated() {
            largest = max(largest, min(1, probabilities[index] * Double(probabilities.count - step)))
            result[index] = largest
        }
        return result
    }
}
