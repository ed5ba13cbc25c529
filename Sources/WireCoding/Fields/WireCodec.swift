/// A value that is read from bytes and written back.
public protocol WireElement: Sendable {
    /// Reads the value; bytes that follow it are left.
    ///
    /// - Throws: `truncated` where less is left, and what the type says.
    init(parsing input: inout ByteReader) throws(WireError)
    /// Appends the bytes from which the same value is read.
    func serialize(into output: inout ByteWriter)
}

/// The bytes of a value in a wire element. Integers are little-endian.
public struct WireCodec<Value>: Sendable {
    /// Reads a value and moves over its bytes.
    public let parse: @Sendable (inout ByteReader) throws(WireError) -> Value
    /// Appends the bytes of a value.
    public let serialize: @Sendable (Value, inout ByteWriter) -> Void
    /// Written where a flag announces a value and there is none.
    let blank: @Sendable () -> Value

    /// A codec of two closures.
    ///
    /// - Parameters:
    ///   - blank: Written where a flag announces a value and there is none.
    ///   - parse: Reads a value and moves over its bytes.
    ///   - serialize: Appends the bytes that `parse` reads.
    public init(
        blank: @autoclosure @escaping @Sendable () -> Value,
        parse: @escaping @Sendable (inout ByteReader) throws(WireError) -> Value,
        serialize: @escaping @Sendable (Value, inout ByteWriter) -> Void
    ) {
        self.blank = blank
        self.parse = parse
        self.serialize = serialize
    }
}

extension WireCodec where Value: FixedWidthInteger & UnsignedInteger & Sendable {
    /// - Parameter field: The name in errors, which elements do not need that read their bytes themselves.
    public static func integer(_ field: WireError.Field = "integer") -> WireCodec {
        WireCodec(
            blank: 0,
            parse: { (input) throws(WireError) in
                try input.require(Value.bitWidth / 8, field)
                var value: Value = 0
                for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
                    value |= Value(truncatingIfNeeded: try input.readUInt8(field)) << Value(shift)
                }
                return value
            },
            serialize: { value, output in
                for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
                    output.writeUInt8(UInt8(truncatingIfNeeded: value >> Value(shift)))
                }
            })
    }
}

extension WireCodec where Value: RawRepresentable & Sendable, Value.RawValue: FixedWidthInteger & UnsignedInteger {
    /// The number of a type or a set of flags.
    ///
    /// - Precondition: 0 makes a value. Reading another number that makes none throws `invalidValue`.
    public static func code(_ field: WireError.Field = "code") -> WireCodec where Value.RawValue: Sendable {
        let number = WireCodec<Value.RawValue>.integer(field)
        // A constant of the table that calls this: no input gets here.
        guard let blank = Value(rawValue: 0) else { preconditionFailure("\(Value.self) has no 0") }
        return WireCodec(
            blank: blank,
            parse: { (input) throws(WireError) in
                let offset = input.offset
                let rawValue = try number.parse(&input)
                guard let value = Value(rawValue: rawValue) else {
                    throw WireError(.invalidValue(UInt64(rawValue)), field: field, offset: offset)
                }
                return value
            },
            serialize: { number.serialize($0.rawValue, &$1) })
    }
}

extension WireCodec where Value == UInt32 {
    /// Three bytes, the first on top.
    public static func uint24(_ field: WireError.Field) -> WireCodec {
        WireCodec(
            blank: 0, parse: { (input) throws(WireError) in try input.readUInt24(field) },
            serialize: { $1.writeUInt24($0) })
    }
}

extension WireCodec where Value == LinkAddress {
    /// The six bytes of an address, in network order.
    ///
    /// - Parameter field: The name in errors.
    public static func address(_ field: WireError.Field = "address") -> WireCodec {
        WireCodec(
            blank: LinkAddress(rawValue: 0), parse: { (input) throws(WireError) in try input.readLinkAddress(field) },
            serialize: { $0.serialize(into: &$1) })
    }
}

extension WireCodec where Value == [UInt8] {
    /// All bytes that are left.
    public static var rest: WireCodec {
        WireCodec(
            blank: [], parse: { (input) throws(WireError) in input.readRemainingBytes() },
            serialize: { $1.writeBytes($0) })
    }

    /// So many bytes; others are cut or filled with zeros, so that the fields after them keep their offsets.
    public static func bytes(_ count: Int, _ field: WireError.Field) -> WireCodec {
        WireCodec(
            blank: [], parse: { (input) throws(WireError) in try input.readBytes(count, field) },
            serialize: { $1.writeFixed($0, count) })
    }
}

extension WireCodec {
    /// A value whose bytes follow their number. Those that the number cannot count are not written. In errors `length` is the
    /// name of the number, and `field` that of the bytes.
    public static func counted<Count: FixedWidthInteger & UnsignedInteger & Sendable>(
        by _: Count.Type, _ length: WireError.Field, _ field: WireError.Field, _ content: WireCodec
    ) -> WireCodec {
        let number = WireCodec<Count>.integer(length)
        return WireCodec(
            blank: content.blank(),
            parse: { (input) throws(WireError) in
                var region = try input.subreader(Int(try number.parse(&input)), field, limit: length)
                return try content.parse(&region)
            },
            serialize: { value, output in
                let kept = ByteWriter.bytes { content.serialize(value, &$0) }.prefix(Int(Count.max))
                number.serialize(Count(kept.count), &output)
                output.writeBytes(kept)
            })
    }

    /// Values to the end.
    ///
    /// - Parameters:
    ///   - element: The bytes of a value.
    ///   - size: The fewest bytes of a value: if fewer are left, they are not one.
    ///   - room: As many whole values are written as have room in so many bytes.
    public static func list<Element>(
        of element: WireCodec<Element>, size: Int = 1, room: Int = .max
    ) -> WireCodec where Value == [Element] {
        WireCodec(
            blank: [],
            parse: { (input) throws(WireError) in
                var values: [Element] = []
                while input.remaining >= size { values.append(try element.parse(&input)) }
                return values
            },
            serialize: { values, output in
                var left = room
                for value in values {
                    let written = ByteWriter.bytes { element.serialize(value, &$0) }
                    guard written.count <= left else { return }
                    left -= written.count
                    output.writeBytes(written)
                }
            })
    }
}

extension WireCodec where Value: WireElement {
    /// The bytes of an element.
    ///
    /// - Parameter blank: Written where a flag announces an element and there is none.
    public static func element(blank: @autoclosure @escaping @Sendable () -> Value) -> WireCodec {
        WireCodec(
            blank: blank(), parse: { (input) throws(WireError) in try Value(parsing: &input) },
            serialize: { $0.serialize(into: &$1) })
    }
}

extension WireCodec where Value: DescribedElement {
    /// The bytes of an element.
    public static var element: WireCodec { element(blank: Value()) }
}
