/// Expects that two parsers agree about all bytes: both refuse them, or both make equal values of them.
///
///     try expectSameAs(
///         reference: { try JSONDecoder().decode(Greeting.self, from: Data($0)) },
///         parsing: Generator<Greeting>.plausible.map { Array($0.json.utf8) }
///     ) { bytes in try FastGreetingReader.read(bytes) }
///
/// - Parameters:
///   - reference: The parser that is known to be right.
///   - samples: Well-formed inputs, which are all tried and then damaged.
///   - mutators: How they are damaged. Of a format of fields (``Mutator/fields(_:_:)``), the lengths are kept true while a
///     failing input is reduced.
///   - seed: Another seed gives other inputs.
///   - count: How many inputs.
///   - property: What the failure is called.
///   - limits: How long each input may take, and how much memory.
///   - fileID: Where the property is expected, with the three that follow: the failure says it.
///   - filePath: The file's whole path.
///   - line: The line of the call.
///   - column: The column of the call.
///   - parse: The parser to be compared.
/// - Throws: ``PropertyFailure`` for bytes about which they do not agree.
public func expectSameAs<Value: Equatable>(
    reference: ([UInt8]) throws -> Value, parsing samples: some SampleSource, mutators: [Mutator] = Mutator.all,
    seed: UInt64 = 1, count: Int = 1000, property: String = #function, limits: InputLimits = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ parse: ([UInt8]) throws -> Value
) throws(PropertyFailure) {
    let inputs = MutatedInputs(samples: samples, mutators: mutators, seed: seed)
    let expectation = Expectation(
        property: property, seed: seed, count: count, limits: limits,
        site: PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column))
    try inputs.check(expectation) { bytes in
        func differ(_ value: Value, _ expected: Value) -> String {
            let (one, other) = Excerpt.difference("\(value)", "\(expected)")
            return "is \(one) where the reference has \(other)"
        }
        return switch (Result { try parse(bytes) }, Result { try reference(bytes) }) {
        case (.success(let value), .success(let expected)):
            value == expected ? nil : differ(value, expected)
        case (.failure, .failure): nil
        case (.success(let value), .failure(let error)):
            "is \(Excerpt.beginning(of: "\(value)")) where the reference throws \(error)"
        case (.failure(let error), .success(let expected)):
            "throws \(error) where the reference has \(Excerpt.beginning(of: "\(expected)"))"
        }
    }
}
