/// Makes a value that shows a fault as small and simple as it gets, while it goes on showing the fault.
///
/// A ``Generator`` makes a value of random numbers, and these choices are what is shrunk, as Hypothesis does (MacIver and
/// Donaldson, "Test-Case Reduction via Test-Case Generation", 2020): choices are taken away, with the counts that announce
/// them lowered, set to 0, halved, lowered by one and sorted, and the generator makes each value anew. So every value is
/// one that the generator may make, and no type has to know how it shrinks. The same generator and the same predicate
/// give the same result, unless the time is over before.
public struct ValueReducer: Sendable {
    /// How many values are made at most.
    public var maximumTries: Int
    /// Processor time of the thread; nil for as long as the tries take.
    public var maximumTime: Duration?

    /// A reducer with limits.
    ///
    /// - Parameters:
    ///   - maximumTries: How many values are made at most.
    ///   - maximumTime: Processor time of the thread; nil for as long as the tries take.
    public init(maximumTries: Int = 5000, maximumTime: Duration? = nil) {
        self.maximumTries = maximumTries
        self.maximumTime = maximumTime
    }

    /// The simplest value that was found, and the effort it took.
    public struct Reduction<Value> {
        /// Shows the fault.
        public var value: Value
        /// What ``Generator/value(choices:)`` makes the value of.
        public var choices: [UInt64]
        /// How many values were made.
        public var tries: Int
    }

    /// Looks for the simplest value of a generator that shows the same fault.
    ///
    /// Of two values, that with the shorter description is simpler, then that of fewer choices, then that of lower ones.
    ///
    /// - Parameters:
    ///   - generator: Has made a value that shows the fault.
    ///   - seed: The seed of that value.
    ///   - number: Its index, counted from 0.
    ///   - showsFault: Whether a value shows the fault: for the same value always the same answer.
    /// - Returns: The value itself where none is simpler. It is not asked whether that one shows the fault.
    public func reduce<Value>(
        _ generator: Generator<Value>, seed: UInt64, number: Int, while showsFault: (Value) -> Bool
    ) -> Reduction<Value> {
        reduce(generator, seed: seed, number: number) { value in
            showsFault(value) ? String(describing: value).utf8.count : nil
        }
    }

    /// - Parameter size: The size of a value that shows the fault, nil for one that does not.
    func reduce<Value>(
        _ generator: Generator<Value>, seed: UInt64, number: Int, size: (Value) -> Int?
    ) -> Reduction<Value> {
        var random = SeededGenerator(seed: seed, number: number)
        let (value, tape) = random.taped(ChoiceTape(), generator.next)
        var search = ChoiceSearch(
            generator: generator, value: value, tape: tape, size: tape.isOverrun ? nil : size(value),
            budget: ReductionBudget(tries: maximumTries, time: maximumTime))
        search.run(size)
        var choices = search.tape.choices.map(\.rank)
        while choices.last == 0 { choices.removeLast() }
        return Reduction(value: search.value, choices: choices, tries: search.budget.tries)
    }
}
