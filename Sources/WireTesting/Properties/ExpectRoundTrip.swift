/// Expects that values are the same after they have been written and read, and that they are then written with the same
/// bytes.
///
///     @Test(arguments: [Generator<Greeting>.plausible, .extreme])
///     func greetingsReadBack(greetings: Generator<Greeting>) throws {
///         try expectRoundTrip(greetings)
///     }
///
/// - Parameters:
///   - generator: Makes the values.
///   - seed: Another seed gives other values.
///   - count: How many values.
///   - property: What the failure is called.
///   - limits: How long each input may take, and how much memory.
///   - fileID: Where the property is expected, as `filePath`, `line` and `column`: the failure says it.
/// - Throws: ``PropertyFailure`` for the smallest value (in bytes) among those that do not come back unchanged, with
///   their number. Its bytes are reduced if they also read as a value that does not come back. If a parser reads the
///   bytes as another value, and that one comes back, they are not reduced: only the generator knows what they meant.
public func expectRoundTrip<Value: WireValue>(
    _ generator: Generator<Value>, seed: UInt64 = 1, count: Int = 1000, property: String = #function,
    limits: InputLimits = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws(PropertyFailure) {
    try expectRoundTrip(
        generator, seed: seed, count: count, property: property, limits: limits, fileID: fileID, filePath: filePath,
        line: line, column: column, parse: { try Value.parsed($0) }, serialize: { try $0.serialized() })
}

/// Expects that values are the same after they have been written and read, and that they are then written with the same
/// bytes.
///
/// - Parameters:
///   - generator: Makes the values.
///   - seed: Another seed gives other values.
///   - count: How many values.
///   - property: What the failure is called.
///   - limits: How long each input may take, and how much memory.
///   - fileID: Where the property is expected, as `filePath`, `line` and `column`: the failure says it.
///   - parse: Reads a value that is all of the bytes.
///   - serialize: Writes a value.
/// - Throws: ``PropertyFailure`` for the smallest value (in bytes) among those that do not come back unchanged, with
///   their number. Its bytes are reduced if they also read as a value that does not come back. If a parser reads the
///   bytes as another value, and that one comes back, they are not reduced: only the generator knows what they meant.
public func expectRoundTrip<Value: Equatable>(
    _ generator: Generator<Value>, seed: UInt64 = 1, count: Int = 1000, property: String = #function,
    limits: InputLimits = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    parse: ([UInt8]) throws -> Value, serialize: (Value) throws -> [UInt8]
) throws(PropertyFailure) {
    /// The fault of a value, or nil if it comes back.
    func fault(of value: Value, _ wireForm: inout [UInt8]?, _ note: ([UInt8]) -> Void) -> String? {
        do {
            let bytes = try serialize(value)
            wireForm = bytes
            note(bytes)
            let copy = try parse(bytes)
            guard copy == value else { return "\(value) came back as \(copy)" }
            let again = try serialize(copy)
            guard again == bytes else { return "\(value) came back and was then written with other bytes" }
            return nil
        } catch {
            return "\(value) \(wireForm == nil ? "could not be written" : "could not be read back"): \(error)"
        }
    }
    let site = PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column)
    let watch = CrashWatch(property: property, seed: seed, place: " at \(site)", limit: limits.time)
    defer { watch.end() }
    var memory = MemoryGuard(limits)
    var worst: PropertyFailure?
    var failures = 0
    for number in 0..<count {
        let value = generator.value(seed: seed, number: number)
        watch.note(number: number, input: [])
        var wireForm: [UInt8]?
        let (fault, excess) = memory.run { fault(of: value, &wireForm, { watch.note(number: number, input: $0) }) }
        if let excess {
            throw PropertyFailure(
                property: property, reason: excess, seed: seed, number: number, input: wireForm, reduced: nil,
                site: site)
        }
        guard let reason = fault else { continue }
        failures += 1
        guard worst == nil || (wireForm?.count ?? 0) < (worst?.input?.count ?? 0) else { continue }
        worst = PropertyFailure(
            property: property, reason: reason, seed: seed, number: number, input: wireForm, reduced: nil, site: site)
    }
    guard var failure = worst else { return }
    failure.failures = failures
    /// The fault of the value that the bytes encode, or nil if it comes back or there is none.
    func fault(reading bytes: [UInt8]) -> String? {
        guard let value = try? parse(bytes) else { return nil }
        var wireForm: [UInt8]?
        return fault(of: value, &wireForm) { _ in }
    }
    // Bytes that are no longer a value fail in another way. Only bytes that read as a value that does not come back can
    // be reduced.
    if let input = failure.input, fault(reading: input) != nil {
        let reduced = InputReducer().reduce(input) { fault(reading: $0) != nil }.bytes
        failure.reduced = reduced
        failure.reducedReason = fault(reading: reduced) ?? ""
    }
    throw failure
}
