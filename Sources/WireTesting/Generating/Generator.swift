/// Makes values of a type from random numbers: the same numbers, the same values.
///
/// The wire types of the toolkit have two generators each (<doc:WireTesting> lists them); these make the parts of
/// others. `plausible` makes the values that well-behaved senders send, `extreme` those that the format just allows:
/// nothing, the maximum, numbers at their boundaries, unassigned codes, text that is not UTF-8.
///
///     let message = Generator<DNSMessage>.plausible.value(seed: 1, number: 0)
///     let messages = Generator<DNSMessage>.extreme.values(seed: 1, count: 1000)
///
/// Generators for your own types are built from others:
///
///     struct Greeting: Equatable { var name: String, volume: UInt8 }
///
///     extension Generator where Value == Greeting {
///         static var extreme: Self {
///             Self { random in
///                 Greeting(name: random.text(random.number(in: 0...40)), volume: random.boundary())
///             }
///         }
///     }
///
/// A value that breaks a property is shrunk by the random numbers it was made from (``ValueReducer``), so that a
/// generator needs nothing but the way to make a value.
public struct Generator<Value>: Sendable {
    /// What failures and lists of tests call the generator: the property or function that it was made in, `extreme`,
    /// unless it was given another name.
    public let name: String
    private let make: @Sendable (inout SeededGenerator) -> Value

    /// A generator of whatever a closure makes.
    ///
    /// - Parameters:
    ///   - name: For descriptions; by default that of the property or function with the call.
    ///   - make: Makes a value of nothing but the random numbers.
    public init(name: String = #function, _ make: @escaping @Sendable (inout SeededGenerator) -> Value) {
        self.name = name
        self.make = make
    }

    /// The next value.
    ///
    /// - Parameter random: Moves on by as many outputs as the value takes.
    public func next(_ random: inout SeededGenerator) -> Value { random.grouped(make) }

    /// One of the values that belong to a seed.
    ///
    /// - Parameters:
    ///   - seed: Any number; each has values of its own.
    ///   - number: The index, counted from 0: the one that a ``PropertyFailure`` names.
    public func value(seed: UInt64, number: Int) -> Value {
        var random = SeededGenerator(seed: seed, number: number)
        return next(&random)
    }

    /// The first values that belong to a seed.
    public func values(seed: UInt64, count: Int) -> [Value] {
        (0..<count).map { value(seed: seed, number: $0) }
    }

    /// The value that certain choices make, such as a ``PropertyFailure`` has of the simplest value that it found.
    ///
    /// - Parameter choices: Ranks among the possible results of each draw, from 0 for the simplest. Those that are
    ///   missing are 0, those that are too great are the greatest.
    public func value(choices: [UInt64]) -> Value {
        var random = SeededGenerator(seed: 0)
        return random.taped(ChoiceTape(playing: choices), next).value
    }
}

extension Generator: CustomStringConvertible {
    /// `Generator<Greeting>.extreme`: the type of the values, and the ``name``.
    public var description: String { "Generator<\(Value.self)>.\(name)" }
}

extension Generator {
    /// Makes each value of one of this generator's.
    public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
        Generator<Other>(name: name + ".map") { transform(next(&$0)) }
    }

    /// Makes arrays of this generator's values.
    ///
    /// - Parameter count: How many values an array has, each number as likely as the others.
    public func list(count: ClosedRange<Int>) -> Generator<[Value]> {
        Generator<[Value]>(name: "\(name).list(count: \(count))") { random in
            let count = random.number(in: count)
            return (0..<count).map { _ in next(&random) }
        }
    }

    /// Lets one of the generators make each value, one as likely as the other.
    ///
    /// - Precondition: There is one.
    public static func oneOf(_ generators: [Generator]) -> Generator {
        let names = generators.map(\.name).joined(separator: ", ")
        return Generator(name: "oneOf(\(names))") { random in
            generators[random.number(in: 0...generators.count - 1)].next(&random)
        }
    }

    /// Lets one of the generators make each value, one as often as its weight says.
    ///
    /// - Parameter choices: Weights and generators.
    /// - Precondition: No weight is negative, and at least one is positive.
    public static func frequency(_ choices: [(weight: Int, generator: Generator)]) -> Generator {
        let total = choices.reduce(0) { $0 + $1.weight }
        let names = choices.map { "\($0.weight): \($0.generator.name)" }.joined(separator: ", ")
        return Generator(name: "frequency(\(names))") { random in
            var place = random.number(in: 1...total)
            for choice in choices.dropLast() {
                if place <= choice.weight { return choice.generator.next(&random) }
                place -= choice.weight
            }
            return choices[choices.count - 1].generator.next(&random)
        }
    }
}

extension Generator where Value: Sendable {
    /// One of these values, each as likely as the others.
    ///
    /// - Precondition: There is one.
    public static func element(of values: [Value]) -> Generator {
        Generator(name: "element(of:)") { $0.pick(values) }
    }
}

/// The result of `make`, for a generator that ensures that it cannot fail and is not nil. No input gets here: generators make
/// values from random numbers alone.
package func unfailing<Value>(_ make: () throws -> Value?) -> Value {
    do {
        if let value = try make() { return value }
        preconditionFailure("A generator broke the rules of its own type: there is no value")
    } catch {
        preconditionFailure("A generator broke the rules of its own type: \(error)")
    }
}
