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
///   - fields: What the fields of the bytes may look like: their lengths are kept true while the bytes are reduced.
///   - fileID: Where the property is expected, with the three that follow: the failure says it.
///   - filePath: The file's whole path.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Throws: ``PropertyFailure`` for the smallest value (in bytes) among those that do not come back unchanged, with
///   their number. It is made simpler by its choices (``ValueReducer``). Its bytes are reduced further where they also
///   read as a value that does not come back. If a parser reads the bytes as another value, and that one comes back, only
///   the generator knows what they meant.
public func expectRoundTrip<Value: WireValue>(
    _ generator: Generator<Value>, seed: UInt64 = 1, count: Int = 1000, property: String = #function,
    limits: InputLimits = .standard, fields: [FieldFormat] = FieldFormat.common,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws(PropertyFailure) {
    let expectation = Expectation(
        property: property, seed: seed, count: count, limits: limits,
        site: PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column))
    try expectation.checkRoundTrip(
        of: generator, fields, parse: { try Value.parsed($0) }, serialize: { try $0.serialized() })
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
///   - fields: What the fields of the bytes may look like: their lengths are kept true while the bytes are reduced.
///   - fileID: Where the property is expected, with the three that follow: the failure says it.
///   - filePath: The file's whole path.
///   - line: The line of the call.
///   - column: The column of the call.
///   - parse: Reads a value that is all of the bytes.
///   - serialize: Writes a value.
/// - Throws: ``PropertyFailure`` for the smallest value (in bytes) among those that do not come back unchanged, with
///   their number. It is made simpler by its choices (``ValueReducer``). Its bytes are reduced further where they also
///   read as a value that does not come back. If a parser reads the bytes as another value, and that one comes back, only
///   the generator knows what they meant.
public func expectRoundTrip<Value: Equatable>(
    _ generator: Generator<Value>, seed: UInt64 = 1, count: Int = 1000, property: String = #function,
    limits: InputLimits = .standard, fields: [FieldFormat] = FieldFormat.common,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    parse: ([UInt8]) throws -> Value, serialize: (Value) throws -> [UInt8]
) throws(PropertyFailure) {
    let expectation = Expectation(
        property: property, seed: seed, count: count, limits: limits,
        site: PropertyFailure.Site(fileID: fileID, filePath: filePath, line: line, column: column))
    try expectation.checkRoundTrip(of: generator, fields, parse: parse, serialize: serialize)
}
