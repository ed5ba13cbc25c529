import ArgumentParser
import WireCoding

/// Checks of the values of options.
enum LimitedOption {
    /// - Parameter example: A value with its unit, if it may have one.
    /// - Throws: `ValidationError` for a value outside of its limits.
    static func check<Value: Comparable>(
        _ name: String, _ value: Value?, _ limits: ClosedRange<Value>, such example: String? = nil
    ) throws {
        guard let value, !limits.contains(value) else { return }
        let words = { (bound: Value) in (bound as? Double).map(JSONText.digits) ?? "\(bound)" }
        let hint = example.map { ", such as \($0)" } ?? ""
        throw ValidationError("\(name) must be \(words(limits.lowerBound)) to \(words(limits.upperBound))\(hint).")
    }

    /// - Throws: `ValidationError` for no time at all, and for more than anybody waits.
    static func checkPositive(_ name: String, _ value: TimeSpan?, such example: String) throws {
        guard let value, !(1..<1_000_000_000_000_000_000).contains(value.nanoseconds) else { return }
        throw ValidationError("\(name) must be more than 0, such as \(example).")
    }

    /// - Throws: `ValidationError` for a number below 1.
    static func checkPositive(_ name: String, _ value: Int?) throws {
        if let value, value < 1 { throw ValidationError("\(name) must be 1 or more.") }
    }
}
