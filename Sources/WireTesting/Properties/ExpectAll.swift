/// Expects something of all values of a generator.
///
///     @Test func namesFitTheirLabel() throws {
///         try expectAll(Generator<Greeting>.extreme) { $0.name.utf8.count < 64 }
///     }
///
/// - Parameters:
///   - generator: Makes the values.
///   - seed: Another seed gives other values.
///   - count: How many values.
///   - property: What the failure is called.
///   - limits: How long each value may take, and how much memory.
///   - fileID: Where the property is expected, with the three that follow: the failure says it.
///   - filePath: The file's whole path.
///   - line: The line of the call.
///   - column: The column of the call.
///   - holds: Whether the property holds for a value. An error that it throws is a failure, too.
/// - Throws: ``PropertyFailure`` for the first value that the property does not hold for, made simpler by its choices
///   (``ValueReducer``).
public func expectAll<Value>(
    _ generator: Generator<Value>, seed: UInt64 = 1, count: Int = 1000, property: String = #function,
    limits: InputLimits = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ holds: (Value) throws -> Bool
) throws(PropertyFailure) {
    let expectation = Expectation(
        property: property, seed: seed, count: count, limits: limits,
        site: PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column))
    func fault(of value: Value) -> String? {
        do {
            return try holds(value) ? nil : "does not hold for \(Excerpt.beginning(of: "\(value)", limit: 600))"
        } catch {
            return "threw \(type(of: error)) for \(Excerpt.beginning(of: "\(value)", limit: 600)): \(error)"
        }
    }
    let watch = CrashWatch(expectation)
    defer { watch.end() }
    var memory = MemoryGuard(limits)
    for number in 0..<count {
        watch.note(number: number, input: nil)
        let value = generator.value(seed: seed, number: number)
        let (reason, excess) = memory.run {
            watch.note(number: number, input: nil)
            return fault(of: value)
        }
        if let excess { throw expectation.failure(excess, number: number, input: nil) }
        guard let reason else { continue }
        var failure = expectation.failure(reason, number: number, input: nil)
        let simplest = ValueReducer(maximumTime: limits.time).reduce(generator, seed: seed, number: number) { value in
            watch.note(number: number, input: nil, reducedFrom: failure)
            return fault(of: value) != nil
        }
        failure.choices = simplest.choices
        failure.reducedReason = fault(of: simplest.value) ?? ""
        throw failure
    }
}
