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
///   - mutators: How they are damaged.
///   - seed: Another seed gives other inputs.
///   - count: How many inputs.
///   - property: What the failure is called.
///   - limits: How long each input may take, and how much memory.
///   - fileID: Where the property is expected, as `filePath`, `line` and `column`: the failure says it.
///   - parse: The parser to be compared.
/// - Throws: ``PropertyFailure`` for bytes about which they do not agree.
public func expectSameAs<Value: Equatable>(
    reference: ([UInt8]) throws -> Value, parsing samples: some SampleSource, mutators: [Mutator] = Mutator.all,
    seed: UInt64 = 1, count: Int = 1000, property: String = #function, limits: InputLimits = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ parse: ([UInt8]) throws -> Value
) throws(PropertyFailure) {
    let inputs = MutatedInputs(samples: samples, mutators: mutators, seed: seed)
    let site = PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column)
    try inputs.check(property, count: count, limits, at: site) { bytes in
        switch (Result { try parse(bytes) }, Result { try reference(bytes) }) {
        case (.success(let value), .success(let expected)):
            value == expected ? nil : "is \(value) where the reference has \(expected)"
        case (.failure, .failure): nil
        case (.success(let value), .failure(let error)): "is \(value) where the reference throws \(error)"
        case (.failure(let error), .success(let expected)): "throws \(error) where the reference has \(expected)"
        }
    }
}
