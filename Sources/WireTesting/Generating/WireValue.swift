import WireCoding

/// A value that is read from bytes and written back, as all wire types of this package are.
///
/// Types of your own conform by saying so:
///
///     extension Greeting: WireValue {}
///
/// where `Greeting` has the initializer and the method below.
public protocol WireValue: Equatable, Sendable {
    /// Reads the value's own bytes, or all that are left.
    init(parsing input: inout ByteReader) throws(WireError)

    /// Writes the value, or throws where it has no wire form.
    func serialize(into output: inout ByteWriter) throws(WireError)
}

extension WireValue {
    /// Reads a value that is all of the bytes.
    ///
    /// - Throws: `WireError`, also for bytes that are left over.
    public static func parsed(_ bytes: [UInt8]) throws(WireError) -> Self {
        var reader = ByteReader(bytes.span)
        let value = try Self(parsing: &reader)
        try reader.expectEnd("value")
        return value
    }

    /// The value's wire form.
    public func serialized() throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try serialize(into: &writer)
        return writer.bytes
    }
}

extension Generator where Value: WireValue {
    /// The wire forms of this generator's values, as samples for ``MutatedInputs``.
    public var wireForms: Generator<[UInt8]> {
        Generator<[UInt8]>(name: name + ".wireForms") { random in
            let value = next(&random)
            return unfailing { try value.serialized() }
        }
    }
}
