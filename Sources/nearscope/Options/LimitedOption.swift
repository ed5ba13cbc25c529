import ArgumentParser
import WireCoding

/// Checks of the values of options.
enum LimitedOption {
    /// - Throws: `ValidationError` for a value outside of its limits.
    static func check<Value: Comparable>(_ name: String, _ value: Value?, _ limits: ClosedRange<Value>) throws {
        guard let value, !limits.contains(value) else { return }
        let words = { (bound: Value) in (bound as? Double).map(JSONText.digits) ?? "\(bound)" }
        throw ValidationError("\(name) must be \(words(limits.lowerBound)) to \(words(limits.upperBound)).")
    }

    /// - Throws: `ValidationError` for a number below 1.
    static func checkPositive(_ name: String, _ value: Int?) throws {
        if let value, value < 1 { throw ValidationError("\(name) must be 1 or more.") }
    }
}
