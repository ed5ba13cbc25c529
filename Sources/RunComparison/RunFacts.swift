import TraceModel

/// A researcher's facts about a run: those that captures cannot show, or that override a file name.
public struct RunFacts: Equatable, Sendable {
    /// A name for the run, for people.
    public var label: String?
    /// The levels of factors, in the order in which they were declared.
    public private(set) var levels = KeyedValues<FactorValue>()

    /// Nothing is said: no label and no levels.
    public init() {}

    /// The level of a factor: meters for a distance, bytes for a size; nil where nothing is said.
    public subscript(factor: ComparisonFactor) -> FactorValue? {
        get { levels[factor.rawValue] }
        set { levels.set(factor.rawValue, to: newValue) }
    }

    /// Takes over what the other one says, and keeps the rest.
    public mutating func override(by other: RunFacts) {
        label = other.label ?? label
        levels.override(by: other.levels)
    }
}
