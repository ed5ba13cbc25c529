import WireCoding

/// Expects that a parser takes whatever bytes it gets: it returns, or throws its own type of error.
///
/// A trap cannot be caught within its process. But before each call the input is put down, and should the process be about to
/// die of a signal, then seed, number and input are written to standard error first.
///
///     @Test func greetingsTakeAnything() throws {
///         try expectNoCrash(parsing: Generator<Greeting>.extreme.wireForms) { bytes in
///             _ = try Greeting.parsed(bytes)
///         }
///     }
///
/// - Parameters:
///   - samples: Well-formed inputs, such as packets of a capture or a generator's wire forms, which are all tried and
///     then damaged.
///   - mutators: How they are damaged. Of a format of fields (``Mutator/fields(_:_:)``), the lengths are kept true while a
///     failing input is reduced.
///   - seed: Another seed gives other inputs.
///   - count: How many inputs.
///   - throwing: The type of the parser's errors.
///   - property: What the failure is called.
///   - limits: How long each input may take, and how much memory.
///   - fileID: Where the property is expected, with the three that follow: the failure says it.
///   - filePath: The file's whole path.
///   - line: The line of the call.
///   - column: The column of the call.
///   - parse: The parser. What it returns does not matter.
/// - Throws: ``PropertyFailure`` for an error of another type.
public func expectNoCrash<Failure: Error>(
    parsing samples: some SampleSource, mutators: [Mutator] = Mutator.all, seed: UInt64 = 1, count: Int = 1000,
    throwing: Failure.Type = WireError.self, property: String = #function, limits: InputLimits = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ parse: ([UInt8]) throws -> Void
) throws(PropertyFailure) {
    let inputs = MutatedInputs(samples: samples, mutators: mutators, seed: seed)
    let expectation = Expectation(
        property: property, seed: seed, count: count, limits: limits,
        site: PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column))
    try inputs.check(expectation) { bytes in
        do {
            try parse(bytes)
        } catch {
            guard error is Failure else { return "threw \(type(of: error)) instead of \(Failure.self): \(error)" }
        }
        return nil
    }
}
